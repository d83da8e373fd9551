import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { singleThread, type Team } from "../../src/numerics/team.ts";
import { startTeam } from "../../src/numerics/threads.ts";
import { analyseFactor } from "../../src/solvers/linear/cholesky/analysis.ts";
import { SparseCholesky } from "../../src/solvers/linear/cholesky/sparseCholesky.ts";
import { factorRoom } from "../../src/solvers/linear/factorRoom.ts";
import { Arena } from "../../src/system/arena.ts";
import type { BlockPattern } from "../../src/system/blockPattern.ts";
import { nodeThreads } from "../../src/threads/node.ts";
import {
	bending,
	brick,
	gridOf,
	patternOf,
	patterns,
	randomGraph,
	tetrahedra,
} from "./patterns.ts";

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

const alone = await singleThread();

/** A solver that takes plain arrays, of one thread if not told otherwise. */
function newSolver(pattern: BlockPattern, team: Team = alone) {
	const arena = new Arena(team.memory);
	const solver = new SparseCholesky(analyseFactor(pattern), { arena, team });
	const factor = (blocks: Float64Array) => {
		solver.blocks.array.set(blocks);
		return solver.factor();
	};
	const solve = (b: Float64Array, x: Float64Array) => {
		const vector = arena.f64(b.length);
		vector.array.set(b);
		const solution = arena.f64(x.length);
		solver.solve(vector, 1, solution);
		x.set(solution.array);
	};
	return { solver, factor, solve };
}

/** Solves with a known right-hand side and returns max|A·x − b| / (max|A|·max|x| + max|b|). */
function residual(pattern: BlockPattern, blocks: Float64Array): number {
	const { solver, factor, solve } = newSolver(pattern);
	expect(factor(blocks)).toBe(true);
	expect(solver.failedRow).toBe(-1);
	const b = new Float64Array(3 * pattern.rows).map(randomNumbers(7));
	const x = new Float64Array(b.length);
	solve(b, x);
	const difference = multiply(pattern, blocks, x).map((y, i) => y - b[i]);
	if (b.length === 0) return 0;
	return largest(difference) / (largest(blocks) * largest(x) + largest(b));
}

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
		const { factor, solve } = newSolver(signed);
		factor(blocks);
		solve(b, x);
		const arena = new Arena(alone.memory);
		const inPlace = new SparseCholesky(analyseFactor(unsigned), {
			arena,
			team: alone,
		});
		const vector = arena.f64(b.length);
		vector.array.set(b);
		inPlace.blocks.array.set(blocks);
		inPlace.factor();
		inPlace.solve(vector, -1, vector);
		expect(vector.array).toEqual(x.map((value) => -value));
	});

	test("factors anew with the same bits as a fresh solver, also after a failure", () => {
		const pattern = patterns["brick box"];
		const blocks = springMatrix(pattern, 2, 0.01);
		const b = new Float64Array(3 * pattern.rows).map(randomNumbers(9));
		const used = newSolver(pattern);
		used.factor(springMatrix(pattern, 1, 1));
		expect(used.factor(blocks.map((value) => -value))).toBe(false);
		const solutionOf = ({ factor, solve }: typeof used) => {
			expect(factor(blocks)).toBe(true);
			const x = new Float64Array(b.length);
			solve(b, x);
			return x;
		};
		const solution = solutionOf(used);
		expect(solutionOf(newSolver(pattern))).toEqual(solution);
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
		const { solver, factor, solve } = newSolver(pattern);
		expect(factor(blocks)).toBe(false);
		expect(solver.failedRow).toBe(6);
		const x = new Float64Array(27);
		expect(() => solve(x, x)).toThrow("there is no factor");
	});

	test("refuses a singular matrix: two rows that are coupled with each other alone", () => {
		const pattern = patternOf(4, [
			[0, 1],
			[2, 3],
		]);
		const blocks = springMatrix(pattern, 1, 1);
		// Springs of stiffness one in each direction between rows 2 and 3, and nothing that holds them.
		for (const [row, column] of [
			[2, 2],
			[2, 3],
			[3, 2],
			[3, 3],
		]) {
			const k = pattern.columns.indexOf(column, pattern.rowStart[row]);
			for (let i = 0; i < 9; i++)
				blocks[9 * k + i] = i % 4 > 0 ? 0 : row === column ? 1 : -1;
		}
		const { solver, factor } = newSolver(pattern);
		expect(factor(blocks)).toBe(false);
		expect([2, 3]).toContain(solver.failedRow);
	});

	test("tells indefinite from definite matrices on a grid", () => {
		const pattern = patterns["bending grid"];
		const { solver, factor } = newSolver(pattern);
		expect(factor(springMatrix(pattern, 1, 1e-6))).toBe(true);
		expect(factor(springMatrix(pattern, 1, -1e-6))).toBe(false);
		expect(solver.failedRow).toBeGreaterThanOrEqual(0);
	});

	test("reports NaN anywhere in the matrix", () => {
		const pattern = patterns["two chains and an isolated row"];
		const { factor } = newSolver(pattern);
		for (const [k, column] of pattern.columns.entries()) {
			const blocks = springMatrix(pattern, 1, 1);
			const row = pattern.rowStart.findIndex((start) => start > k) - 1;
			const mirrored = pattern.columns.indexOf(row, pattern.rowStart[column]);
			blocks.fill(Number.NaN, 9 * k, 9 * k + 9);
			blocks.fill(Number.NaN, 9 * mirrored, 9 * mirrored + 9);
			expect(factor(blocks)).toBe(false);
		}
	});

	test("names what is wrong with its input", () => {
		const pattern = (rowStart: number[], columns: number[]) => ({
			rows: rowStart.length - 1,
			rowStart: Int32Array.from(rowStart),
			columns: Int32Array.from(columns),
		});
		expect(() => analyseFactor(pattern([0, 2, 3], [0, 1, 1]))).toThrow(
			"has block (0, 1) but not (1, 0)",
		);
		expect(() => analyseFactor(pattern([0, 1, 3], [0, 0, 1]))).toThrow(
			"has block (1, 0) but not (0, 1)",
		);
		expect(() => analyseFactor(pattern([0, 1, 1], [0]))).toThrow(
			"lacks the diagonal block of row 1",
		);
		const { factor, solve } = newSolver(patternOf(2, []));
		factor(springMatrix(patternOf(2, []), 1, 1));
		expect(() => solve(new Float64Array(6), new Float64Array(5))).toThrow(
			"solve: x has length 5; the pattern needs 6",
		);
	});

	test.each([
		["a sheet", gridOf([45, 45, 1], bending)],
		["a box", gridOf([12, 12, 12], tetrahedra)],
		["a slender box", gridOf([90, 5, 5], brick)],
	])("gives the same bits with 1, 2 and 4 threads: %s", async (_, pattern) => {
		expect(analyseFactor(pattern).branches.top.length).toBeGreaterThan(2);
		const blocks = springMatrix(pattern, 4, 1e-2);
		const bad = blocks.map((value) => -value);
		const b = new Float64Array(3 * pattern.rows).map(randomNumbers(3));
		const found = [];
		for (const count of [1, 2, 4]) {
			const team = count === 1 ? alone : await startTeam(nodeThreads(count));
			const { solver, factor, solve } = newSolver(pattern, team);
			const x = new Float64Array(b.length);
			expect(factor(blocks)).toBe(true);
			solve(b, x);
			expect(factor(bad)).toBe(false);
			found.push({ x, failedRow: solver.failedRow });
			if (count > 1) team.close();
		}
		expect(found[1]).toEqual(found[0]);
		expect(found[2]).toEqual(found[0]);
		const difference = multiply(pattern, blocks, found[0].x).map(
			(y, i) => y - b[i],
		);
		expect(largest(difference)).toBeLessThan(1e-9 * largest(b));
	});

	test("finds the same bad pivot with 1, 2 and 4 threads, in a branch and at the top", async () => {
		const pattern = gridOf([45, 45, 1], bending);
		const { nodes, branches } = analyseFactor(pattern);
		const [first, end] = branches.ranges[1];
		const columns = [
			[nodes.firstColumn[first] + 1, nodes.firstColumn[end] - 1],
			[nodes.firstColumn[branches.top[1]]],
		];
		for (const bad of columns) {
			const blocks = springMatrix(pattern, 4, 1e-2);
			for (const column of bad) {
				const row = nodes.order[column];
				const k = pattern.columns.indexOf(row, pattern.rowStart[row]);
				blocks[9 * k + 4] -= 1e3;
			}
			for (const count of [1, 2, 4]) {
				const team = count === 1 ? alone : await startTeam(nodeThreads(count));
				const { solver, factor } = newSolver(pattern, team);
				expect(factor(blocks)).toBe(false);
				expect(solver.failedRow).toBe(nodes.order[bad[0]]);
				if (count > 1) team.close();
			}
		}
	});

	test("takes the memory that is planned", () => {
		const arena = new Arena(alone.memory);
		const { bytes } = arena;
		const analysis = analyseFactor(patterns["bending grid"]);
		new SparseCholesky(analysis, { arena, team: alone });
		const taken = arena.bytes - bytes;
		expect(taken).toBeGreaterThan(analysis.plan.bytes);
		expect(taken).toBeLessThan(1.01 * analysis.plan.bytes + 2000);
	});

	test("says how much memory is missing", () => {
		const arena = new Arena(new WebAssembly.Memory({ initial: 1 }));
		arena.seal();
		const analysis = analyseFactor(gridOf([50, 50, 1], bending));
		expect(() => new SparseCholesky(analysis, { arena, team: alone })).toThrow(
			/MiB are needed, \d+ were kept; use a coarser mesh, or/,
		);
	});

	test.each([
		["a sheet", gridOf([71, 71, 1], bending)],
		["tetrahedra", gridOf([15, 15, 15], tetrahedra)],
		["hexahedra", gridOf([11, 11, 11], brick)],
		["rows that are all coupled", patterns["all coupled"]],
		["one row", patterns["one row"]],
	])("has enough room kept for it: %s", (_, pattern) => {
		const { plan } = analyseFactor(pattern);
		expect(2 * plan.bytes).toBeLessThan(
			factorRoom(pattern.rows, false, "direct"),
		);
	});
});
