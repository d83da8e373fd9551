/**
 * How small motions of frames move and strain samples at rest. With the displacement δᵢ(p) = θᵢ × (p − oᵢ) + dᵢ that frame i alone would give,
 *
 *     u = Σ wᵢ δᵢ,    ε = sym Σ δᵢ ⊗ ∇wᵢ        (weights that sum to one)
 *
 * for blending dual quaternions as for linear blending. Both are linear in the 6n numbers (θ₀, d₀, θ₁, …): u = J q and, with energy ½|y|² per
 * volume for a material of Young's modulus 1, y = √H ε = B q.
 */
import type { Vector3 } from "../../mesh/mesh.ts";
import type { Influences } from "../influences.ts";

/** Rows of B: εxx, εyy, εzz, εyz, εzx, εxy, scaled. */
export const strainRows = 6;
/** Rows of J: x, y, z. */
export const motionRows = 3;

export class RestMotion {
	readonly #influences: Influences;
	readonly #positions: Float64Array;
	readonly #origins: readonly Vector3[];
	/** √2μ, and what the trace adds to each normal strain. */
	readonly #shear: number;
	readonly #volumetric: number;

	constructor(
		influences: Influences,
		positions: Float64Array,
		origins: readonly Vector3[],
		poissonRatio: number,
	) {
		this.#influences = influences;
		this.#positions = positions;
		this.#origins = origins;
		// √H = √(3λ + 2μ) on the volumetric part and √2μ on the rest.
		this.#shear = Math.sqrt(1 / (1 + poissonRatio));
		this.#volumetric =
			(Math.sqrt(1 / (1 - 2 * poissonRatio)) - this.#shear) / 3;
	}

	get size(): number {
		return 6 * this.#origins.length;
	}

	/** Adds J of a sample, 3 rows of `size` numbers, to zeros. */
	motion(sample: number, J: Float64Array): void {
		const { size } = this;
		this.#forEach(sample, (frame, weight, _, offset) => {
			for (let k = 0; k < 3; k++) {
				J[k * size + 6 * frame + 3 + k] = weight;
				// θ × r
				const [a, b] = [(k + 1) % 3, (k + 2) % 3];
				J[k * size + 6 * frame + a] = weight * offset[b];
				J[k * size + 6 * frame + b] = -weight * offset[a];
			}
		});
	}

	/** Adds B of a sample, 6 rows of `size` numbers, to zeros. */
	strain(sample: number, B: Float64Array): void {
		const { size } = this;
		const delta = [0, 0, 0];
		this.#forEach(sample, (frame, _, g, r) => {
			for (let dof = 0; dof < 6; dof++) {
				// δ of a unit of this number.
				for (let k = 0; k < 3; k++) delta[k] = dof === 3 + k ? 1 : 0;
				if (dof < 3) {
					const [a, b] = [(dof + 1) % 3, (dof + 2) % 3];
					delta[a] = -r[b];
					delta[b] = r[a];
				}
				const trace = delta[0] * g[0] + delta[1] * g[1] + delta[2] * g[2];
				const column = 6 * frame + dof;
				for (let k = 0; k < 3; k++) {
					B[k * size + column] =
						this.#shear * delta[k] * g[k] + this.#volumetric * trace;
					const [a, b] = [(k + 1) % 3, (k + 2) % 3];
					// √2 εab, since a shear strain occurs twice.
					B[(3 + k) * size + column] =
						(this.#shear * (delta[a] * g[b] + delta[b] * g[a])) / Math.SQRT2;
				}
			}
		});
	}

	#forEach(
		sample: number,
		visit: (
			frame: number,
			weight: number,
			gradient: ArrayLike<number>,
			offset: ArrayLike<number>,
		) => void,
	): void {
		const { offsets, frames, weights, gradients } = this.#influences;
		const p = this.#positions.subarray(3 * sample, 3 * sample + 3);
		for (let e = offsets[sample]; e < offsets[sample + 1]; e++) {
			const o = this.#origins[frames[e]];
			visit(frames[e], weights[e], gradients.subarray(3 * e, 3 * e + 3), [
				p[0] - o[0],
				p[1] - o[1],
				p[2] - o[2],
			]);
		}
	}
}
