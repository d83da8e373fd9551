/**
 * What programs for pictures show of a body: its triangles, the boundary of its solids and its cables, on the vertices that
 * these use. Inner vertices of solids are left out, since such programs drop or draw loose vertices; then a point cache would
 * not fit the mesh it is for.
 */
import { boundaryFaces, type Mesh, vertexCount } from "pliant/mesh";

export interface Surface {
	/** The mesh's vertex for each vertex of the surface, ascending. */
	readonly vertices: Uint32Array;
	/** Cells by the surface's vertices: 2, 3 and 4 each, faces counter-clockwise seen from outside. */
	readonly edges: Uint32Array;
	readonly triangles: Uint32Array;
	readonly quads: Uint32Array;
}

export function surfaceOf(mesh: Mesh): Surface {
	const cells = [
		mesh.edges,
		mesh.triangles,
		boundaryFaces(mesh, "tetrahedron"),
		boundaryFaces(mesh, "hexahedron"),
	];
	const numbers = new Uint32Array(vertexCount(mesh));
	for (const vertices of cells) for (const v of vertices) numbers[v] = 1;
	let size = 0;
	for (const used of numbers) size += used;
	const vertices = new Uint32Array(size);
	let end = 0;
	for (let v = 0; v < numbers.length; v++) {
		if (numbers[v] === 0) continue;
		vertices[end] = v;
		numbers[v] = end++;
	}
	const [edges, own, ofTetrahedra, quads] = cells.map((cell) =>
		cell.map((v) => numbers[v]),
	);
	const triangles = new Uint32Array(own.length + ofTetrahedra.length);
	triangles.set(own);
	triangles.set(ofTetrahedra, own.length);
	return { vertices, edges, triangles, quads };
}

/** The values of the surface's vertices, of xyz per vertex of the mesh. */
export function gather(
	{ vertices }: Surface,
	values: Float64Array,
	result: Float32Array,
): Float32Array {
	for (let i = 0; i < vertices.length; i++) {
		const from = 3 * vertices[i];
		result[3 * i] = values[from];
		result[3 * i + 1] = values[from + 1];
		result[3 * i + 2] = values[from + 2];
	}
	return result;
}
