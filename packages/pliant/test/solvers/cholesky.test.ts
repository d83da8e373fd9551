import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SparseCholesky } from "../../src/solvers/linear/cholesky.ts";
import { minimumDegreeOrder } from "../../src/solvers/linear/ordering.ts";
import { findSupernodes } from "../../src/solvers/linear/supernodes.ts";
import type { BlockPattern } from "../../src/system/blockPattern.ts";

type Pair = readonly [number, number];

function patternOf(rows: number, pairs: Iterable<Pair>): BlockPattern {
	const lists = Array.from({ length: rows }, (_, row) => new Set([row]));
	for (const [a, b] of pairs) {
		lists[a].add(b);
		lists[b].add(a);
	}
	const rowStart = new Int32Array(rows + 1);
	const columns: number[] = [];
	for (const [row, list] of lists.entries()) {
		columns.push(...[...list].sort((a, b) => a - b));
		rowStart[row + 1] = columns.length;
	}
	return { rows, rowStart, columns: Int32Array.from(columns) };
}

/** Vertices of an nx × ny × nz grid, each coupled with its neighbours at the offsets. */
function gridOf(
	[nx, ny, nz]: readonly [number, number, number],
	offsets: readonly (readonly [number, number, number])[],
): BlockPattern {
	const pairs: Pair[] = [];
	for (let x = 0; x < nx; x++) {
		for (let y = 0; y < ny; y++) {
			for (let z = 0; z < nz; z++) {
				for (const [dx, dy, dz] of offsets) {
					const [u, v, w] = [x + dx, y + dy, z + dz];
					if (u < 0 || v < 0 || w < 0 || u >= nx || v >= ny || w >= nz)
						continue;
					pairs.push([(x * ny + y) * nz + z, (u * ny + v) * nz + w]);
				}
			}
		}
	}
	return patternOf(nx * ny * nz, pairs);
}

const membrane = [
	[1, 0, 0],
	[0, 1, 0],
	[1, 1, 0],
] as const;
const bending = [...membrane, [1, -1, 0], [1, 2, 0], [2, 1, 0]] as const;
const brick = [-1, 0, 1].flatMap((x) =>
	[-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z] as const)),
);

/** Deterministic numbers in (−1, 1). */
function randomNumbers(seed: number): () => number {
	let state = seed + 1;
	return () => {
		state = (state * 48271) % 2147483647;
		return (2 * state) / 2147483647 - 1;
	};
}

/** Sum of springs with random symmetric positive definite 3×3 stiffness on every coupling, plus `ground` · 1. */
function springMatrix(
	pattern: BlockPattern,
	seed: number,
	ground: number,
): Float64Array {
	const { rows, rowStart, columns } = pattern;
	const random = randomNumbers(seed);
	const blocks = new Float64Array(9 * columns.length);
	const indexOf = (row: number, column: number) =>
		columns.subarray(0, rowStart[row + 1]).indexOf(column, rowStart[row]);
	for (let row = 0; row < rows; row++) {
		const diagonal = indexOf(row, row);
		for (let i = 0; i < 9; i += 4) blocks[9 * diagonal + i] += ground;
		for (let k = rowStart[row]; columns[k] < row; k++) {
			const g = Array.from({ length: 9 }, random);
			for (let i = 0; i < 3; i++) {
				for (let j = 0; j < 3; j++) {
					const value = g[i] * g[j] + g[3 + i] * g[3 + j] + g[6 + i] * g[6 + j];
					blocks[9 * k + 3 * i + j] -= value;
					blocks[9 * indexOf(columns[k], row) + 3 * i + j] -= value;
					blocks[9 * diagonal + 3 * i + j] += value;
					blocks[9 * indexOf(columns[k], columns[k]) + 3 * i + j] += value;
				}
			}
		}
	}
	return blocks;
}

function multiply(
	{ rows, rowStart, columns }: BlockPattern,
	blocks: Float64Array,
	x: Float64Array,
): Float64Array {
	const y = new Float64Array(3 * rows);
	for (let row = 0; row < rows; row++) {
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
			for (let i = 0; i < 9; i++) {
				y[3 * row + Math.floor(i / 3)] +=
					blocks[9 * k + i] * x[3 * columns[k] + (i % 3)];
			}
		}
	}
	return y;
}

function largest(values: Float64Array): number {
	return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Solves with a known right-hand side and returns max|A·x − b| / (max|A|·max|x| + max|b|). */
function residual(pattern: BlockPattern, blocks: Float64Array): number {
	const solver = new SparseCholesky(pattern);
	expect(solver.factor(blocks)).toBe(true);
	expect(solver.failedRow).toBe(-1);
	const b = new Float64Array(3 * pattern.rows).map(randomNumbers(7));
	const x = new Float64Array(b.length);
	solver.solve(b, x);
	const difference = multiply(pattern, blocks, x).map((y, i) => y - b[i]);
	if (b.length === 0) return 0;
	return largest(difference) / (largest(blocks) * largest(x) + largest(b));
}

const randomGraph = fc.integer({ min: 1, max: 40 }).chain((rows) => {
	const row = fc.nat({ max: rows - 1 });
	return fc
		.array(fc.tuple(row, row), { maxLength: 3 * rows })
		.map((pairs) => patternOf(rows, pairs));
});

const star = (rows: number) =>
	patternOf(
		rows,
		Array.from({ length: rows - 1 }, (_, k): Pair => [0, k + 1]),
	);

const patterns: Record<string, BlockPattern> = {
	"no rows": patternOf(0, []),
	"one row": patternOf(1, []),
	"two separate rows": patternOf(2, []),
	"two coupled rows": patternOf(2, [[0, 1]]),
	"isolated rows": patternOf(50, []),
	"two chains and an isolated row": patternOf(7, [
		[0, 2],
		[2, 4],
		[1, 3],
		[3, 6],
	]),
	"all coupled": patternOf(
		30,
		Array.from({ length: 900 }, (_, k): Pair => [Math.floor(k / 30), k % 30]),
	),
	"one row coupled with all": star(2000),
	"membrane grid": gridOf([31, 31, 1], membrane),
	"bending grid": gridOf([25, 20, 1], bending),
	"brick box": gridOf([6, 7, 5], brick),
	beam: gridOf([60, 3, 3], brick),
};

describe("SparseCholesky", () => {
	test.each(Object.entries(patterns))("solves: %s", (_, pattern) => {
		expect(residual(pattern, springMatrix(pattern, 1, 1e-3))).toBeLessThan(
			1e-14,
		);
	});

	test("solves random systems, also nearly singular ones", () => {
		fc.assert(
			fc.property(
				randomGraph,
				fc.nat({ max: 1e6 }),
				fc.integer({ min: -8, max: 2 }),
				(pattern, seed, exponent) => {
					const blocks = springMatrix(pattern, seed, 10 ** exponent);
					expect(residual(pattern, blocks)).toBeLessThan(1e-13);
				},
			),
			{ seed: 11, numRuns: 200 },
		);
	});

	test("takes unsigned patterns and solves in place", () => {
		const signed = patterns["membrane grid"];
		const unsigned: BlockPattern = {
			rows: signed.rows,
			rowStart: Uint32Array.from(signed.rowStart),
			columns: Uint32Array.from(signed.columns),
		};
		const blocks = springMatrix(signed, 3, 0.1);
		const b = new Float64Array(3 * signed.rows).map(randomNumbers(5));
		const x = new Float64Array(b.length);
		const solver = new SparseCholesky(signed);
		solver.factor(blocks);
		solver.solve(b, x);
		const inPlace = new SparseCholesky(unsigned);
		inPlace.factor(blocks);
		inPlace.solve(b, b);
		expect(b).toEqual(x);
	});

	test("factors anew with the same bits as a fresh solver, also after a failure", () => {
		const pattern = patterns["brick box"];
		const blocks = springMatrix(pattern, 2, 0.01);
		const b = new Float64Array(3 * pattern.rows).map(randomNumbers(9));
		const used = new SparseCholesky(pattern);
		used.factor(springMatrix(pattern, 1, 1));
		expect(used.factor(blocks.map((value) => -value))).toBe(false);
		const fresh = new SparseCholesky(pattern);
		const solutions = [used, fresh].map((solver) => {
			expect(solver.factor(blocks)).toBe(true);
			const x = new Float64Array(b.length);
			solver.solve(b, x);
			return x;
		});
		expect(solutions[0]).toEqual(solutions[1]);
	});

	test.each([
		["negative", -1e-3],
		["zero", 0],
		["NaN", Number.NaN],
		["infinite", Number.POSITIVE_INFINITY],
	])("reports a %s pivot and its row", (_, pivot) => {
		const pattern = patternOf(9, [
			[0, 8],
			[3, 4],
		]);
		const blocks = springMatrix(pattern, 1, 1);
		const diagonal = pattern.columns.indexOf(6, pattern.rowStart[6]);
		blocks[9 * diagonal + 8] = pivot;
		const solver = new SparseCholesky(pattern);
		expect(solver.factor(blocks)).toBe(false);
		expect(solver.failedRow).toBe(6);
		const x = new Float64Array(27);
		expect(() => solver.solve(x, x)).toThrow("there is no factor");
	});

	test("tells indefinite from definite matrices on a grid", () => {
		const pattern = patterns["bending grid"];
		const solver = new SparseCholesky(pattern);
		expect(solver.factor(springMatrix(pattern, 1, 1e-6))).toBe(true);
		expect(solver.factor(springMatrix(pattern, 1, -1e-6))).toBe(false);
		expect(solver.failedRow).toBeGreaterThanOrEqual(0);
	});

	test("reports NaN anywhere in the matrix", () => {
		const pattern = patterns["two chains and an isolated row"];
		const solver = new SparseCholesky(pattern);
		for (const [k, column] of pattern.columns.entries()) {
			const blocks = springMatrix(pattern, 1, 1);
			const row = pattern.rowStart.findIndex((start) => start > k) - 1;
			const mirrored = pattern.columns.indexOf(row, pattern.rowStart[column]);
			blocks.fill(Number.NaN, 9 * k, 9 * k + 9);
			blocks.fill(Number.NaN, 9 * mirrored, 9 * mirrored + 9);
			expect(solver.factor(blocks)).toBe(false);
		}
	});

	test("names what is wrong with its input", () => {
		const pattern = (rowStart: number[], columns: number[]) => ({
			rows: rowStart.length - 1,
			rowStart: Int32Array.from(rowStart),
			columns: Int32Array.from(columns),
		});
		expect(() => new SparseCholesky(pattern([0, 2, 3], [0, 1, 1]))).toThrow(
			"has block (0, 1) but not (1, 0)",
		);
		expect(() => new SparseCholesky(pattern([0, 1, 3], [0, 0, 1]))).toThrow(
			"has block (1, 0) but not (0, 1)",
		);
		expect(() => new SparseCholesky(pattern([0, 1, 1], [0]))).toThrow(
			"lacks the diagonal block of row 1",
		);
		const solver = new SparseCholesky(patternOf(2, []));
		expect(() => solver.factor(new Float64Array(9))).toThrow(
			"factor: blocks has length 9; the pattern needs 18",
		);
		solver.factor(springMatrix(patternOf(2, []), 1, 1));
		expect(() =>
			solver.solve(new Float64Array(6), new Float64Array(5)),
		).toThrow("solve: x has length 5; the pattern needs 6");
	});
});

describe("elimination order", () => {
	const sorted = (order: Int32Array) => [...order].sort((a, b) => a - b);

	test.each(Object.entries(patterns))("is a permutation: %s", (_, pattern) => {
		const order = minimumDegreeOrder(pattern);
		const all = Array.from({ length: pattern.rows }, (_, row) => row);
		expect(sorted(order)).toEqual(all);
		expect(sorted(findSupernodes(pattern, order).order)).toEqual(all);
	});

	test("panels hold exactly the entries that elimination creates", () => {
		fc.assert(
			fc.property(randomGraph, (pattern) => {
				const nodes = findSupernodes(pattern, minimumDegreeOrder(pattern));
				const filled = eliminate(pattern, nodes.order);
				let blocks = 0;
				for (let s = 0; s < nodes.count; s++) {
					const rows = [
						...nodes.rows.subarray(nodes.rowStart[s], nodes.rowStart[s + 1]),
					];
					const [begin, end] = nodes.firstColumn.subarray(s, s + 2);
					for (let column = begin; column < end; column++) {
						expect(nodes.owner[column]).toBe(s);
						const below = rows.filter((row) => row >= column);
						expect(below).toEqual(filled[column]);
						blocks += below.length;
					}
				}
				expect(new SparseCholesky(pattern).factorBlocks).toBe(blocks);
			}),
			{ seed: 12, numRuns: 200 },
		);
	});

	test("keeps the fill of known graphs low", () => {
		const blocks = (pattern: BlockPattern) =>
			new SparseCholesky(pattern).factorBlocks;
		expect(blocks(star(2000))).toBe(3999);
		expect(blocks(gridOf([500, 1, 1], [[1, 0, 0]]))).toBe(999);
		expect(blocks(gridOf([71, 71, 1], membrane))).toBeLessThan(140e3);
		expect(blocks(gridOf([12, 12, 12], brick))).toBeLessThan(200e3);
	});

	/** Elimination by the book: the rows of each column of L, the diagonal first. */
	function eliminate(pattern: BlockPattern, order: Int32Array): number[][] {
		const place = new Map([...order].map((row, column) => [row, column]));
		const columns = [...order].map((row) => {
			const [begin, end] = pattern.rowStart.subarray(row, row + 2);
			const places = [...pattern.columns.subarray(begin, end)];
			return new Set(places.map((other) => place.get(other) ?? -1));
		});
		return columns.map((column, j) => {
			const rows = [...column].filter((i) => i >= j).sort((a, b) => a - b);
			for (const i of rows) for (const k of rows) columns[i].add(k);
			return rows;
		});
	}
});
