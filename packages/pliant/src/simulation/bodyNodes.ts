/** A body with the nodes in the middle of its edges that quadratic elements have and its mesh does not show. */
import type { Mesh } from "../mesh/mesh.ts";
import type { BodyRange } from "../scene/bodyRange.ts";
import type { State } from "../system/model.ts";

export interface BodyNodes {
	/** The body's mesh, with the hidden middles after its vertices and among its `midpoints`. */
	readonly mesh: Mesh;
	/** Positions [m] and velocities [m/s], xyz per vertex of that mesh. */
	readonly positions: Float64Array;
	readonly velocities: Float64Array;
}

/** With what writes the present state to it. */
export function bodyNodes(
	range: BodyRange,
	{ x, v }: State,
): BodyNodes & { readonly update: () => void } {
	const mesh = meshWithMiddles(range);
	const positions = new Float64Array(mesh.positions.length);
	const velocities = new Float64Array(mesh.positions.length);
	const hidden = Array.from(range.middles, (inner) => range.count + inner);
	const nodes = Uint32Array.from({ length: positions.length / 3 }, (_, i) =>
		range.among(i < range.count ? i : hidden[i - range.count]),
	);
	const gather = (all: Float64Array, own: Float64Array) => {
		for (const [i, node] of nodes.entries())
			for (let k = 0; k < 3; k++) own[3 * i + k] = all[3 * node + k];
	};
	const update = () => {
		gather(x.array, positions);
		gather(v.array, velocities);
	};
	return { mesh, positions, velocities, update };
}

function meshWithMiddles({ body, innerEnds, middles, count }: BodyRange): Mesh {
	const { mesh } = body;
	if (middles.size === 0) return mesh;
	const positions = new Float64Array(3 * (count + middles.size));
	positions.set(mesh.positions);
	const midpoints = [...(mesh.midpoints ?? [])];
	for (const [i, inner] of [...middles].entries()) {
		const [a, b] = innerEnds.subarray(2 * inner, 2 * inner + 2);
		midpoints.push(a, b, count + i);
		for (let k = 0; k < 3; k++)
			positions[3 * (count + i) + k] =
				0.5 * (mesh.positions[3 * a + k] + mesh.positions[3 * b + k]);
	}
	return { ...mesh, positions, midpoints: Uint32Array.from(midpoints) };
}
