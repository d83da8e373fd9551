import type { Mesh } from "../mesh.ts";
import {
	type EdgeTopology,
	edgeTopology,
	edgeValence,
	requireManifoldEdges,
} from "./edgeTopology.ts";

/** Edges with one triangle, 2 vertices each in the direction in which that triangle traverses them. */
export function boundaryEdges(
	mesh: Mesh,
	topology: EdgeTopology = edgeTopology(mesh, "triangle"),
): Uint32Array {
	const { triangles } = mesh;
	const { edges, cellEdges, edgeCells } = topology;
	const pairs = new Uint32Array(edges.length);
	let end = 0;
	for (let edge = 0; 2 * edge < edges.length; edge++) {
		if (edgeValence(topology, edge) !== 1) continue;
		const start = 3 * edgeCells.items[edgeCells.offsets[edge]];
		const opposite = cellEdges.indexOf(edge, start) - start;
		pairs[end++] = triangles[start + ((opposite + 1) % 3)];
		pairs[end++] = triangles[start + ((opposite + 2) % 3)];
	}
	return pairs.slice(0, end);
}

/** Vertices on edges with one triangle, ascending. */
export function boundaryVertices(
	mesh: Mesh,
	topology: EdgeTopology = edgeTopology(mesh, "triangle"),
): Uint32Array {
	const vertices = boundaryEdges(mesh, topology).sort();
	return vertices.filter((v, i) => i === 0 || v !== vertices[i - 1]);
}

/**
 * The closed loops of boundary edges, as vertices in order: an open sheet has one, each hole in it
 * adds one, a closed surface has none. Each loop starts the way the triangle at its first edge runs.
 */
export function boundaryLoops(
	mesh: Mesh,
	topology: EdgeTopology = edgeTopology(mesh, "triangle"),
): Uint32Array[] {
	requireManifoldEdges("boundaryLoops", topology);
	const { triangles } = mesh;
	const { edges, edgeCells, cellEdges } = topology;
	const visited = new Uint8Array(edges.length / 2);
	const loops: Uint32Array[] = [];

	for (let first = 0; first < visited.length; first++) {
		if (visited[first] || edgeValence(topology, first) !== 1) continue;
		const start = 3 * edgeCells.items[edgeCells.offsets[first]];
		const opposite = cellEdges.indexOf(first, start) - start;
		let vertex = triangles[start + ((opposite + 1) % 3)];
		let edge = first;
		const loop: number[] = [];
		do {
			visited[edge] = 1;
			loop.push(vertex);
			vertex = edges[2 * edge] + edges[2 * edge + 1] - vertex;
			edge = nextBoundaryEdge(triangles, topology, edge, vertex);
		} while (edge !== first);
		loops.push(Uint32Array.from(loop));
	}
	return loops;
}

/**
 * The boundary edge at the other end of the fan of triangles around `pivot` that starts at `edge`.
 * Turning through the fan, instead of looking for any boundary edge at the pivot, keeps loops apart
 * that touch in a vertex, and needs no consistent orientation.
 */
function nextBoundaryEdge(
	triangles: Uint32Array,
	topology: EdgeTopology,
	edge: number,
	pivot: number,
): number {
	const { cellEdges, edgeCells } = topology;
	let triangle = edgeCells.items[edgeCells.offsets[edge]];
	let current = edge;
	for (;;) {
		const start = 3 * triangle;
		const currentPlace = cellEdges.indexOf(current, start) - start;
		const pivotPlace = triangles.indexOf(pivot, start) - start;
		current = cellEdges[start + 3 - currentPlace - pivotPlace];
		if (edgeValence(topology, current) === 1) return current;
		const [one, other] = edgeCells.items.subarray(
			edgeCells.offsets[current],
			edgeCells.offsets[current + 1],
		);
		triangle = one === triangle ? other : one;
	}
}
