/**
 * Chebyshev smoothing with block Jacobi: a fixed polynomial in D⁻¹A that is small on the upper part of the spectrum. It is
 * symmetric, needs no order of rows, and only products.
 */
import { addScaled, dot } from "../../../system/vector.ts";
import { addProduct, type BlockSparse } from "./blockSparse.ts";
import { invertSymmetric } from "./denseSymmetric.ts";

/** The polynomial's degree, and which part of the spectrum it damps: from a fraction of the largest eigenvalue on. */
const degree = 2;
const lowestFraction = 1 / 6;
/** The estimate of the largest eigenvalue comes from below. */
const safety = 1.1;

export class BlockSmoother {
	readonly A: BlockSparse;
	/** Inverses of the diagonal blocks. */
	readonly inverses: Float64Array;
	/** Largest eigenvalue of D⁻¹A, estimated. */
	readonly largest: number;
	private readonly residual: Float64Array;
	private readonly step: Float64Array;
	private readonly scaled: Float64Array;

	/** An estimate of the largest eigenvalue that is known already, from a similar matrix, saves making one. */
	constructor(A: BlockSparse, largest?: number) {
		this.A = A;
		const length = A.rows * A.rowSize;
		this.residual = new Float64Array(length);
		this.step = new Float64Array(length);
		this.scaled = new Float64Array(length);
		this.inverses = invertDiagonal(A);
		this.largest = largest ?? this.estimateLargest();
	}

	/** out = D⁻¹·r. */
	applyInverse(r: Float64Array, out: Float64Array): void {
		const { inverses } = this;
		const n = this.A.rowSize;
		for (let row = 0; row < r.length; row += n)
			for (let i = row; i < row + n; i++) {
				const at = i * n;
				let sum =
					inverses[at] * r[row] +
					inverses[at + 1] * r[row + 1] +
					inverses[at + 2] * r[row + 2];
				for (let j = 3; j < n; j++) sum += inverses[at + j] * r[row + j];
				out[i] = sum;
			}
	}

	/** x += p(D⁻¹A) D⁻¹ (b − A·x); `zero` says that x is, which saves a product. */
	smooth(b: Float64Array, x: Float64Array, zero: boolean): void {
		const { A, residual, step, scaled } = this;
		const high = safety * this.largest;
		const low = lowestFraction * high;
		const centre = (high + low) / 2;
		const half = (high - low) / 2;
		let rho = half / centre;
		residual.set(b);
		if (!zero) addProduct(A, -1, x, residual);
		this.applyInverse(residual, scaled);
		for (let i = 0; i < step.length; i++) step[i] = scaled[i] / centre;
		for (let k = 1; ; k++) {
			addScaled(x, 1, step, x);
			if (k === degree) return;
			addProduct(A, -1, step, residual);
			this.applyInverse(residual, scaled);
			const next = 1 / (2 * (centre / half) - rho);
			for (let i = 0; i < step.length; i++)
				step[i] = next * rho * step[i] + ((2 * next) / half) * scaled[i];
			rho = next;
		}
	}

	/** Power iteration from a fixed, rough vector. */
	private estimateLargest(): number {
		const { residual: y, step: x, scaled } = this;
		for (let i = 0; i < x.length; i++)
			x[i] = Math.sin(1.7 * i + 0.3) + (i % 2 ? -0.5 : 0.5);
		let value = 1;
		for (let k = 0; k < 12; k++) {
			y.fill(0);
			addProduct(this.A, 1, x, y);
			this.applyInverse(y, scaled);
			const size = Math.sqrt(dot(scaled, scaled));
			value = size / Math.sqrt(dot(x, x));
			if (!(size > 0)) return 1;
			for (let i = 0; i < x.length; i++) x[i] = scaled[i] / size;
		}
		return value;
	}
}

function invertDiagonal({
	rows,
	rowSize: n,
	rowStart,
	columnIndex,
	values,
}: BlockSparse): Float64Array {
	const inverses = new Float64Array(rows * n * n);
	for (let row = 0; row < rows; row++)
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
			if (columnIndex[k] === row) {
				const block = inverses.subarray(row * n * n, (row + 1) * n * n);
				block.set(values.subarray(k * n * n, (k + 1) * n * n));
				if (!invertSymmetric(block, n)) return new Float64Array(0);
			}
	return inverses;
}
