import { localEdges } from "../cellShape.ts";
import {
	type CellKind,
	cells,
	type Mesh,
	vertexCount,
	verticesPerCell,
} from "../mesh.ts";
import { groupEqualTuples } from "./groupEqualTuples.ts";
import type { Incidence } from "./incidence.ts";

/** The unique edges of the cells of one kind, and who touches whom. */
export interface EdgeTopology {
	/** 2 vertices per edge, the lower one first, sorted by (first, second). */
	readonly edges: Uint32Array;
	/** The edges of each cell in the order of `localEdges`: for triangles 3, edge i opposite vertex i. */
	readonly cellEdges: Uint32Array;
	/** The cells at each edge, ascending: in a manifold triangle mesh two, or one on the boundary. */
	readonly edgeCells: Incidence;
}

/** Expects indices in range, as `checkMesh` ensures. */
export function edgeTopology(mesh: Mesh, kind: CellKind): EdgeTopology {
	const vertices = cells(mesh, kind);
	const size = verticesPerCell[kind];
	const edgesPerCell = localEdges[kind].length;

	const pairs = new Uint32Array((2 * edgesPerCell * vertices.length) / size);
	const ends = localEdges[kind].flat();
	let end = 0;
	for (let start = 0; start < vertices.length; start += size) {
		for (let i = 0; i < ends.length; i += 2) {
			const a = vertices[start + ends[i]];
			const b = vertices[start + ends[i + 1]];
			pairs[end++] = Math.min(a, b);
			pairs[end++] = Math.max(a, b);
		}
	}

	const { members, groupOf } = groupEqualTuples(pairs, 2, vertexCount(mesh));
	const edges = new Uint32Array(2 * (members.offsets.length - 1));
	for (let edge = 0; 2 * edge < edges.length; edge++) {
		const representative = members.items[members.offsets[edge]];
		edges[2 * edge] = pairs[2 * representative];
		edges[2 * edge + 1] = pairs[2 * representative + 1];
	}
	const { offsets, items } = members;
	for (let i = 0; i < items.length; i++)
		items[i] = Math.floor(items[i] / edgesPerCell);
	return { edges, cellEdges: groupOf, edgeCells: { offsets, items } };
}

/** Number of cells at an edge. */
export function edgeValence(topology: EdgeTopology, edge: number): number {
	const { offsets } = topology.edgeCells;
	return offsets[edge + 1] - offsets[edge];
}

/** Throws at the first edge with more than two triangles, for what has no meaning there. */
export function requireManifoldEdges(
	where: string,
	topology: EdgeTopology,
): void {
	for (let edge = 0; 2 * edge < topology.edges.length; edge++) {
		const valence = edgeValence(topology, edge);
		if (valence > 2) {
			const [a, b] = topology.edges.subarray(2 * edge, 2 * edge + 2);
			throw new Error(
				`${where}: edge (${a}, ${b}) has ${valence} triangles; it may have one or two, so split the mesh along it`,
			);
		}
	}
}

/** Whether two triangles run along their common edge in the same direction, so that their normals disagree. */
export function traverseAlike(
	triangles: Uint32Array,
	topology: EdgeTopology,
	edge: number,
	one: number,
	other: number,
): boolean {
	const { cellEdges } = topology;
	const startIn = (triangle: number) => {
		const first = 3 * triangle;
		if (cellEdges[first] === edge) return triangles[first + 1];
		return triangles[cellEdges[first + 1] === edge ? first + 2 : first];
	};
	return startIn(one) === startIn(other);
}
