/**
 * Translation of bodies that nothing holds. Vertices that move one by one are slow to move a stiff body as a whole: a block would
 * fall like a feather. Along its translations the energy is a parabola, since elements do not notice, and one step ends in
 * its minimum: the forces on the body then sum to zero, and momentum is what it should be.
 */
import {
	disjointSets,
	findRoot,
	unite,
} from "../mesh/topology/disjointSets.ts";
import type { BlockPattern } from "../system/blockPattern.ts";

/** Pairs of vertices. */
type Couplings = readonly (readonly [number, number])[];

export class FreeBodies {
	/** Body of each vertex, −1 for those of held bodies. */
	private readonly bodyOf: Int32Array;
	private readonly masses: Float64Array;
	private readonly sums: Float64Array;

	/** What hangs together by the pattern is a body, and it is free where none of its vertices is constrained. */
	constructor(
		pattern: BlockPattern,
		constrained: Iterable<number>,
		vertexMasses: Float64Array,
	) {
		const { bodyOf, count } = connectedParts(pattern);
		const numbers = new Int32Array(count);
		for (const vertex of constrained) numbers[bodyOf[vertex]] = -1;
		let free = 0;
		for (let body = 0; body < count; body++)
			if (numbers[body] === 0) numbers[body] = free++;
		this.bodyOf = bodyOf.map((body) => numbers[body]);
		this.masses = new Float64Array(free);
		this.sums = new Float64Array(3 * free);
		for (const [vertex, body] of this.bodyOf.entries())
			if (body >= 0) this.masses[body] += vertexMasses[vertex];
	}

	get count(): number {
		return this.masses.length;
	}

	/** Copies what belongs to the vertices of free bodies. */
	copy(from: Float64Array, to: Float64Array): void {
		for (let i = 0; i < to.length; i++)
			if (this.bodyOf[Math.floor(i / 3)] >= 0) to[i] = from[i];
	}

	/**
	 * Replaces the gradient by the translation, of each body as a whole, that makes it sum to zero; massFactor · M is the Hessian along it.
	 * @param couplings pairs of vertices that something else couples: their bodies go together, and stay where one is held
	 */
	translate(
		gradient: Float64Array,
		massFactor: number,
		couplings: Couplings,
	): void {
		const { bodyOf, sums } = this;
		const groups = this.joined(couplings);
		const masses = new Float64Array(this.count);
		for (const [body, mass] of this.masses.entries())
			if (groups[body] >= 0) masses[groups[body]] += mass;
		const groupOf = (vertex: number) =>
			bodyOf[vertex] < 0 ? -1 : groups[bodyOf[vertex]];
		sums.fill(0);
		for (let vertex = 0; vertex < bodyOf.length; vertex++) {
			const group = groupOf(vertex);
			if (group < 0) continue;
			for (let k = 0; k < 3; k++)
				sums[3 * group + k] += gradient[3 * vertex + k];
		}
		for (let vertex = 0; vertex < bodyOf.length; vertex++) {
			const group = groupOf(vertex);
			for (let k = 0; k < 3; k++)
				gradient[3 * vertex + k] =
					group < 0 ? 0 : -sums[3 * group + k] / (massFactor * masses[group]);
		}
	}

	/** The group that each free body goes with, −1 for those that something held is coupled to. */
	private joined(couplings: Couplings): Int32Array {
		// The first set is that of all that is held.
		const sets = disjointSets(this.count + 1);
		for (const [a, b] of couplings)
			unite(sets, this.bodyOf[a] + 1, this.bodyOf[b] + 1);
		return Int32Array.from(
			this.masses,
			(_, body) => findRoot(sets, body + 1) - 1,
		);
	}
}

function connectedParts({ rows, rowStart, columns }: BlockPattern) {
	const bodyOf = new Int32Array(rows).fill(-1);
	const stack: number[] = [];
	let count = 0;
	for (let seed = 0; seed < rows; seed++) {
		if (bodyOf[seed] >= 0) continue;
		bodyOf[seed] = count;
		stack.push(seed);
		for (let row = stack.pop(); row !== undefined; row = stack.pop())
			for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
				if (bodyOf[columns[k]] < 0) {
					bodyOf[columns[k]] = count;
					stack.push(columns[k]);
				}
		count++;
	}
	return { bodyOf, count };
}
