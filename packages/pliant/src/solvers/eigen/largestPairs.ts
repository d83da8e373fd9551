/**
 * The largest eigenvalues θ of A⁻¹M x = θ x, with A positive definite and M positive semi-definite: Lanczos' method in the inner product of M.
 *
 * A block of vectors is carried along a band (Ruhe's order: each vector of the basis yields one more), so that eigenvalues that come
 * several times are found as often; the basis is orthogonalised in full, and when it has grown it starts again from its best Ritz vectors
 * (Wu and Simon's thick restart). What has converged is put to the test: with a new random block beside it nothing larger may turn up.
 * A single vector saw one of the two bending modes of a square beam, and the other some restarts after all had seemed converged.
 *
 * A. Ruhe, "Implementation aspects of band Lanczos algorithms", Math. Comp. 33, 1979. K. Wu, H. Simon, "Thick-restart Lanczos method for
 * large symmetric eigenvalue problems", SIAM J. Matrix Anal. Appl. 22, 2000.
 */
import { createRandom } from "../../mesh/generators/random.ts";
import {
	createEigenWorkspace,
	decomposeSymmetric,
} from "../../system/symmetricEigen.ts";

export interface EigenProblem {
	readonly length: number;
	/** out = M x. */
	weigh(x: Float64Array, out: Float64Array): void;
	/** out = A⁻¹ b. */
	solve(b: Float64Array, out: Float64Array): void;
}

export interface EigenPairs {
	/** θ, descending. */
	readonly values: Float64Array;
	/** xᵀMx = 1, orthogonal to each other. */
	readonly vectors: readonly Float64Array[];
}

export interface PairsOptions {
	/** How many; fewer are found where there are no more. */
	readonly count: number;
	/** ‖A⁻¹Mx − θx‖ over θ. */
	readonly tolerance: number;
	/** Whether it is put to the test that none was missed; by default it is. */
	readonly isTested?: boolean;
}

const block = 6;
const mostRestarts = 300;

export function largestPairs(
	problem: EigenProblem,
	{ count, tolerance, isTested = true }: PairsOptions,
): EigenPairs {
	const basis = new Basis(problem, Math.max(2 * count, count + 8 * block));
	basis.addRandom(block);
	let confirmed: Float64Array | undefined;
	for (let restart = 0; restart < mostRestarts; restart++) {
		basis.expand();
		const ritz = basis.ritz();
		const found = Math.min(count, ritz.values.length);
		const values = ritz.values.slice(0, found);
		const converged = values.every(
			(value, i) => ritz.residuals[i] <= tolerance * value,
		);
		if (!converged) {
			basis.restart(ritz, Math.min(ritz.values.length, count + 2 * block));
			continue;
		}
		if (!isTested || (confirmed && isSame(values, confirmed, tolerance)))
			return { values, vectors: basis.combine(ritz, found) };
		confirmed = values;
		basis.restart(ritz, found);
		basis.dropPending();
		basis.addRandom(block);
	}
	throw new Error(
		`modes: no convergence in ${mostRestarts} restarts of Lanczos' method; ask for fewer modes, or check that the scene is held or has bending stiffness`,
	);
}

/** Errors of eigenvalues are of the order of the square of residuals, but of those that come several times. */
function isSame(a: Float64Array, b: Float64Array, tolerance: number): boolean {
	return (
		a.length === b.length &&
		a.every((value, i) => Math.abs(value - b[i]) <= tolerance * value)
	);
}

interface Ritz {
	/** Descending. */
	readonly values: Float64Array;
	readonly residuals: Float64Array;
	/** Coefficients of each Ritz vector in the basis. */
	readonly vectors: readonly Float64Array[];
}

class Basis {
	private readonly problem: EigenProblem;
	/** As many vectors are processed before a restart. */
	private readonly capacity: number;
	private vectors: Float64Array[] = [];
	/** How many of `vectors`, from the first on, A⁻¹M has been applied to. */
	private processed = 0;
	/** xᵢᵀ M A⁻¹M xⱼ of processed j, by rows of so many numbers. */
	private readonly projected: Float64Array;
	private readonly width: number;
	private readonly weighed: Float64Array;
	private readonly random = createRandom(1);

	constructor(problem: EigenProblem, capacity: number) {
		this.problem = problem;
		this.capacity = capacity;
		this.width = capacity + 2 * block;
		this.projected = new Float64Array(this.width ** 2);
		this.weighed = new Float64Array(problem.length);
	}

	/** Adds vectors of the range of A⁻¹M. */
	addRandom(count: number): void {
		const { problem, random, weighed } = this;
		const { length } = problem;
		for (let k = 0; k < count; k++) {
			const x = Float64Array.from({ length }, () => 2 * random() - 1);
			problem.weigh(x, weighed);
			problem.solve(weighed, x);
			this.add(x);
		}
	}

	/** Adds x, made orthogonal and of unit length. Returns its components along the basis, and along itself where anything is left of it. */
	private add(x: Float64Array): Float64Array {
		const { problem, vectors, weighed } = this;
		const components = new Float64Array(vectors.length + 1);
		problem.weigh(x, weighed);
		const before = Math.sqrt(dot(x, weighed));
		// Twice is enough.
		for (let pass = 0; pass < 2; pass++) {
			for (const [i, v] of vectors.entries()) {
				const along = dot(v, weighed);
				components[i] += along;
				subtract(x, along, v);
			}
			problem.weigh(x, weighed);
		}
		const length = Math.sqrt(Math.max(0, dot(x, weighed)));
		if (!(length > 1e-12 * before)) return components;
		components[vectors.length] = length;
		for (let i = 0; i < x.length; i++) x[i] /= length;
		vectors.push(x);
		return components;
	}

	expand(): void {
		const { problem, projected, width, weighed, vectors } = this;
		while (this.processed < Math.min(this.capacity, vectors.length)) {
			const j = this.processed++;
			const x = new Float64Array(problem.length);
			problem.weigh(vectors[j], weighed);
			problem.solve(weighed, x);
			for (const [i, component] of this.add(x).entries()) {
				projected[width * i + j] = component;
				projected[width * j + i] = component;
			}
		}
	}

	ritz(): Ritz {
		const { processed: n, projected, width, vectors } = this;
		const T = new Float64Array(n * n);
		for (let i = 0; i < n; i++)
			for (let j = 0; j < n; j++) T[n * i + j] = projected[width * i + j];
		const workspace = createEigenWorkspace(n);
		if (!decomposeSymmetric(T, n, workspace))
			throw new Error(
				"modes: the stiffness or the mass of the scene has entries that are not finite",
			);
		const order = Array.from({ length: n }, (_, k) => k).sort(
			(a, b) => workspace.values[b] - workspace.values[a],
		);
		const coefficients = order.map((k) =>
			workspace.vectors.slice(n * k, n * k + n),
		);
		const residual = (s: Float64Array) => {
			let sum = 0;
			for (let i = n; i < vectors.length; i++) {
				let part = 0;
				for (let j = 0; j < n; j++) part += projected[width * i + j] * s[j];
				sum += part * part;
			}
			return Math.sqrt(sum);
		};
		return {
			values: Float64Array.from(order, (k) => workspace.values[k]),
			residuals: Float64Array.from(coefficients, residual),
			vectors: coefficients,
		};
	}

	/** The first Ritz vectors. */
	combine({ vectors: coefficients }: Ritz, count: number): Float64Array[] {
		return coefficients.slice(0, count).map((s) => {
			const x = new Float64Array(this.problem.length);
			for (const [j, factor] of s.entries())
				subtract(x, -factor, this.vectors[j]);
			return x;
		});
	}

	/** Goes on with so many Ritz vectors, and with what has not been processed. */
	restart(ritz: Ritz, count: number): void {
		const kept = this.combine(ritz, count);
		this.vectors = [...kept, ...this.vectors.slice(this.processed)];
		this.processed = count;
		this.projected.fill(0);
		for (let i = 0; i < count; i++)
			this.projected[(this.width + 1) * i] = ritz.values[i];
	}

	/** Forgets what has not been processed: right where Ritz vectors that are kept have converged. */
	dropPending(): void {
		this.vectors.length = this.processed;
	}
}

function dot(a: Float64Array, b: Float64Array): number {
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
	return sum;
}

/** x −= factor · v. */
function subtract(x: Float64Array, factor: number, v: Float64Array): void {
	for (let i = 0; i < x.length; i++) x[i] -= factor * v[i];
}
