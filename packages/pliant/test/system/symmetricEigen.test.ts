import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	createEigenWorkspace,
	decomposeSymmetric,
	projectToPositive,
} from "../../src/system/symmetricEigen.ts";

function symmetric(
	n: number,
	entry: (i: number, j: number) => number,
): Float64Array {
	const matrix = new Float64Array(n * n);
	for (let i = 0; i < n; i++) {
		for (let j = 0; j <= i; j++) {
			matrix[i * n + j] = entry(i, j);
			matrix[j * n + i] = matrix[i * n + j];
		}
	}
	return matrix;
}

/** Σ weights[k] · row k · row kᵀ of the n-wide `rows`. */
function sumOfSquares(
	n: number,
	weights: ArrayLike<number>,
	rows: ArrayLike<number>,
): Float64Array {
	return symmetric(n, (i, j) => {
		let sum = 0;
		for (let k = 0; k < weights.length; k++) {
			sum += weights[k] * rows[k * n + i] * rows[k * n + j];
		}
		return sum;
	});
}

function distance(a: Float64Array, b: Float64Array): number {
	return Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0));
}

const largest = (matrix: Float64Array) =>
	matrix.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** Largest errors of A·v = λ·v, relative to A, and of the orthogonality of the vectors. */
function errors(matrix: Float64Array, n: number): [number, number] {
	const workspace = createEigenWorkspace(n);
	const original = matrix.slice();
	expect(decomposeSymmetric(matrix, n, workspace)).toBe(true);
	expect(matrix).toEqual(original);
	const { values, vectors } = workspace;
	const scale = largest(matrix) || 1;
	let residual = 0;
	let skew = 0;
	for (let k = 0; k < n; k++) {
		for (let i = 0; i < n; i++) {
			let sum = -(values[k] / scale) * vectors[k * n + i];
			let product = k === i ? -1 : 0;
			for (let j = 0; j < n; j++) {
				sum += (matrix[i * n + j] / scale) * vectors[k * n + j];
				product += vectors[k * n + j] * vectors[i * n + j];
			}
			residual = Math.max(residual, Math.abs(sum));
			skew = Math.max(skew, Math.abs(product));
		}
	}
	return [residual, skew];
}

const number = fc.double({ min: -1, max: 1, noNaN: true });
const size = fc.integer({ min: 1, max: 24 });
const randomSymmetric = size.chain((n) =>
	fc.array(number, { minLength: n * n, maxLength: n * n }).map((entries) => ({
		n,
		matrix: symmetric(n, (i, j) => entries[i * n + j]),
	})),
);

/** B·Bᵀ, mostly with fewer columns than rows: some eigenvalues are zero up to round-off. */
const randomSemiDefinite = fc.tuple(size, size).chain(([n, rank]) =>
	fc
		.array(number, { minLength: n * rank, maxLength: n * rank })
		.map((rows) => ({
			n,
			matrix: sumOfSquares(n, new Float64Array(rank).fill(1), rows),
		})),
);

describe("decomposeSymmetric", () => {
	test("finds orthogonal eigenvectors of random matrices", () => {
		fc.assert(
			fc.property(randomSymmetric, ({ n, matrix }) => {
				const [residual, skew] = errors(matrix, n);
				expect(residual).toBeLessThan(1e-14);
				expect(skew).toBeLessThan(1e-14);
			}),
			{ seed: 21, numRuns: 300 },
		);
	});

	test.each([
		["zero", 9, () => 0, [0, 0, 0, 0, 0, 0, 0, 0, 0]],
		["one by one", 1, () => -3, [-3]],
		["identity", 6, (i: number, j: number) => +(i === j), [1, 1, 1, 1, 1, 1]],
		["all ones", 5, () => 1, [0, 0, 0, 0, 5]],
		[
			"mirrored pairs",
			4,
			(i: number, j: number) => +(i + j === 3),
			[-1, -1, 1, 1],
		],
		[
			"chain",
			3,
			(i: number, j: number) => [2, -1, 0][i - j],
			[2 - Math.SQRT2, 2, 2 + Math.SQRT2],
		],
		[
			"graded",
			3,
			(i: number, j: number) => (i === j ? 10 ** (-8 * i) : 0),
			[1e-16, 1e-8, 1],
		],
	] as const)("knows the eigenvalues: %s", (_, n, entry, expected) => {
		const matrix = symmetric(n, entry);
		const [residual, skew] = errors(matrix, n);
		expect(residual).toBeLessThan(1e-15);
		expect(skew).toBeLessThan(1e-15);
		const workspace = createEigenWorkspace(n);
		decomposeSymmetric(matrix, n, workspace);
		for (const [k, value] of [...workspace.values]
			.sort((a, b) => a - b)
			.entries()) {
			expect(value).toBeCloseTo(expected[k], 14);
		}
	});

	test("finds the double eigenvalue of a spring, which is twice its entries", () => {
		const coordinate = fc.integer({ min: -1000, max: 1000 });
		const direction = fc.tuple(coordinate, coordinate, coordinate);
		fc.assert(
			fc.property(direction, (d) => {
				const lengthSquared = d.reduce((sum, c) => sum + c * c, 0) || 1;
				const matrix = symmetric(6, (i, j) => {
					const [r, c] = [i % 3, j % 3];
					const across = +(r === c) - (d[r] * d[c]) / lengthSquared;
					return i < 3 === j < 3 ? across : -across;
				});
				expect(errors(matrix, 6)[0]).toBeLessThan(1e-14);
			}),
			{ seed: 26, numRuns: 300 },
		);
	});

	test("passes over entries whose squares underflow", () => {
		const [residual] = errors(
			symmetric(3, (i, j) => [1, 1e-160, 1e-160][i - j]),
			3,
		);
		expect(residual).toBeLessThan(1e-15);
	});

	test.each([1e150, 1e-150, 1e300, 1e-300])("works at scale %d", (scale) => {
		const matrix = symmetric(9, (i, j) => scale * Math.sin(1 + i * j + i + j));
		const [residual, skew] = errors(matrix, 9);
		expect(residual).toBeLessThan(1e-14);
		expect(skew).toBeLessThan(1e-14);
	});

	test("rejects what is not finite, and stays usable", () => {
		const workspace = createEigenWorkspace(6);
		for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
			const matrix = symmetric(6, (i, j) => (i === 4 && j === 2 ? bad : 1));
			expect(decomposeSymmetric(matrix, 6, workspace)).toBe(false);
		}
		expect(
			decomposeSymmetric(
				symmetric(6, () => 1),
				6,
				workspace,
			),
		).toBe(true);
		expect(Math.max(...workspace.values)).toBeCloseTo(6, 14);
	});

	test("uses part of a larger workspace but refuses a smaller one", () => {
		const matrix = symmetric(4, (i, j) => 1 / (1 + i + j));
		const exact = createEigenWorkspace(4);
		const larger = createEigenWorkspace(7);
		decomposeSymmetric(matrix, 4, exact);
		decomposeSymmetric(matrix, 4, larger);
		expect(larger.values.slice(0, 4)).toEqual(exact.values);
		expect(larger.vectors.slice(0, 16)).toEqual(exact.vectors);
		expect(() =>
			decomposeSymmetric(matrix, 4, createEigenWorkspace(3)),
		).toThrow("create a larger one");
	});
});

describe("projectToPositive", () => {
	const workspace = createEigenWorkspace(24);

	test("leaves positive semi-definite matrices as they are, to the bit", () => {
		fc.assert(
			fc.property(
				randomSemiDefinite,
				fc.constantFrom(1, 1e150, 1e-120),
				({ n, matrix }, scale) => {
					const scaled = matrix.map((value) => value * scale);
					const original = scaled.slice();
					expect(projectToPositive(scaled, n, workspace)).toBe(false);
					expect(scaled).toEqual(original);
				},
			),
			{ seed: 22, numRuns: 500 },
		);
	});

	test("sets negative eigenvalues to zero, as the definition says", () => {
		fc.assert(
			fc.property(randomSymmetric, ({ n, matrix }) => {
				decomposeSymmetric(matrix, n, workspace);
				const values = workspace.values.slice(0, n);
				const clamped = values.map((value) => Math.max(value, 0));
				const expected = sumOfSquares(n, clamped, workspace.vectors);
				const projected = matrix.slice();
				const changed = projectToPositive(projected, n, workspace);
				const tolerance = 1e-12 * n * largest(matrix);
				expect(changed || Math.min(...values) >= -tolerance).toBe(true);
				expect(distance(projected, expected)).toBeLessThanOrEqual(tolerance);
			}),
			{ seed: 23, numRuns: 300 },
		);
	});

	test("is idempotent to the bit, also beside huge negative eigenvalues", () => {
		fc.assert(
			fc.property(
				randomSymmetric,
				fc.integer({ min: 0, max: 20 }),
				({ n, matrix }, exponent) => {
					for (let i = 0; i < n * n; i++) matrix[i] -= 10 ** exponent;
					projectToPositive(matrix, n, workspace);
					const once = matrix.slice();
					expect(projectToPositive(matrix, n, workspace)).toBe(false);
					expect(matrix).toEqual(once);
				},
			),
			{ seed: 24, numRuns: 300 },
		);
	});

	test("no other positive semi-definite matrix is nearer, and it comes nearer to all of them", () => {
		fc.assert(
			fc.property(randomSymmetric, randomSymmetric, (a, b) => {
				const n = Math.min(a.n, b.n);
				const matrix = symmetric(n, (i, j) => a.matrix[i * a.n + j]);
				const other = sumOfSquares(n, new Float64Array(n).fill(1), b.matrix);
				const projected = matrix.slice();
				projectToPositive(projected, n, workspace);
				const bound = distance(matrix, other) + 1e-12;
				expect(distance(matrix, projected)).toBeLessThan(bound);
				expect(distance(projected, other)).toBeLessThan(bound);
			}),
			{ seed: 25, numRuns: 300 },
		);
	});

	test.each([1, 1e150, 1e-150])(
		"keeps only the positive part at scale %d",
		(scale) => {
			const matrix = Float64Array.from([1, 2, 2, 1], (value) => value * scale);
			expect(projectToPositive(matrix, 2, workspace)).toBe(true);
			for (const value of matrix) expect(value / scale).toBeCloseTo(1.5, 14);
		},
	);

	test("turns a negative definite matrix into zero", () => {
		const matrix = symmetric(12, (i, j) => (i === j ? -2 : 0.1));
		expect(projectToPositive(matrix, 12, workspace)).toBe(true);
		expect(matrix).toEqual(new Float64Array(144));
	});

	test("tolerates round-off below zero, but not more", () => {
		const diagonal = (value: number) =>
			symmetric(3, (i, j) => (i === j ? [5, value, 0][i] : 0));
		expect(projectToPositive(diagonal(-1e-13), 3, workspace)).toBe(false);
		expect(projectToPositive(diagonal(-1e-10), 3, workspace)).toBe(true);
	});

	test("leaves zero matrices and such with NaN or infinity alone", () => {
		for (const value of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
			for (const [row, column] of [
				[0, 0],
				[5, 2],
				[8, 8],
			]) {
				const matrix = symmetric(9, (i, j) =>
					i === row && j === column ? value : 0,
				);
				const original = matrix.slice();
				expect(projectToPositive(matrix, 9, workspace)).toBe(false);
				expect(matrix).toEqual(original);
			}
		}
	});
});
