/**
 * The slopes d of Morley bending as combinations of the jumps around: those of least size with which every quadratic surface has its
 * own slopes, and so its own energy.
 *
 * On a quadratic surface with second derivatives H the slope h across a side is u·H v / (2 height), where u and v are the other two
 * sides, from the vertex opposite. With q(u) = u·H u of the sides that is (q(u) + q(v) − q(u − v)) / (4 height), and q has three
 * coefficients. So there are three conditions for the numbers D of d_e = Σ D_ef j_f, and an edge has five jumps around it, its own
 * included. Where they do not tell quadratic surfaces apart, as at some boundaries, it looks further.
 *
 * Sheets have millions of edges: what is found for one is written over what was found for the last.
 */
import type { Sheet } from "./sheet.ts";

/** d of all edges: that of edge e is Σ values[k] · j of edge others[k], for k from offsets[e] to offsets[e + 1]. */
export interface Slopes {
	readonly offsets: Uint32Array;
	readonly others: Uint32Array;
	readonly values: Float64Array;
}

/** How far to look for jumps, in rings of triangles. */
const mostRings = 4;
/** Sides of two triangles, and of at most twice as many more in each ring. */
const mostSides = 3 * (2 ** (mostRings + 2) - 2);
/** Directions that are so much smaller than the jumps they come from do not count as directions. */
const leastDirection = 0.03;
/** A d this small relative to h need not be met. */
const negligible = 1e-9;

export function edgeSlopes(sheet: Sheet): Slopes {
	const offsets = new Uint32Array(sheet.edgeCount + 1);
	let others = new Uint32Array(6 * sheet.edgeCount);
	let values = new Float64Array(6 * sheet.edgeCount);
	const patch = new Patch(sheet);
	let count = 0;
	for (let edge = 0; edge < sheet.edgeCount; edge++) {
		const found =
			sheet.signs[sheet.sides[2 * edge]] === 0 ? 0 : patch.findSlope(edge);
		if (count + found > others.length) {
			const room = 2 * (count + found);
			others = extended(others, new Uint32Array(room));
			values = extended(values, new Float64Array(room));
		}
		for (let n = 0; n < found; n++, count++) {
			others[count] = patch.candidates[n];
			values[count] = patch.combination[n];
		}
		offsets[edge + 1] = count;
	}
	return { offsets, others, values };
}

function extended<T extends Uint32Array | Float64Array>(from: T, to: T): T {
	to.set(from);
	return to;
}

/** The triangles around an edge, unfolded into the plane. */
class Patch {
	/** Edges of which jumps are taken, and their numbers D. */
	readonly candidates: number[] = [];
	readonly combination: number[] = [];
	private readonly sheet: Sheet;
	/** h of the sides of unfolded triangles, for each of the three coefficients of H. */
	private readonly h: Float64Array;
	/** The edge for which a triangle was unfolded last; −1 for none. */
	private readonly unfoldedFor: Int32Array;
	private edge = -1;
	/** Sides of unfolded triangles as vectors in the plane, relative to the edge, and whether the triangle is to their left (1) or right (−1). */
	private readonly numbers = new Uint32Array(mostSides);
	private readonly x = new Float64Array(mostSides);
	private readonly y = new Float64Array(mostSides);
	private readonly turns = new Int8Array(mostSides);
	private sideCount = 0;
	/** The first of those that were unfolded last. */
	private rim = 0;
	/** Jumps of the candidates, three numbers each. */
	private readonly jumps: number[] = [];
	private readonly wanted = new Float64Array(3);
	private readonly directions = new Float64Array(9);

	constructor(sheet: Sheet) {
		this.sheet = sheet;
		this.h = new Float64Array(9 * sheet.triangleCount);
		this.unfoldedFor = new Int32Array(sheet.triangleCount).fill(-1);
	}

	/** D of an edge, as `candidates` and `combination`; returns how many there are. */
	findSlope(edge: number): number {
		const { sheet, h, wanted } = this;
		this.edge = edge;
		this.rim = 0;
		this.sideCount = 0;
		const side = sheet.sides[2 * edge];
		const other = sheet.sides[2 * edge + 1];
		this.unfold(side, 1, 0, 1);
		if (other >= 0) this.unfoldAcross(0, other);
		for (let k = 0; k < 3; k++) wanted[k] = h[3 * side + k];
		const size = length(wanted);
		if (other >= 0)
			for (let k = 0; k < 3; k++)
				wanted[k] += sheet.shares[side] * this.jump(edge, k);
		if (length(wanted) <= negligible * size) return 0;
		for (let rings = 1; ; rings++) {
			this.findCandidates();
			this.unfoldBeyondRim();
			this.jumps.length = 0;
			for (const candidate of this.candidates)
				for (let k = 0; k < 3; k++) this.jumps.push(this.jump(candidate, k));
			if (rings === mostRings || this.outOfReach() <= 1e-6 * size) {
				this.combine();
				return this.candidates.length;
			}
		}
	}

	/** −j of quadratic surfaces is the sum of h. */
	private jump(edge: number, k: number): number {
		const { sides } = this.sheet;
		return (
			-this.h[3 * sides[2 * edge] + k] - this.h[3 * sides[2 * edge + 1] + k]
		);
	}

	/** The edges of the unfolded triangles that are not on the boundary, ascending. */
	private findCandidates(): void {
		const { edgeOf, sides } = this.sheet;
		const { candidates } = this;
		candidates.length = 0;
		for (let i = 0; i < this.sideCount; i++) {
			const edge = edgeOf[this.numbers[i]];
			if (sides[2 * edge + 1] >= 0 && !candidates.includes(edge))
				candidates.push(edge);
		}
		candidates.sort((a, b) => a - b);
	}

	private unfoldBeyondRim(): void {
		const { sides, edgeOf } = this.sheet;
		const end = this.sideCount;
		const begin = this.rim;
		this.rim = end;
		for (let i = begin; i < end; i++) {
			const edge = edgeOf[this.numbers[i]];
			for (let k = 2 * edge; k < 2 * edge + 2; k++)
				if (sides[k] >= 0 && !this.isUnfolded(sides[k]))
					this.unfoldAcross(i, sides[k]);
		}
	}

	private isUnfolded(side: number): boolean {
		return this.unfoldedFor[Math.floor(side / 3)] === this.edge;
	}

	/** Unfolds the triangle beyond one of the sides, of which the same edge is `other`. */
	private unfoldAcross(i: number, other: number): void {
		const { triangles } = this.sheet;
		const start = (side: number) =>
			triangles[side - (side % 3) + ((side + 1) % 3)];
		const sign = start(this.numbers[i]) === start(other) ? 1 : -1;
		this.unfold(
			other,
			sign * this.x[i],
			sign * this.y[i],
			-sign * this.turns[i],
		);
	}

	/** Adds a triangle, given by one of its sides. */
	private unfold(number: number, x: number, y: number, turn: number): void {
		const { lengths, areas, heights, isFlat } = this.sheet;
		const first = number - (number % 3);
		const second = first + ((number + 1) % 3);
		const third = first + ((number + 2) % 3);
		const triangle = first / 3;
		const base = lengths[number] ** 2;
		const along =
			(base + lengths[second] ** 2 - lengths[third] ** 2) / (2 * base);
		const height = (turn * 2 * areas[triangle]) / base;
		const begin = this.sideCount;
		this.add(number, x, y, turn);
		this.add(second, -along * x - height * y, -along * y + height * x, turn);
		this.add(
			third,
			(along - 1) * x + height * y,
			(along - 1) * y - height * x,
			turn,
		);
		this.unfoldedFor[triangle] = this.edge;
		for (let n = 0; n < 3; n++) {
			const side = this.numbers[begin + n];
			const [ax, ay] = [this.x[begin + n], this.y[begin + n]];
			const [b, c] = [begin + ((n + 1) % 3), begin + ((n + 2) % 3)];
			const [bx, by, cx, cy] = [this.x[b], this.y[b], this.x[c], this.y[c]];
			const factor = isFlat[triangle] ? 0 : 1 / (4 * heights[side]);
			this.h[3 * side] = factor * (bx * bx + cx * cx - ax * ax);
			this.h[3 * side + 1] = factor * 2 * (bx * by + cx * cy - ax * ay);
			this.h[3 * side + 2] = factor * (by * by + cy * cy - ay * ay);
		}
	}

	private add(number: number, x: number, y: number, turn: number): void {
		const i = this.sideCount++;
		this.numbers[i] = number;
		this.x[i] = x;
		this.y[i] = y;
		this.turns[i] = turn;
	}

	/** How much of what is wanted no combination of the jumps gives. */
	private outOfReach(): number {
		const { jumps, directions, wanted } = this;
		const rest = new Float64Array(3);
		let count = 0;
		const remove = () => {
			for (let d = 0; d < 3 * count; d += 3) {
				const share =
					rest[0] * directions[d] +
					rest[1] * directions[d + 1] +
					rest[2] * directions[d + 2];
				for (let k = 0; k < 3; k++) rest[k] -= share * directions[d + k];
			}
		};
		for (let j = 0; j < jumps.length && count < 3; j += 3) {
			for (let k = 0; k < 3; k++) rest[k] = jumps[j + k];
			const size = length(rest);
			remove();
			const left = length(rest);
			if (!(left > leastDirection * size)) continue;
			for (let k = 0; k < 3; k++) directions[3 * count + k] = rest[k] / left;
			count++;
		}
		rest.set(wanted);
		remove();
		return length(rest);
	}

	/** The numbers with the least sum of squares whose combination of jumps is the one wanted, or nearest to it. */
	private combine(): void {
		const { jumps, combination, wanted } = this;
		combination.length = 0;
		let [a, b, c, d, e, f] = [0, 0, 0, 0, 0, 0];
		for (let j = 0; j < jumps.length; j += 3) {
			const [p, q, r] = [jumps[j], jumps[j + 1], jumps[j + 2]];
			a += p * p;
			b += p * q;
			c += p * r;
			d += q * q;
			e += q * r;
			f += r * r;
		}
		const trace = a + d + f;
		a += 1e-9 * trace;
		d += 1e-9 * trace;
		f += 1e-9 * trace;
		// By the adjugate of [a b c; b d e; c e f].
		const [A, B, C] = [d * f - e * e, c * e - b * f, b * e - c * d];
		const [D, E, F] = [a * f - c * c, b * c - a * e, a * d - b * b];
		const [u, v, w] = wanted;
		const scale = trace === 0 ? 0 : 1 / (a * A + b * B + c * C);
		const y = [
			scale * (A * u + B * v + C * w),
			scale * (B * u + D * v + E * w),
			scale * (C * u + E * v + F * w),
		];
		for (let j = 0; j < jumps.length; j += 3)
			combination.push(
				jumps[j] * y[0] + jumps[j + 1] * y[1] + jumps[j + 2] * y[2],
			);
	}
}

const length = (v: Float64Array): number =>
	Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
