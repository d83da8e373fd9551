/** Deformation and stress of solid elements at their integration points. */
import type { Vector3 } from "../../../mesh/mesh.ts";
import type { RestSample } from "../quadraticElements.ts";

/** Numbers per symmetric tensor, and the two axes of each. */
export const tensorAxes = [
	[0, 0],
	[1, 1],
	[2, 2],
	[0, 1],
	[1, 2],
	[0, 2],
] as const;

/** The elements of a body, as a simulation has them. */
export interface SampleSource {
	/** Positions of all nodes [m], xyz each, now and at rest. */
	readonly x: Float64Array;
	readonly rest: Float64Array;
	/** Calls a function for every sample with its cell, nodes and the gradient of its energy. */
	readonly visit: (
		each: (
			cell: number,
			sample: number,
			nodes: Uint32Array,
			gradient: Float64Array,
		) => void,
	) => void;
}

/** What is the case at one integration point; overwritten for the next. */
export interface SolidSample {
	readonly cell: number;
	readonly sample: number;
	/** That it stands for at rest [m³]. */
	readonly volume: number;
	/** The deformation gradient by rows. */
	readonly F: Float64Array;
	/** Cauchy's stress [Pa]: xx, yy, zz, xy, yz, xz. */
	readonly stress: Float64Array;
}

/**
 * Calls a function for every integration point. The gradient g of a sample's energy gives its stress, whatever the law:
 * Σ g⊗x = V P Fᵀ = V det(F) σ over its nodes.
 */
export function visitSamples(
	restAt: (X: readonly Vector3[], sample: number) => RestSample,
	{ x, rest, visit }: SampleSource,
	each: (sample: SolidSample) => void,
): void {
	const F = new Float64Array(9);
	const stress = new Float64Array(tensorAxes.length);
	visit((cell, sample, nodes, gradient) => {
		const X = Array.from(
			nodes,
			(node): Vector3 => [
				rest[3 * node],
				rest[3 * node + 1],
				rest[3 * node + 2],
			],
		);
		const { shapeGradients, volume } = restAt(X, sample);
		F.fill(0);
		stress.fill(0);
		for (const [n, node] of nodes.entries())
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < 3; c++)
					F[3 * r + c] += x[3 * node + r] * shapeGradients[n][c];
		const present = volume * determinant(F);
		for (const [n, node] of nodes.entries())
			for (const [k, [a, b]] of tensorAxes.entries())
				stress[k] +=
					(0.5 *
						(gradient[3 * n + a] * x[3 * node + b] +
							gradient[3 * n + b] * x[3 * node + a])) /
					present;
		each({ cell, sample, volume, F, stress });
	});
}

/** J F⁻ᵀ, row r and column c. */
const cofactor = (F: Float64Array, r: number, c: number): number => {
	const [a, b] = [(r + 1) % 3, (r + 2) % 3];
	const [d, e] = [(c + 1) % 3, (c + 2) % 3];
	return F[3 * a + d] * F[3 * b + e] - F[3 * a + e] * F[3 * b + d];
};

const axes = [0, 1, 2];

const determinant = (F: Float64Array): number =>
	axes.reduce((sum, c) => sum + F[c] * cofactor(F, 0, c), 0);

/** Green's strain ½ (FᵀF − 1): xx, yy, zz, xy, yz, xz. */
export const greenStrainOf = (F: Float64Array): number[] =>
	tensorAxes.map(
		([a, b]) =>
			0.5 *
			(F[a] * F[b] +
				F[3 + a] * F[3 + b] +
				F[6 + a] * F[6 + b] -
				(a === b ? 1 : 0)),
	);

/** From Cauchy's stress σ: P = J σ F⁻ᵀ by rows, or S = F⁻¹ P as xx, yy, zz, xy, yz, xz. */
export function piolaStressOf(
	F: Float64Array,
	stress: Float64Array,
	which: "first" | "second",
): number[] {
	const [xx, yy, zz, xy, yz, xz] = stress;
	const sigma = [
		[xx, xy, xz],
		[xy, yy, yz],
		[xz, yz, zz],
	];
	const P = axes.map((r) =>
		axes.map((c) =>
			axes.reduce((sum, k) => sum + sigma[r][k] * cofactor(F, k, c), 0),
		),
	);
	if (which === "first") return P.flat();
	const J = determinant(F);
	return tensorAxes.map(
		([a, b]) =>
			axes.reduce((sum, k) => sum + cofactor(F, k, a) * P[k][b], 0) / J,
	);
}
