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
	const cornerAt = (triangle: number, vertex: number) =>
		triangles.indexOf(vertex, 3 * triangle);
	for (let edge = 0; 2 * edge < edges.length; edge++) {
		const first = edgeCells.offsets[edge];
		for (let i = first + 1; i < edgeCells.offsets[edge + 1]; i++) {
			const [one, other] = [edgeCells.items[first], edgeCells.items[i]];
			for (const vertex of [edges[2 * edge], edges[2 * edge + 1]]) {
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
