/** What holds a body. */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { BodyRange } from "../scene/bodyRange.ts";
import type { FrameRange } from "../scene/frameRange.ts";

export interface Reaction {
	/** The sum [N]. */
	readonly force: Vector3;
	/** Its moment [N m]. */
	readonly moment: Vector3;
	/** Force [N] on each held vertex, or at the origin of each held frame, by its number. */
	readonly forces: ReadonlyMap<number, Vector3>;
	/** Torque [N m] on each frame whose turning is held. */
	readonly torques: ReadonlyMap<number, Vector3>;
}

/** From the gradient with its constrained components. */
export function reactionOf(
	range: BodyRange | FrameRange,
	constraints: VertexConstraints,
	x: Float64Array,
	gradient: Float64Array,
	about: Vector3,
): Reaction {
	const force: [number, number, number] = [0, 0, 0];
	const moment: [number, number, number] = [0, 0, 0];
	const forces = new Map<number, Vector3>();
	const torques = new Map<number, Vector3>();
	/** The part of the gradient that is held. */
	const held = (node: number): Vector3 => {
		const g = gradient.slice(3 * node, 3 * node + 3);
		const S = constraints.projector(node);
		const free = [0, 1, 2].map((r) =>
			S ? S[3 * r] * g[0] + S[3 * r + 1] * g[1] + S[3 * r + 2] * g[2] : g[r],
		);
		return [g[0] - free[0], g[1] - free[1], g[2] - free[2]];
	};
	for (const node of constraints.vertices) {
		if (!range.has(node)) continue;
		const f = held(node);
		if ("part" in range) {
			const { nodes, first, count } = range.part;
			const frame = range.frameOf(node);
			if (frame >= count) continue;
			if (node === nodes.turnNode(first + frame)) {
				const arm = nodes.arms[first + frame];
				const torque: Vector3 = [f[0] * arm, f[1] * arm, f[2] * arm];
				torques.set(frame, torque);
				for (let k = 0; k < 3; k++) moment[k] += torque[k];
				continue;
			}
			forces.set(frame, f);
		} else {
			// The middle of an edge counts for a vertex beside it.
			const vertex = range.own(node);
			const [x, y, z] = forces.get(vertex) ?? [0, 0, 0];
			forces.set(vertex, [x + f[0], y + f[1], z + f[2]]);
		}
		for (let k = 0; k < 3; k++) {
			const [a, b] = [(k + 1) % 3, (k + 2) % 3];
			force[k] += f[k];
			moment[k] +=
				(x[3 * node + a] - about[a]) * f[b] -
				(x[3 * node + b] - about[b]) * f[a];
		}
	}
	return { force, moment, forces, torques };
}
