/**
 * A surface of triangles as a collider: at rest, moved as a whole, or with positions given for every time. Both of its sides keep bodies away, so it may be open. It has no
 * distance as a function of places; bodies touch its triangles, edges and points.
 */
import type { Mesh } from "../../mesh/mesh.ts";
import { aligned, type Shape } from "./shape.ts";

export interface MeshShapeOptions {
	/** Positions [m] at a time [s], xyz per vertex: for what deforms as recorded. */
	readonly positionsAt?: (time: number) => Float64Array;
}

export function mesh(
	surface: Pick<Mesh, "positions" | "triangles">,
	{ positionsAt }: MeshShapeOptions = {},
): Shape {
	const { positions, triangles } = surface;
	if (triangles.length === 0)
		throw new Error(
			"collider.mesh: the mesh has no triangles; give the surface of what is solid",
		);
	return {
		kind: "mesh",
		rotation: aligned,
		origin: [0, 0, 0],
		distance: () => Number.POSITIVE_INFINITY,
		derivatives: (_x, _y, _z, out) => out.fill(0),
		deforms: positionsAt !== undefined,
		surface(time) {
			const now = positionsAt?.(time) ?? positions;
			if (now.length !== positions.length)
				throw new Error(
					`collider.mesh: there are ${now.length / 3} positions at ${time} s where the mesh has ${positions.length / 3}; give one for each of its vertices`,
				);
			return { positions: now.slice(), triangles };
		},
	};
}
