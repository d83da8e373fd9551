/**
 * A small set of vertices that separates a graph into two halves, found on coarser and coarser graphs and refined on the way back
 * (B. Hendrickson, E. Rothberg, "Improving the run time and quality of nested dissection ordering", SIAM J. Sci. Comput. 20(2),
 * 1998). Nothing is random: equal graphs give equal separators.
 */
import { coarsen, type Graph } from "./graph.ts";
import { Heap } from "./heap.ts";

/** Where a vertex is: on one side, on the other, or in the separator. */
export type Sides = Uint8Array;
export const separating = 2;

/** Part of the weight that a side may have at most. */
const largestSide = 0.6;
const attempts = { large: 3, small: 1 };
const large = 500;
/** A graph of so few vertices is divided as it is, from several starts. */
const coarsest = 60;
const starts = 4;
/** Rounds of moving vertices on each graph, and moves without gain after which a round ends. */
const rounds = 6;
const patience = 60;

/** The side of each vertex: the best of several attempts, which join vertices in other orders. */
export function separate(graph: Graph): Sides {
	const length = graph.count > large ? attempts.large : attempts.small;
	return best(
		graph,
		Array.from({ length }, (_, i) => attempt(graph, i)),
	);
}

function attempt(graph: Graph, seed: number): Sides {
	if (graph.count <= coarsest) return divide(graph);
	const heaviest = Math.max(2, (1.5 * sum(graph.weights)) / coarsest);
	const coarser = coarsen(graph, heaviest, seed);
	if (coarser.graph.count > 0.95 * graph.count) return divide(graph);
	const coarseSides = attempt(coarser.graph, seed);
	const sides = Uint8Array.from(coarser.coarseOf, (c) => coarseSides[c]);
	return refine(graph, sides);
}

function best(graph: Graph, all: readonly Sides[]): Sides {
	const costs = all.map((sides) => cost(graph, sides));
	return all[costs.indexOf(Math.min(...costs))];
}

/** The best of what grows from several vertices. */
function divide(graph: Graph): Sides {
	const count = Math.min(starts, graph.count);
	return best(
		graph,
		Array.from({ length: count }, (_, i) =>
			refine(graph, grow(graph, Math.floor((i * graph.count) / count))),
		),
	);
}

/** Takes vertices in the order of their distance from the one farthest from `first`, until there is half of the weight. */
function grow(graph: Graph, first: number): Sides {
	const { count, start, neighbours, weights } = graph;
	const far = byDistance(graph, first)[count - 1] ?? first;
	const sides = new Uint8Array(count).fill(1);
	const half = sum(weights) / 2;
	let weight = 0;
	for (const vertex of byDistance(graph, far)) {
		if (weight >= half) break;
		sides[vertex] = 0;
		weight += weights[vertex];
	}
	for (let vertex = 0; vertex < count; vertex++)
		for (let k = start[vertex]; k < start[vertex + 1]; k++)
			if (sides[vertex] === 1 && sides[neighbours[k]] === 0)
				sides[vertex] = separating;
	return sides;
}

function byDistance({ count, start, neighbours }: Graph, first: number) {
	const seen = new Uint8Array(count);
	const found = [first];
	seen[first] = 1;
	for (const vertex of found)
		for (let k = start[vertex]; k < start[vertex + 1]; k++)
			if (!seen[neighbours[k]]) {
				seen[neighbours[k]] = 1;
				found.push(neighbours[k]);
			}
	return found;
}

/** Weight of the separator, and much more where the sides are not balanced. */
function cost({ weights }: Graph, sides: Sides): number {
	const weight = [0, 0, 0];
	for (let i = 0; i < sides.length; i++) weight[sides[i]] += weights[i];
	return costOf(weight, largestSide * sum(weights));
}

function costOf(weight: readonly number[], most: number): number {
	const larger = Math.max(weight[0], weight[1]);
	return weight[separating] + Math.max(0, larger - most) + 1e-6 * larger;
}

/**
 * Moves vertices from the separator to a side, which draws their neighbours on the other side into it: the best move first, also
 * where it loses, and back to the best state of all (C. Fiduccia, R. Mattheyses, "A linear-time heuristic for improving network
 * partitions", DAC 1982, for vertices instead of edges).
 */
function refine(graph: Graph, sides: Sides): Sides {
	const { count, start, neighbours, weights } = graph;
	const weight = [0, 0, 0];
	for (let i = 0; i < count; i++) weight[sides[i]] += weights[i];
	const most = largestSide * sum(weights);
	const heap = new Heap();
	/** Round in which a vertex was moved. */
	const movedIn = new Int32Array(count).fill(-1);
	const changed: number[] = [];
	const before: number[] = [];

	/** What the separator loses in weight when a vertex of it goes to a side, two numbers per vertex. */
	const gains = new Int32Array(2 * count);
	const offer = (vertex: number, side: number) =>
		heap.push(gains[2 * vertex + side], 2 * vertex + side);
	const join = (vertex: number) => {
		gains[2 * vertex] = gains[2 * vertex + 1] = weights[vertex];
		for (let k = start[vertex]; k < start[vertex + 1]; k++) {
			const other = neighbours[k];
			if (sides[other] !== separating)
				gains[2 * vertex + 1 - sides[other]] -= weights[other];
		}
		offer(vertex, 0);
		offer(vertex, 1);
	};
	/** The neighbours in the separator draw so much more with them when they go to a side. */
	const change = (
		vertex: number,
		side: number,
		more: number,
		round: number,
	) => {
		for (let k = start[vertex]; k < start[vertex + 1]; k++) {
			const other = neighbours[k];
			if (sides[other] !== separating || movedIn[other] === round) continue;
			gains[2 * other + side] -= more;
			offer(other, side);
		}
	};
	const put = (vertex: number, side: number) => {
		changed.push(vertex);
		before.push(sides[vertex]);
		weight[sides[vertex]] -= weights[vertex];
		weight[side] += weights[vertex];
		sides[vertex] = side;
	};

	for (let round = 0; round < rounds; round++) {
		heap.clear();
		changed.length = 0;
		before.length = 0;
		let least = costOf(weight, most);
		const atBegin = least;
		let bestLength = 0;
		let idle = 0;
		for (let i = 0; i < count; i++) if (sides[i] === separating) join(i);
		while (idle < patience) {
			const item = heap.pop();
			if (item === undefined) break;
			const vertex = item >> 1;
			const side = item & 1;
			if (sides[vertex] !== separating || movedIn[vertex] === round) continue;
			if (heap.lastKey !== gains[item]) continue;
			const isTooHeavy = weight[side] + weights[vertex] > most;
			if (isTooHeavy && weight[side] >= weight[1 - side]) continue;
			movedIn[vertex] = round;
			put(vertex, side);
			change(vertex, 1 - side, weights[vertex], round);
			for (let k = start[vertex]; k < start[vertex + 1]; k++) {
				const other = neighbours[k];
				if (sides[other] !== 1 - side) continue;
				put(other, separating);
				change(other, side, -weights[other], round);
				if (movedIn[other] !== round) join(other);
			}
			const now = costOf(weight, most);
			idle++;
			if (now < least) {
				least = now;
				bestLength = changed.length;
				idle = 0;
			}
		}
		for (let i = changed.length - 1; i >= bestLength; i--)
			put(changed[i], before[i]);
		if (least >= atBegin) break;
	}
	return sides;
}

function sum(numbers: Int32Array): number {
	let total = 0;
	for (const number of numbers) total += number;
	return total;
}
