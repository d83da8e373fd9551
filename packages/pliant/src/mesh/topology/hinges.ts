import type { Mesh } from "../mesh.ts";
import {
	type EdgeTopology,
	edgeTopology,
	edgeValence,
	requireManifoldEdges,
} from "./edgeTopology.ts";

/**
 * The pairs of neighbouring triangles, as 4 vertices (A, B, C, D) each, in the order of their edges.
 *
 *          D
 *         /|\
 *        / | \         shared edge CD, triangles (A, C, D) and (B, D, C)
 *       A  |  B
 *        \ | /
 *         \|/
 *          C
 *
 * A belongs to the triangle of lower index, which traverses C→D; in a consistently oriented mesh the
 * other one traverses D→C. (B, A, D, C) would describe the same hinge.
 */
export function hinges(
	mesh: Mesh,
	topology: EdgeTopology = edgeTopology(mesh, "triangle"),
): Uint32Array {
	requireManifoldEdges("hinges", topology);
	const { triangles } = mesh;
	const { edges, cellEdges, edgeCells } = topology;
	const quadruples = new Uint32Array(2 * edges.length);
	let end = 0;
	for (let edge = 0; 2 * edge < edges.length; edge++) {
		if (edgeValence(topology, edge) !== 2) continue;
		const first = edgeCells.items[edgeCells.offsets[edge]];
		const second = edgeCells.items[edgeCells.offsets[edge] + 1];
		const a = cellEdges.indexOf(edge, 3 * first) - 3 * first;
		quadruples[end++] = triangles[3 * first + a];
		quadruples[end++] = triangles[cellEdges.indexOf(edge, 3 * second)];
		quadruples[end++] = triangles[3 * first + ((a + 1) % 3)];
		quadruples[end++] = triangles[3 * first + ((a + 2) % 3)];
	}
	return quadruples.slice(0, end);
}
