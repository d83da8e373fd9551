/** The parts of a mesh that line and surface loads act on, and each vertex's share of them. */
import { edgeLength, triangleArea } from "../mesh/measure.ts";
import { type Mesh, vertexCount } from "../mesh/mesh.ts";
import { boundaryEdges, boundaryFaces } from "../mesh/topology.ts";

/** Line elements and boundary edges of triangles with both ends among the vertices. */
export function boundarySegments(
	mesh: Mesh,
	vertices: Uint32Array,
): Uint32Array {
	return among(mesh, vertices, [...mesh.edges, ...boundaryEdges(mesh)], 2);
}

/** Triangles that bear a share of a load on the area they cover. */
export interface SurfacePart {
	readonly triangles: Uint32Array;
	readonly share: number;
}

/**
 * The surface between the vertices (all of it where none are given): triangles, the boundary of tetrahedra, and the
 * boundary of hexahedra, where each quadrilateral is cut along both diagonals, for half the load each, to treat corners alike.
 */
export function surfaceParts(
	mesh: Mesh,
	vertices?: Uint32Array,
): SurfacePart[] {
	const quads = boundaryFaces(mesh, "hexahedron");
	const cut: number[] = [];
	for (let i = 0; i < quads.length; i += 4) {
		const [a, b, c, d] = quads.subarray(i, i + 4);
		cut.push(a, b, c, a, c, d, a, b, d, b, c, d);
	}
	const whole = [...mesh.triangles, ...boundaryFaces(mesh, "tetrahedron")];
	const chosen = (triangles: readonly number[]) =>
		vertices
			? among(mesh, vertices, triangles, 3)
			: Uint32Array.from(triangles);
	return [
		{ triangles: chosen(whole), share: 1 },
		{ triangles: chosen(cut), share: 0.5 },
	].filter(({ triangles }) => triangles.length > 0);
}

function among(
	mesh: Mesh,
	vertices: Uint32Array,
	parts: readonly number[],
	size: number,
): Uint32Array {
	const chosen = new Uint8Array(vertexCount(mesh));
	for (const v of vertices) chosen[v] = 1;
	const kept: number[] = [];
	for (let i = 0; i < parts.length; i += size) {
		const part = parts.slice(i, i + size);
		if (part.every((v) => chosen[v])) kept.push(...part);
	}
	return Uint32Array.from(kept);
}

/** The vertices of segments (size 2) or triangles (size 3) and the rest length [m] or area [m²] that each bears. */
export function tributary(
	{ positions }: Mesh,
	parts: Uint32Array,
	size: 2 | 3,
): { vertices: Uint32Array; weights: Float64Array } {
	const shares = new Map<number, number>();
	for (let i = 0; i < parts.length; i += size) {
		const [a, b, c] = parts.subarray(i, i + size);
		const measure =
			size === 2
				? edgeLength(positions, a, b)
				: triangleArea(positions, a, b, c);
		for (const v of parts.subarray(i, i + size))
			shares.set(v, (shares.get(v) ?? 0) + measure / size);
	}
	return {
		vertices: Uint32Array.from(shares.keys()),
		weights: Float64Array.from(shares.values()),
	};
}
