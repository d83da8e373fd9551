/** How surfaces touch: for each two of them, in how many places, how near and how hard. */
import type { Vector3 } from "../../mesh/mesh.ts";
import type { SurfaceContact } from "./surfaceContact.ts";

/** How two surfaces touch, or one itself. */
export interface SurfaceContactReport {
	/** Names of the bodies or colliders. */
	readonly between: readonly [string, string];
	/** Places where they push each other. */
	readonly count: number;
	/** Smallest distance [m] of their triangles and edges. */
	readonly distance: number;
	/** What they are apart when they rest on each other [m]: their half thicknesses together. */
	readonly thickness: number;
	/** The force of the second on the first [N], along the normals. */
	readonly normalForce: Vector3;
	/** The force of the second on the first [N] by friction, in the last step. */
	readonly frictionForce: Vector3;
}

/** Reports at positions x, in the order of the surfaces. */
export function surfaceReports(
	contact: SurfaceContact,
	x: Float64Array,
): SurfaceContactReport[] {
	const { all } = contact.surfaces;
	const found = new Map<
		number,
		{ count: number; distance: number; normal: number[]; friction: number[] }
	>();
	contact.visitForces(x, (a, b, force, distance, isFriction) => {
		const [first, second] = a <= b ? [a, b] : [b, a];
		const sign = a <= b ? 1 : -1;
		const key = first * all.length + second;
		let pair = found.get(key);
		if (!pair) {
			pair = {
				count: 0,
				distance: Number.POSITIVE_INFINITY,
				normal: [0, 0, 0],
				friction: [0, 0, 0],
			};
			found.set(key, pair);
		}
		const sum = isFriction ? pair.friction : pair.normal;
		for (let k = 0; k < 3; k++) sum[k] += sign * force[k];
		if (isFriction) return;
		pair.count++;
		pair.distance = Math.min(pair.distance, distance);
	});
	return [...found]
		.sort(([a], [b]) => a - b)
		.map(([key, { count, distance, normal, friction }]) => {
			const a = Math.floor(key / all.length);
			const b = key % all.length;
			return {
				between: [all[a].name, all[b].name],
				count,
				distance,
				thickness: contact.thickness(a, b),
				normalForce: normal as unknown as Vector3,
				frictionForce: friction as unknown as Vector3,
			};
		});
}
