import type { Mesh } from "./mesh.ts";
import { disjointSets, findRoot, unite } from "./topology/disjointSets.ts";
import { edgeTopology, edgeValence } from "./topology/edgeTopology.ts";

export interface SplitSheets {
	readonly triangles: Uint32Array;
	/** For each vertex that was added the one that it is a copy of. */
	readonly copies: readonly number[];
	/** Edges that more than two triangles met at. */
	readonly edges: number;
}

/**
 * Cuts a surface along the edges that more than two triangles meet at: the sheets there get vertices of their own, the first keeps the
 * old ones. Vertices that hold sheets together elsewhere stay.
 */
export function splitSheets(mesh: Mesh): SplitSheets {
	const topology = edgeTopology(mesh, "triangle");
	const { edges, edgeCells } = topology;
	const triangles = mesh.triangles.slice();
	const sheets = disjointSets(triangles.length);
	const isCut = new Uint8Array(mesh.positions.length / 3);
	let cuts = 0;
	const cornerAt = (triangle: number, vertex: number) =>
		mesh.triangles.indexOf(vertex, 3 * triangle);
	for (let edge = 0; 2 * edge < edges.length; edge++) {
		const ends = edges.subarray(2 * edge, 2 * edge + 2);
		const valence = edgeValence(topology, edge);
		if (valence > 2) {
			cuts++;
			for (const vertex of ends) isCut[vertex] = 1;
		}
		if (valence !== 2) continue;
		const first = edgeCells.offsets[edge];
		const [one, other] = edgeCells.items.subarray(first, first + 2);
		for (const vertex of ends)
			unite(sheets, cornerAt(one, vertex), cornerAt(other, vertex));
	}
	const copies: number[] = [];
	/** The vertex of each sheet at a vertex, by the root of its corners. */
	const vertexOf = new Map<number, number>();
	const hasKept = new Set<number>();
	for (let corner = 0; corner < triangles.length; corner++) {
		const vertex = mesh.triangles[corner];
		if (!isCut[vertex]) continue;
		const sheet = findRoot(sheets, corner);
		let own = vertexOf.get(sheet);
		if (own === undefined) {
			own = hasKept.has(vertex) ? isCut.length + copies.length : vertex;
			if (hasKept.has(vertex)) copies.push(vertex);
			hasKept.add(vertex);
			vertexOf.set(sheet, own);
		}
		triangles[corner] = own;
	}
	return { triangles, copies, edges: cuts };
}
