/**
 * The slopes d of Morley bending as combinations of the jumps around: those of least size with which every quadratic surface has its
 * own slopes, and so its own energy.
 *
 * On a quadratic surface with second derivatives H the slope h across a side is u·H v / (2 height), where u and v are the other two
 * sides, from the vertex opposite. With q(u) = u·H u of the sides that is (q(u) + q(v) − q(u − v)) / (4 height), and q has three
 * coefficients. So there are three conditions for the numbers D of d_e = Σ D_ef j_f, and an edge has five jumps around it, its own
 * included. Where they do not tell quadratic surfaces apart, as at some boundaries, it looks further.
 *
 * Sheets have millions of edges: what is found for one is written over what was found for the last, and numbers are moved one by one, since
 * calls of `copyWithin`, `fill` and `set` for a few of them took a quarter of the time.
 */
import { type Sheet, triangleOf } from "./sheet.ts";

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
	readonly candidates = new Uint32Array(mostSides);
	readonly combination = new Float64Array(mostSides);
	private candidateCount = 0;
	private readonly sheet: Sheet;
	/** Where the sides of each triangle begin among those unfolded; −1 for triangles that are not. */
	private readonly placeOf: Int32Array;
	/** Sides of unfolded triangles as vectors in the plane, relative to the edge, and whether the triangle is to their left (1) or right (−1). */
	private readonly numbers = new Int32Array(mostSides);
	private readonly x = new Float64Array(mostSides);
	private readonly y = new Float64Array(mostSides);
	private readonly turns = new Int8Array(mostSides);
	private sideCount = 0;
	/** The first of those that were unfolded last. */
	private rim = 0;
	/** Jumps of the candidates, three numbers each. */
	private readonly jumps = new Float64Array(3 * mostSides);
	private readonly wanted = new Float64Array(3);
	private readonly directions = new Float64Array(9);

	constructor(sheet: Sheet) {
		this.sheet = sheet;
		this.placeOf = new Int32Array(sheet.triangleCount).fill(-1);
	}

	/** D of an edge, as `candidates` and `combination`; returns how many there are. */
	findSlope(edge: number): number {
		const { sheet, wanted } = this;
		this.foldUp();
		const side = sheet.sides[2 * edge];
		const other = sheet.sides[2 * edge + 1];
		this.unfold(side, 1, 0, 1);
		if (other >= 0) this.unfoldAcross(0, other);
		for (let k = 0; k < 3; k++) wanted[k] = 0;
		this.addSlope(side, 1);
		const size = length(wanted[0], wanted[1], wanted[2]);
		if (other >= 0) {
			this.addSlope(side, -sheet.shares[side]);
			this.addSlope(other, -sheet.shares[side]);
		}
		if (length(wanted[0], wanted[1], wanted[2]) <= negligible * size) return 0;
		for (let rings = 1; ; rings++) {
			this.findCandidates();
			this.unfoldBeyondRim();
			this.findJumps();
			if (rings === mostRings || this.outOfReach() <= 1e-6 * size) {
				this.combine();
				return this.candidateCount;
			}
		}
	}

	/** Forgets what was unfolded. */
	private foldUp(): void {
		const { numbers, placeOf, sideCount } = this;
		for (let i = 0; i < sideCount; i += 3) placeOf[triangleOf(numbers[i])] = -1;
		this.sideCount = 0;
		this.rim = 0;
	}

	/** Adds a multiple of the h of an unfolded side to what is wanted, for each of the three coefficients of H. */
	private addSlope(side: number, factor: number): void {
		const { isFlat, heights } = this.sheet;
		const { x, y, wanted } = this;
		const triangle = triangleOf(side);
		if (isFlat[triangle]) return;
		const begin = this.placeOf[triangle];
		const a = begin + turnsFrom(this.numbers[begin], side);
		const b = begin + ((a - begin + 1) % 3);
		const c = begin + ((a - begin + 2) % 3);
		const scale = factor / (4 * heights[side]);
		wanted[0] += scale * (x[b] * x[b] + x[c] * x[c] - x[a] * x[a]);
		wanted[1] += scale * 2 * (x[b] * y[b] + x[c] * y[c] - x[a] * y[a]);
		wanted[2] += scale * (y[b] * y[b] + y[c] * y[c] - y[a] * y[a]);
	}

	/** The jumps of the candidates: −j of quadratic surfaces is the sum of h. */
	private findJumps(): void {
		const { sides, isFlat, heights } = this.sheet;
		const { candidates, candidateCount, placeOf, numbers, x, y, jumps } = this;
		for (let i = 0; i < candidateCount; i++) {
			let xx = 0;
			let xy = 0;
			let yy = 0;
			for (let k = 2 * candidates[i]; k < 2 * candidates[i] + 2; k++) {
				const side = sides[k];
				const triangle = triangleOf(side);
				if (isFlat[triangle]) continue;
				const begin = placeOf[triangle];
				const turns = turnsFrom(numbers[begin], side);
				const a = begin + turns;
				const b = turns === 2 ? begin : a + 1;
				const c = turns === 0 ? begin + 2 : a - 1;
				const scale = -1 / (4 * heights[side]);
				xx += scale * (x[b] * x[b] + x[c] * x[c] - x[a] * x[a]);
				xy += scale * 2 * (x[b] * y[b] + x[c] * y[c] - x[a] * y[a]);
				yy += scale * (y[b] * y[b] + y[c] * y[c] - y[a] * y[a]);
			}
			jumps[3 * i] = xx;
			jumps[3 * i + 1] = xy;
			jumps[3 * i + 2] = yy;
		}
	}

	/** The edges of the unfolded triangles that are not on the boundary, ascending. */
	private findCandidates(): void {
		const { edgeOf, sides } = this.sheet;
		const { candidates } = this;
		let count = 0;
		for (let i = 0; i < this.sideCount; i++) {
			const edge = edgeOf[this.numbers[i]];
			if (sides[2 * edge + 1] < 0) continue;
			let at = count;
			while (at > 0 && candidates[at - 1] > edge) at--;
			if (at > 0 && candidates[at - 1] === edge) continue;
			for (let k = count++; k > at; k--) candidates[k] = candidates[k - 1];
			candidates[at] = edge;
		}
		this.candidateCount = count;
	}

	private unfoldBeyondRim(): void {
		const { sides, edgeOf } = this.sheet;
		const { placeOf } = this;
		const end = this.sideCount;
		const begin = this.rim;
		this.rim = end;
		for (let i = begin; i < end; i++) {
			const edge = edgeOf[this.numbers[i]];
			for (let k = 2 * edge; k < 2 * edge + 2; k++)
				if (sides[k] >= 0 && placeOf[triangleOf(sides[k])] < 0)
					this.unfoldAcross(i, sides[k]);
		}
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
		const { lengths, areas } = this.sheet;
		const first = number - (number % 3);
		const second = first + ((number + 1) % 3);
		const third = first + ((number + 2) % 3);
		const triangle = triangleOf(first);
		const base = lengths[number] * lengths[number];
		const along =
			(base +
				lengths[second] * lengths[second] -
				lengths[third] * lengths[third]) /
			(2 * base);
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
		this.placeOf[triangle] = begin;
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
		const end = 3 * this.candidateCount;
		let count = 0;
		for (let j = 0; j <= end; j += 3) {
			// What is left of a jump, or at last of what is wanted, without its parts along the directions.
			const isLast = j === end || count === 9;
			let x = isLast ? wanted[0] : jumps[j];
			let y = isLast ? wanted[1] : jumps[j + 1];
			let z = isLast ? wanted[2] : jumps[j + 2];
			const size = length(x, y, z);
			for (let d = 0; d < count; d += 3) {
				const share =
					x * directions[d] + y * directions[d + 1] + z * directions[d + 2];
				x -= share * directions[d];
				y -= share * directions[d + 1];
				z -= share * directions[d + 2];
			}
			const left = length(x, y, z);
			if (isLast) return left;
			if (!(left > leastDirection * size)) continue;
			directions[count++] = x / left;
			directions[count++] = y / left;
			directions[count++] = z / left;
		}
		return 0;
	}

	/** The numbers with the least sum of squares whose combination of jumps is the one wanted, or nearest to it. */
	private combine(): void {
		const { jumps, combination, wanted } = this;
		const end = 3 * this.candidateCount;
		let a = 0;
		let b = 0;
		let c = 0;
		let d = 0;
		let e = 0;
		let f = 0;
		for (let j = 0; j < end; j += 3) {
			const p = jumps[j];
			const q = jumps[j + 1];
			const r = jumps[j + 2];
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
		const A = d * f - e * e;
		const B = c * e - b * f;
		const C = b * e - c * d;
		const D = a * f - c * c;
		const E = b * c - a * e;
		const F = a * d - b * b;
		const u = wanted[0];
		const v = wanted[1];
		const w = wanted[2];
		const scale = trace === 0 ? 0 : 1 / (a * A + b * B + c * C);
		const y0 = scale * (A * u + B * v + C * w);
		const y1 = scale * (B * u + D * v + E * w);
		const y2 = scale * (C * u + E * v + F * w);
		for (let j = 0; j < end; j += 3)
			combination[j / 3] =
				jumps[j] * y0 + jumps[j + 1] * y1 + jumps[j + 2] * y2;
	}
}

/** How many sides after another one of its triangle a side comes. */
const turnsFrom = (first: number, side: number): number =>
	side < first ? side - first + 3 : side - first;

const length = (x: number, y: number, z: number): number =>
	Math.sqrt(x * x + y * y + z * z);
