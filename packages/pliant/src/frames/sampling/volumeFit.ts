/**
 * Volumes of chosen samples by which forms come nearest to the identity: the least of Σ_forms |Σ v RᵀR − I|² / |I|², each |·|² a quadratic function of the
 * volumes, vᵀGv − 2c·v + |I|² with G = |RₚR_qᵀ|² and c = |Rₚ|².
 */
import { nonNegative } from "./nonNegative.ts";
import type { WhitenedForm } from "./whitenedForm.ts";

export interface FittedForm {
	readonly form: WhitenedForm;
	/** |I|²: the trace of the form over all samples, the number of motions that it sees. */
	readonly trace: number;
	/** Whether it must stay as it is, and others only come near. Default false. */
	readonly isKept?: boolean;
}

/** How much volumes are held to where they start, relative to what each counts for itself. */
const hold = 0.03;
/** How much a form that is kept counts beside the others; where so few samples cannot keep it, as much as they. */
const keptWeights = [1e6, 1];

export class VolumeFit {
	readonly #forms: readonly (FittedForm & { readonly gram: Gram })[];

	constructor(forms: readonly FittedForm[], chosen: Uint32Array) {
		this.#forms = forms.map((each) => ({
			...each,
			gram: gram(each.form, chosen),
		}));
	}

	/** The volumes near to given ones that fit best, none of them negative. */
	improve(start: Float64Array): Float64Array {
		const largestError = (volumes: Float64Array) =>
			Math.max(...this.errors(volumes));
		for (const keptWeight of keptWeights) {
			const volumes = this.#improve(start, keptWeight);
			if (largestError(volumes) < largestError(start)) return volumes;
		}
		return start;
	}

	#improve(start: Float64Array, keptWeight: number): Float64Array {
		const count = start.length;
		const G = new Float64Array(count * count);
		const c = new Float64Array(count);
		for (const { gram, isKept, trace } of this.#forms) {
			const weight = (isKept ? keptWeight : 1) / (trace || 1);
			for (let i = 0; i < G.length; i++) G[i] += weight * gram.G[i];
			for (let i = 0; i < count; i++) c[i] += weight * gram.c[i];
			if (isKept) continue;
			for (let i = 0; i < count; i++) {
				const own = hold * weight * gram.G[i * (count + 1)];
				G[i * (count + 1)] += own;
				c[i] += own * start[i];
			}
		}
		return nonNegative(G, c);
	}

	/** |Σ v RᵀR − I| / |I| of each form. */
	errors(volumes: Float64Array): number[] {
		const count = volumes.length;
		return this.#forms.map(({ gram: { G, c }, trace }) => {
			let sum = trace;
			for (let i = 0; i < count; i++) {
				sum -= 2 * c[i] * volumes[i];
				for (let j = 0; j < count; j++)
					sum += volumes[i] * G[i * count + j] * volumes[j];
			}
			return Math.sqrt(Math.max(0, sum) / (trace || 1));
		});
	}
}

interface Gram {
	readonly G: Float64Array;
	readonly c: Float64Array;
}

function gram({ rows, size, read }: WhitenedForm, chosen: Uint32Array): Gram {
	const count = chosen.length;
	const R = Array.from(chosen, (sample) => {
		const own = new Float64Array(rows * size);
		read(sample, own);
		return own;
	});
	const G = new Float64Array(count * count);
	for (let p = 0; p < count; p++)
		for (let q = 0; q <= p; q++) {
			const product = productNorm(R[p], R[q], rows, size);
			G[p * count + q] = product;
			G[q * count + p] = product;
		}
	return { G, c: Float64Array.from(R, normSquared) };
}

export function normSquared(values: Float64Array): number {
	let sum = 0;
	for (const value of values) sum += value * value;
	return sum;
}

/** |A Bᵀ|² of matrices by rows. */
function productNorm(
	A: Float64Array,
	B: Float64Array,
	rows: number,
	size: number,
): number {
	let sum = 0;
	for (let a = 0; a < rows * size; a += size)
		for (let b = 0; b < rows * size; b += size) {
			let product = 0;
			for (let k = 0; k < size; k++) product += A[a + k] * B[b + k];
			sum += product * product;
		}
	return sum;
}
