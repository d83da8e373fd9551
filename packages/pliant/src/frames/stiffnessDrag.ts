/**
 * Rayleigh damping by the stiffness K of the beginning of a step, as a potential: 1/(2h) dᵀ βK d, with d how far the frames have come
 * since (`motion.ts`).
 */
import { velocitySize } from "../mappings/skinning.ts";
import { inverseLeftJacobian } from "./motion.ts";

export class StiffnessDrag {
	/** βK/h. */
	private readonly drag: Float64Array;
	private readonly size: number;

	constructor(K: Float64Array, factor: number) {
		this.drag = K.map((entry) => factor * entry);
		this.size = Math.sqrt(K.length);
	}

	private force(d: Float64Array): Float64Array {
		const { drag, size } = this;
		const out = new Float64Array(size);
		for (let i = 0; i < size; i++)
			for (let j = 0; j < size; j++) out[i] += drag[size * i + j] * d[j];
		return out;
	}

	value(d: Float64Array): number {
		return this.force(d).reduce((sum, f, i) => sum + (f * d[i]) / 2, 0);
	}

	/** out += gradient by small motions of the frames. */
	addGradient(d: Float64Array, out: Float64Array): void {
		const force = this.force(d);
		const jacobians = jacobiansOf(d);
		for (let i = 0; i < out.length; i++)
			out[i] += turnedBack(jacobians, force, i);
	}

	addHessian(d: Float64Array, out: Float64Array): void {
		const { size } = this;
		const jacobians = jacobiansOf(d);
		const sum = this.drag.slice();
		// J⁻ᵀ A J⁻¹: the rows, then the columns, which by symmetry are rows again.
		for (let turn = 0; turn < 2; turn++) {
			for (let c = 0; c < size; c++) {
				const column = Float64Array.from(
					{ length: size },
					(_, r) => sum[size * r + c],
				);
				for (let r = 0; r < size; r++)
					sum[size * r + c] = turnedBack(jacobians, column, r);
			}
			transpose(sum, size);
		}
		for (let i = 0; i < sum.length; i++) out[i] += sum[i];
	}
}

const jacobiansOf = (d: Float64Array): number[][] =>
	Array.from({ length: d.length / velocitySize }, (_, i) =>
		inverseLeftJacobian(d.subarray(velocitySize * i)),
	);

/** Entry i of diag(Jᵀ, 1) f. */
function turnedBack(
	jacobians: readonly number[][],
	f: Float64Array,
	i: number,
): number {
	const k = i % velocitySize;
	if (k >= 3) return f[i];
	const J = jacobians[Math.floor(i / velocitySize)];
	const first = i - k;
	return J[k] * f[first] + J[3 + k] * f[first + 1] + J[6 + k] * f[first + 2];
}

function transpose(A: Float64Array, size: number): void {
	for (let r = 0; r < size; r++)
		for (let c = 0; c < r; c++)
			[A[size * r + c], A[size * c + r]] = [A[size * c + r], A[size * r + c]];
}
