import { type Mesh, vertexCount } from "../mesh.ts";
import { disjointSets, findRoot, unite } from "./disjointSets.ts";
import { type EdgeTopology, edgeTopology } from "./edgeTopology.ts";

/**
 * Number of fans at each vertex: sets of triangles that hang together through edges at that vertex.
 * One on a manifold surface, whether at its rim or inside; more where parts touch in a point.
 */
export function triangleFans(
	mesh: Mesh,
	topology: EdgeTopology = edgeTopology(mesh, "triangle"),
): Uint32Array {
	const { triangles } = mesh;
	const { edges, edgeCells } = topology;
	const corners = disjointSets(triangles.length);
	const cornerAt = (triangle: number, vertex: number) => {
		const first = 3 * triangle;
		if (triangles[first] === vertex) return first;
		return triangles[first + 1] === vertex ? first + 1 : first + 2;
	};
	for (let edge = 0; 2 * edge < edges.length; edge++) {
		const first = edgeCells.offsets[edge];
		for (let i = first + 1; i < edgeCells.offsets[edge + 1]; i++) {
			const one = edgeCells.items[first];
			const other = edgeCells.items[i];
			for (let end = 2 * edge; end < 2 * edge + 2; end++) {
				const vertex = edges[end];
				unite(corners, cornerAt(one, vertex), cornerAt(other, vertex));
			}
		}
	}

	const fans = new Uint32Array(vertexCount(mesh));
	for (let corner = 0; corner < corners.length; corner++) {
		if (findRoot(corners, corner) === corner) fans[triangles[corner]]++;
	}
	return fans;
}
