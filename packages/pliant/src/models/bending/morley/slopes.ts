/**
 * The slopes d of Morley bending as combinations of the jumps around: those of least size with which every quadratic surface has its
 * own slopes, and so its own energy.
 *
 * On a quadratic surface with second derivatives H the slope h across a side is u·H v / (2 height), where u and v are the other two
 * sides, from the vertex opposite. With q(u) = u·H u of the sides that is (q(u) + q(v) − q(u − v)) / (4 height), and q has three
 * coefficients. So there are three conditions for the numbers D of d_e = Σ D_ef j_f, and an edge has five jumps around it, its own
 * included. Where they do not tell quadratic surfaces apart, as at some boundaries, it looks further.
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
/** Directions that are so much smaller than the jumps they come from do not count as directions. */
const leastDirection = 0.03;
/** A d this small relative to h need not be met. */
const negligible = 1e-9;

export function edgeSlopes(sheet: Sheet): Slopes {
	const offsets = new Uint32Array(sheet.edgeCount + 1);
	const others: number[] = [];
	const values: number[] = [];
	const patch = new Patch(sheet);
	for (let edge = 0; edge < sheet.edgeCount; edge++) {
		const [side] = sheet.sidesAt(edge);
		if (sheet.signs[side] !== 0)
			for (const [other, value] of patch.slope(edge)) {
				others.push(other);
				values.push(value);
			}
		offsets[edge + 1] = others.length;
	}
	return {
		offsets,
		others: Uint32Array.from(others),
		values: Float64Array.from(values),
	};
}

/** A value for each of the three coefficients of H. */
type Triple = readonly [number, number, number];

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a: Triple, factor: number, b: Triple): Triple => [
	a[0] + factor * b[0],
	a[1] + factor * b[1],
	a[2] + factor * b[2],
];
const size = (a: Triple) => Math.sqrt(dot(a, a));

/** The triangles around an edge, unfolded into the plane. */
class Patch {
	private readonly sheet: Sheet;
	/** h of the sides of unfolded triangles. */
	private readonly h = new Map<number, Triple>();
	/** Sides of the triangles unfolded last. */
	private rim: Side[] = [];

	constructor(sheet: Sheet) {
		this.sheet = sheet;
	}

	/** D of an edge. */
	slope(edge: number): [edge: number, value: number][] {
		const { sheet, h } = this;
		const [number, otherNumber] = sheet.sidesAt(edge);
		const side = { number, x: 1, y: 0, turn: 1 };
		h.clear();
		this.rim = [];
		this.unfold(side);
		if (otherNumber !== undefined) this.unfold(this.across(side, otherNumber));
		const own = h.get(number) as Triple;
		const wanted =
			otherNumber === undefined
				? own
				: plus(own, sheet.shares[number], this.jump(edge));
		if (size(wanted) <= negligible * size(own)) return [];
		for (let rings = 1; ; rings++) {
			const candidates = this.innerEdges();
			this.unfoldBeyondRim();
			const jumps = candidates.map((other) => this.jump(other));
			const isMet = outOfReach(wanted, jumps) <= 1e-6 * size(own);
			if (isMet || rings === mostRings)
				return leastCombination(wanted, jumps).map((value, n) => [
					candidates[n],
					value,
				]);
		}
	}

	/** −j of quadratic surfaces is the sum of h. */
	private jump(edge: number): Triple {
		const [one, other] = this.sheet.sidesAt(edge);
		const a = this.h.get(one) as Triple;
		const b = this.h.get(other) as Triple;
		return [-a[0] - b[0], -a[1] - b[1], -a[2] - b[2]];
	}

	/** The edges of the unfolded triangles that are not on the boundary, ascending. */
	private innerEdges(): number[] {
		const { edgeOf, sidesAt } = this.sheet;
		const edges = new Set<number>();
		for (const side of this.h.keys())
			if (sidesAt(edgeOf[side]).length === 2) edges.add(edgeOf[side]);
		return Array.from(edges).sort((a, b) => a - b);
	}

	private unfoldBeyondRim(): void {
		const { sidesAt, edgeOf } = this.sheet;
		const { rim } = this;
		this.rim = [];
		for (const side of rim)
			for (const other of sidesAt(edgeOf[side.number]))
				if (!this.h.has(other)) this.unfold(this.across(side, other));
	}

	/** The same edge as a side of the triangle beyond. */
	private across({ number, x, y, turn }: Side, other: number): Side {
		const { triangles } = this.sheet;
		const start = (side: number) =>
			triangles[side - (side % 3) + ((side + 1) % 3)];
		const sign = start(number) === start(other) ? 1 : -1;
		return { number: other, x: sign * x, y: sign * y, turn: -sign * turn };
	}

	/** Adds a triangle, given by one of its sides. */
	private unfold({ number, x, y, turn }: Side): void {
		const { lengths, areas, heights, isFlat } = this.sheet;
		const first = number - (number % 3);
		const second = first + ((number + 1) % 3);
		const third = first + ((number + 2) % 3);
		const triangle = first / 3;
		const base = lengths[number] ** 2;
		const along =
			(base + lengths[second] ** 2 - lengths[third] ** 2) / (2 * base);
		const height = (turn * 2 * areas[triangle]) / base;
		const sides = [
			{ number, x, y, turn },
			{
				number: second,
				x: -along * x - height * y,
				y: -along * y + height * x,
				turn,
			},
			{
				number: third,
				x: (along - 1) * x + height * y,
				y: (along - 1) * y - height * x,
				turn,
			},
		];
		for (let n = 0; n < 3; n++) {
			const [a, b, c] = [sides[n], sides[(n + 1) % 3], sides[(n + 2) % 3]];
			const factor = isFlat[triangle] ? 0 : 1 / (4 * heights[a.number]);
			this.h.set(a.number, [
				factor * (b.x * b.x + c.x * c.x - a.x * a.x),
				factor * 2 * (b.x * b.y + c.x * c.y - a.x * a.y),
				factor * (b.y * b.y + c.y * c.y - a.y * a.y),
			]);
		}
		this.rim.push(...sides);
	}
}

/** A triangle's side as a vector in the plane, relative to the patch's edge, and whether the triangle is to its left (1) or right (−1). */
interface Side {
	readonly number: number;
	readonly x: number;
	readonly y: number;
	readonly turn: number;
}

/** What no combination of the jumps gives of a wanted triple. */
function outOfReach(wanted: Triple, jumps: readonly Triple[]): number {
	const directions: Triple[] = [];
	const without = (a: Triple) =>
		directions.reduce((rest, d) => plus(rest, -dot(rest, d), d), a);
	for (const jump of jumps) {
		const rest = without(jump);
		if (size(rest) > leastDirection * size(jump))
			directions.push(plus([0, 0, 0], 1 / size(rest), rest));
	}
	return size(without(wanted));
}

/** The numbers with the least sum of squares whose combination of jumps is the one wanted, or nearest to it. */
function leastCombination(wanted: Triple, jumps: readonly Triple[]): number[] {
	const M = [0, 1, 2].map((a) =>
		[0, 1, 2].map((b) => jumps.reduce((sum, j) => sum + j[a] * j[b], 0)),
	);
	const trace = M[0][0] + M[1][1] + M[2][2];
	if (trace === 0) return jumps.map(() => 0);
	for (let a = 0; a < 3; a++) M[a][a] += 1e-9 * trace;
	const y = solveSymmetric(M, wanted);
	return jumps.map((jump) => dot(jump, y));
}

/** For a positive definite matrix of three rows. */
function solveSymmetric(M: readonly number[][], r: Triple): Triple {
	const [[a, b, c], [, d, e], [, , f]] = M;
	const adjugate: readonly Triple[] = [
		[d * f - e * e, c * e - b * f, b * e - c * d],
		[c * e - b * f, a * f - c * c, b * c - a * e],
		[b * e - c * d, b * c - a * e, a * d - b * b],
	];
	const determinant = dot([a, b, c], adjugate[0]);
	return adjugate.map((row) => dot(row, r) / determinant) as unknown as Triple;
}
