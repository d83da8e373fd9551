/** Graphs of rows that are coupled, with weights for vertices that stand for several. */
import type { BlockPattern } from "../../../system/blockPattern.ts";

export interface Graph {
	readonly count: number;
	/** Start of each vertex's list, length count + 1. */
	readonly start: Int32Array;
	readonly neighbours: Int32Array;
	readonly weights: Int32Array;
	/** How many couplings each neighbour stands for. */
	readonly strengths: Int32Array;
}

/** The graph of some rows of a pattern; `vertexOf` is overwritten where they are. */
export function graphOfRows(
	{ rowStart, columns }: BlockPattern,
	rows: Int32Array,
	vertexOf: Int32Array,
): Graph {
	const start = new Int32Array(rows.length + 1);
	for (let i = 0; i < rows.length; i++) vertexOf[rows[i]] = i;
	const eachNeighbour = (row: number, visit: (vertex: number) => void) => {
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
			const vertex = vertexOf[columns[k]];
			if (columns[k] !== row && rows[vertex] === columns[k]) visit(vertex);
		}
	};
	for (let i = 0; i < rows.length; i++) {
		start[i + 1] = start[i];
		eachNeighbour(rows[i], () => {
			start[i + 1]++;
		});
	}
	const neighbours = new Int32Array(start[rows.length]);
	let next = 0;
	for (let i = 0; i < rows.length; i++)
		eachNeighbour(rows[i], (vertex) => {
			neighbours[next++] = vertex;
		});
	return {
		count: rows.length,
		start,
		neighbours,
		weights: new Int32Array(rows.length).fill(1),
		strengths: new Int32Array(next).fill(1),
	};
}

/** Vertices by the component that they belong to. */
export function components({ count, start, neighbours }: Graph): number[][] {
	const seen = new Uint8Array(count);
	const found: number[][] = [];
	for (let first = 0; first < count; first++) {
		if (seen[first]) continue;
		seen[first] = 1;
		const members = [first];
		for (const vertex of members)
			for (let k = start[vertex]; k < start[vertex + 1]; k++)
				if (!seen[neighbours[k]]) {
					seen[neighbours[k]] = 1;
					members.push(neighbours[k]);
				}
		found.push(members);
	}
	return found;
}

/** A smaller graph, and the vertex of it that each vertex has become part of. */
export interface Coarsening {
	readonly graph: Graph;
	readonly coarseOf: Int32Array;
}

/**
 * Joins pairs of vertices, each with the free neighbour that it is coupled with most strongly. Vertices of few neighbours choose
 * first, since they have the least choice; without that they are left over.
 */
export function coarsen(
	fine: Graph,
	heaviest: number,
	seed: number,
): Coarsening {
	const { count, start, neighbours, weights, strengths } = fine;
	const coarseOf = new Int32Array(count).fill(-1);
	let coarse = 0;
	const first: number[] = [];
	const second: number[] = [];
	for (const vertex of byDegree(fine, seed)) {
		if (coarseOf[vertex] >= 0) continue;
		let partner = vertex;
		let most = 0;
		for (let k = start[vertex]; k < start[vertex + 1]; k++) {
			const other = neighbours[k];
			if (coarseOf[other] >= 0) continue;
			if (weights[vertex] + weights[other] > heaviest) continue;
			if (strengths[k] > most) [partner, most] = [other, strengths[k]];
		}
		coarseOf[vertex] = coarse;
		coarseOf[partner] = coarse;
		first.push(vertex);
		second.push(partner);
		coarse++;
	}
	return { coarseOf, graph: contract(fine, coarseOf, first, second) };
}

function contract(
	fine: Graph,
	coarseOf: Int32Array,
	first: readonly number[],
	second: readonly number[],
): Graph {
	const count = first.length;
	const start = new Int32Array(count + 1);
	const weights = new Int32Array(count);
	const neighbours = new Int32Array(fine.neighbours.length);
	const strengths = new Int32Array(fine.neighbours.length);
	/** Where each neighbour is in the list that is being made. */
	const placeOf = new Int32Array(count).fill(-1);
	let next = 0;
	for (let c = 0; c < count; c++) {
		const take = (vertex: number) => {
			weights[c] += fine.weights[vertex];
			for (let k = fine.start[vertex]; k < fine.start[vertex + 1]; k++) {
				const other = coarseOf[fine.neighbours[k]];
				if (other === c) continue;
				if (placeOf[other] < start[c]) {
					placeOf[other] = next;
					neighbours[next] = other;
					strengths[next++] = 0;
				}
				strengths[placeOf[other]] += fine.strengths[k];
			}
		};
		take(first[c]);
		if (second[c] !== first[c]) take(second[c]);
		start[c + 1] = next;
	}
	return {
		...{ count, start, weights },
		neighbours: neighbours.slice(0, next),
		strengths: strengths.slice(0, next),
	};
}

/** Vertices by rising number of neighbours, otherwise in a fixed mixed order: rows of a grid must not be joined one way. */
function byDegree({ count, start }: Graph, seed: number): Int32Array {
	// Degree, mixed bits and the vertex itself in one number of 52 bits, which sorts faster than by a function.
	const keys = new Float64Array(count);
	for (let vertex = 0; vertex < count; vertex++) {
		const degree = Math.min(start[vertex + 1] - start[vertex], 255);
		const bits =
			Math.imul(vertex + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b);
		const mixed = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35) >>> 12;
		keys[vertex] = (degree * 2 ** 20 + mixed) * 2 ** 24 + vertex;
	}
	return Int32Array.from(keys.sort(), (key) => key % 2 ** 24);
}
