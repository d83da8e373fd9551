/** Solid cells with a node in the middle of every edge: vertices of the mesh where it has them (`Mesh.midpoints`), else nodes that are added. */
import { localEdges, type SolidKind } from "./cellShape.ts";
import { cells, type Mesh, vertexCount, verticesPerCell } from "./mesh.ts";
import { edgeTopology } from "./topology/edgeTopology.ts";

export interface QuadraticCells {
	/** Per cell its corners, then the middles of its edges in the order of `localEdges`. */
	readonly elements: Uint32Array;
	/** The two vertices that each added node is between; added nodes are numbered after the vertices. */
	readonly innerNodes: Uint32Array;
}

export function quadraticCells(mesh: Mesh, kind: SolidKind): QuadraticCells {
	const { edges, cellEdges } = edgeTopology(mesh, kind);
	const corners = cells(mesh, kind);
	const cornerCount = verticesPerCell[kind];
	const edgeCount = localEdges[kind].length;
	const vertices = vertexCount(mesh);
	const middleOf = middleVertices(mesh);
	const innerNodes: number[] = [];
	const middles = new Uint32Array(edges.length / 2);
	for (let edge = 0; edge < middles.length; edge++) {
		const [a, b] = edges.subarray(2 * edge, 2 * edge + 2);
		const vertex = middleOf(a, b);
		middles[edge] = vertex ?? vertices + innerNodes.length / 2;
		if (vertex === undefined) innerNodes.push(a, b);
	}
	const size = cornerCount + edgeCount;
	const count = corners.length / cornerCount;
	const elements = new Uint32Array(size * count);
	for (let cell = 0; cell < count; cell++) {
		elements.set(
			corners.subarray(cornerCount * cell, cornerCount * (cell + 1)),
			size * cell,
		);
		for (let edge = 0; edge < edgeCount; edge++)
			elements[size * cell + cornerCount + edge] =
				middles[cellEdges[edgeCount * cell + edge]];
	}
	return { elements, innerNodes: Uint32Array.from(innerNodes) };
}

/** What tells the vertex in the middle of an edge, where the mesh has one. */
export function middleVertices(
	mesh: Mesh,
): (a: number, b: number) => number | undefined {
	const { midpoints = new Uint32Array(0) } = mesh;
	const count = vertexCount(mesh);
	const key = (a: number, b: number) => Math.min(a, b) * count + Math.max(a, b);
	const found = new Map<number, number>();
	for (let i = 0; i < midpoints.length; i += 3)
		found.set(key(midpoints[i], midpoints[i + 1]), midpoints[i + 2]);
	return (a, b) => found.get(key(a, b));
}
