import type { EmbeddedSurface } from "../mesh/embeddedSurface.ts";
import { type Mesh, vertexCount } from "../mesh/mesh.ts";
import { MaterialPoint, type PointOwner } from "../points/materialPoint.ts";

/** A surface that follows a body: what is looked at in place of its cells. */
export interface Skin {
	/** At rest. */
	readonly mesh: Mesh;
	/** One for each vertex of the mesh: to be attached and loaded like other points of the body. */
	readonly points: readonly MaterialPoint[];
	/** What the body misses of the surface, for people. */
	readonly notes: readonly string[];
}

export function skinOn(
	body: PointOwner,
	{ mesh, offsets, vertices, shares, notes }: EmbeddedSurface,
): Skin {
	const points = Array.from({ length: vertexCount(mesh) }, (_, v) => {
		const [x, y, z] = mesh.positions.subarray(3 * v, 3 * v + 3);
		const [from, to] = [offsets[v], offsets[v + 1]];
		return new MaterialPoint(
			body,
			[x, y, z],
			[...vertices.subarray(from, to)],
			[...shares.subarray(from, to)],
		);
	});
	return { mesh, points, notes };
}
