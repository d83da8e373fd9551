/**
 * Eigenvalues of small dense symmetric matrices, and the nearest positive semi-definite matrix.
 *
 * A = Q·T·Qᵀ with Householder reflections Q and tridiagonal T, then T = Zᵀ·diag(λ)·Z by implicit QL
 * steps with Wilkinson's shift; the rows of Z·Qᵀ are the eigenvectors. G. Golub, C. Van Loan, "Matrix
 * Computations", 4th ed., algorithms 8.3.1 and (turned upside down: QL for QR) 8.3.2 and 8.3.3.
 *
 * Everything is relative to the largest entry: errors of the eigenvalues are a few 10⁻¹⁶ of it.
 */

/** Arrays for matrices up to size × size. */
export interface EigenWorkspace {
	readonly size: number;
	/** Eigenvalues of the last decomposition, in no particular order. */
	readonly values: Float64Array;
	/** Unit eigenvectors: row k, of n numbers, belongs to values[k]. */
	readonly vectors: Float64Array;
	/** The matrix being reduced; right of the diagonal, row k keeps the k-th Householder vector. */
	readonly reduced: Float64Array;
	/** Factor 2 / vᵀv of each Householder vector v. */
	readonly factors: Float64Array;
	/** Entries of the tridiagonal matrix beside the diagonal: number k couples k and k + 1. */
	readonly offDiagonal: Float64Array;
}

export function createEigenWorkspace(size: number): EigenWorkspace {
	return {
		size,
		values: new Float64Array(size),
		vectors: new Float64Array(size * size),
		reduced: new Float64Array(size * size),
		factors: new Float64Array(size),
		offDiagonal: new Float64Array(size),
	};
}

/** Shift of the cheap test, relative to the largest diagonal entry: rigid motions have eigenvalues of ±round-off. */
const tolerance = 1e-12;

/**
 * Replaces the symmetric n × n `matrix` (row-major) by the nearest positive semi-definite one in the
 * Frobenius norm: negative eigenvalues become zero. Returns whether it changed anything. A matrix that
 * is positive semi-definite up to round-off stays as it is to the bit, and so does one with entries
 * that are not finite, which has no nearest one.
 */
export function projectToPositive(
	matrix: Float64Array,
	n: number,
	workspace: EigenWorkspace,
): boolean {
	if (isPositive(matrix, n, workspace)) return false;
	if (!decomposeSymmetric(matrix, n, workspace)) return false;
	const { values, vectors } = workspace;
	let smallest = 0;
	for (let k = 0; k < n; k++) if (values[k] < smallest) smallest = values[k];
	if (smallest === 0) return false;
	// Summing up the positive part, rather than taking the negative part off, leaves no cancellation
	// errors of the size of a large negative eigenvalue.
	for (let i = 0; i < n; i++) {
		for (let j = 0; j <= i; j++) {
			let sum = 0;
			for (let k = 0; k < n; k++) {
				if (values[k] <= 0) continue;
				sum += values[k] * (vectors[k * n + i] * vectors[k * n + j]);
			}
			matrix[i * n + j] = sum;
			matrix[j * n + i] = sum;
		}
	}
	return true;
}

/** Whether elimination of the slightly shifted matrix meets positive pivots only. */
function isPositive(
	matrix: Float64Array,
	n: number,
	workspace: EigenWorkspace,
): boolean {
	requireSize(n, workspace);
	const { reduced } = workspace;
	let largest = 0;
	for (let i = 0; i < n; i++) {
		if (matrix[i * n + i] > largest) largest = matrix[i * n + i];
	}
	for (let i = 0; i < n * n; i++) reduced[i] = matrix[i];
	for (let k = 0; k < n; k++) {
		const pivot = reduced[k * n + k] + tolerance * largest;
		if (!(pivot > 0 && pivot < Number.POSITIVE_INFINITY)) return false;
		for (let i = k + 1; i < n; i++) {
			const ratio = reduced[i * n + k] / pivot;
			for (let j = k + 1; j <= i; j++) {
				reduced[i * n + j] -= ratio * reduced[j * n + k];
			}
		}
	}
	return true;
}

/**
 * Fills the workspace's `values` and `vectors` for the symmetric n × n `matrix` (row-major, left as it
 * is). Returns false when an entry is not finite or the steps do not converge (not seen since `isCoupled`
 * looks at the diagonal); then they hold nothing of use.
 */
export function decomposeSymmetric(
	matrix: Float64Array,
	n: number,
	workspace: EigenWorkspace,
): boolean {
	requireSize(n, workspace);
	const { values, vectors, reduced } = workspace;
	// Scaled to a largest entry of 1, no square overflows, and what underflows is round-off.
	let scale = 0;
	for (let i = 0; i < n * n; i++) {
		const size = Math.abs(matrix[i]);
		if (!(size < Number.POSITIVE_INFINITY)) return false;
		if (size > scale) scale = size;
	}
	for (let i = 0; i < n * n; i++) {
		reduced[i] = scale > 0 ? matrix[i] / scale : 0;
	}
	vectors.fill(0);
	for (let k = 0; k < n; k++) vectors[k * n + k] = 1;
	tridiagonalise(n, workspace);
	for (let first = 0; first < n; first++) {
		if (!isolateFirst(first, n, workspace)) return false;
	}
	reflectVectors(n, workspace);
	for (let k = 0; k < n; k++) values[k] *= scale;
	return true;
}

/** A smaller squared length counts as zero: two over it might overflow. */
const tiny = 2 ** -900;

/**
 * Step k reflects row k, right of the diagonal, onto its first entry: with v = x ∓ |x|·e₁ and β = 2/vᵀv,
 * the rest B becomes (1 − β·v·vᵀ)·B·(1 − β·v·vᵀ) = B − v·wᵀ − w·vᵀ, w = p − ½β·(pᵀv)·v, p = β·B·v.
 */
function tridiagonalise(n: number, workspace: EigenWorkspace): void {
	const { values, reduced, factors, offDiagonal } = workspace;
	for (let k = 0; k < n; k++) {
		const row = k * n;
		values[k] = reduced[row + k];
		factors[k] = 0;
		if (k + 1 === n) break;
		const head = reduced[row + k + 1];
		offDiagonal[k] = head;
		let tailSquared = 0;
		for (let j = k + 2; j < n; j++) {
			tailSquared += reduced[row + j] * reduced[row + j];
		}
		if (tailSquared < tiny) continue;

		const length = Math.sqrt(head * head + tailSquared);
		offDiagonal[k] = head > 0 ? -length : length;
		const vHead = head - offDiagonal[k];
		reduced[row + k + 1] = vHead;
		const factor = 2 / (vHead * vHead + tailSquared);
		factors[k] = factor;

		// The columns of `reduced` left of the diagonal are free; column k takes p, then w.
		let pv = 0;
		for (let i = k + 1; i < n; i++) {
			let sum = 0;
			for (let j = k + 1; j < i; j++) {
				sum += reduced[j * n + i] * reduced[row + j];
			}
			for (let j = i; j < n; j++) {
				sum += reduced[i * n + j] * reduced[row + j];
			}
			reduced[i * n + k] = factor * sum;
			pv += factor * sum * reduced[row + i];
		}
		for (let i = k + 1; i < n; i++) {
			reduced[i * n + k] -= 0.5 * factor * pv * reduced[row + i];
		}
		for (let i = k + 1; i < n; i++) {
			const vi = reduced[row + i];
			const wi = reduced[i * n + k];
			for (let j = i; j < n; j++) {
				reduced[i * n + j] -= vi * reduced[j * n + k] + wi * reduced[row + j];
			}
		}
	}
}

const roundOff = 2 ** -53;

/** Two or three steps are usual; the limit only keeps a mistake from hanging. */
const maximumSteps = 60;

/** QL steps until the tridiagonal matrix no longer couples `first` with what follows. */
function isolateFirst(
	first: number,
	n: number,
	workspace: EigenWorkspace,
): boolean {
	for (let step = 0; step < maximumSteps; step++) {
		let last = first;
		while (last + 1 < n && isCoupled(last, workspace)) last++;
		if (last === first) return true;
		stepQL(first, last, n, workspace);
	}
	return false;
}

/**
 * Whether the tridiagonal matrix, whose largest entry was 1 before the reduction, couples k and k + 1 beyond round-off. That
 * is relative to the diagonal where it is larger than 1: an absolute limit was out of reach of one in twenty springs,
 * which have the eigenvalue 2 twice.
 */
function isCoupled(k: number, { values, offDiagonal }: EigenWorkspace) {
	const size = Math.max(1, Math.abs(values[k]) + Math.abs(values[k + 1]));
	return Math.abs(offDiagonal[k]) > roundOff * size;
}

/** One implicit QL step on first … last: rotations from the bottom up chase an entry off the diagonals. */
function stepQL(
	first: number,
	last: number,
	n: number,
	workspace: EigenWorkspace,
): void {
	const { values, offDiagonal, vectors } = workspace;
	const coupling = offDiagonal[first];
	const q = (values[first + 1] - values[first]) / (2 * coupling);
	const root = Math.sqrt(q * q + 1);
	const shift = values[first] - coupling / (q + (q < 0 ? -root : root));

	let g = values[last] - shift;
	let sine = 1;
	let cosine = 1;
	let correction = 0;
	for (let i = last - 1; i >= first; i--) {
		const f = sine * offDiagonal[i];
		const b = cosine * offDiagonal[i];
		const r = Math.sqrt(f * f + g * g);
		if (i + 1 < last) offDiagonal[i + 1] = r;
		// Both vanish only when a sine underflows; the matrix then splits here.
		if (r === 0) {
			values[i + 1] -= correction;
			return;
		}
		sine = f / r;
		cosine = g / r;
		g = values[i + 1] - correction;
		const t = (values[i] - g) * sine + 2 * cosine * b;
		correction = sine * t;
		values[i + 1] = g + correction;
		g = cosine * t - b;
		const row = i * n;
		for (let j = row; j < row + n; j++) {
			const upper = vectors[j];
			const lower = vectors[j + n];
			vectors[j + n] = sine * upper + cosine * lower;
			vectors[j] = cosine * upper - sine * lower;
		}
	}
	values[first] -= correction;
	offDiagonal[first] = g;
}

/** Takes the eigenvectors of the tridiagonal matrix back through the reflections, last one first. */
function reflectVectors(n: number, workspace: EigenWorkspace): void {
	const { vectors, reduced, factors } = workspace;
	for (let k = n - 3; k >= 0; k--) {
		const v = k * n;
		if (factors[k] === 0) continue;
		for (let row = 0; row < n * n; row += n) {
			let sum = 0;
			for (let j = k + 1; j < n; j++) sum += reduced[v + j] * vectors[row + j];
			sum *= factors[k];
			for (let j = k + 1; j < n; j++) vectors[row + j] -= sum * reduced[v + j];
		}
	}
}

function requireSize(n: number, workspace: EigenWorkspace): void {
	if (n <= workspace.size) return;
	throw new Error(
		`symmetricEigen: the matrix is ${n} × ${n}, the workspace for up to ${workspace.size}; create a larger one`,
	);
}
