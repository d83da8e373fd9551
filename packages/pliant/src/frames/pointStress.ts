/** Strain and stress at a material point of a frame body, by the interpreter. */
import { type Expr, evaluate, gradient, input } from "../energy/index.ts";
import type { AppliedLaw } from "../models/solid/solidLaw.ts";
import { tensorAxes } from "../system/cellTensors.ts";

/** Symmetric tensors as xx, yy, zz, xy, yz, xz. */
export interface PointTensors {
	/** Green's, in rest coordinates. */
	readonly strain: readonly number[];
	/** Cauchy's [Pa]. */
	readonly stress: readonly number[];
}

/** @param F deformation gradient by rows; @param constants of the law there */
export function pointTensors(
	{ law }: AppliedLaw,
	constants: Readonly<Record<string, number>>,
	F: readonly number[],
): PointTensors {
	const unknowns = F.map((_, i) => input(`F${i}`));
	const symbols = Object.fromEntries(
		Object.keys(constants).map((name) => [name, input(name)]),
	);
	const values = new Map<Expr, number>();
	for (const [i, unknown] of unknowns.entries()) values.set(unknown, F[i]);
	for (const [name, symbol] of Object.entries(symbols))
		values.set(symbol, constants[name]);
	const rows = [0, 3, 6].map((i) => unknowns.slice(i, i + 3));
	const slopes = gradient(law.psi(rows, symbols), unknowns);
	const P = evaluate(slopes, (e) => values.get(e) as number);
	const determinant =
		F[0] * (F[4] * F[8] - F[5] * F[7]) +
		F[1] * (F[5] * F[6] - F[3] * F[8]) +
		F[2] * (F[3] * F[7] - F[4] * F[6]);
	const dot = (
		A: readonly number[],
		a: number,
		B: typeof A,
		b: number,
		step: 1 | 3,
	) => [0, 1, 2].reduce((sum, k) => sum + A[a + step * k] * B[b + step * k], 0);
	return {
		strain: tensorAxes.map(
			([i, j]) => (dot(F, i, F, j, 3) - (i === j ? 1 : 0)) / 2,
		),
		// P Fᵀ / det F.
		stress: tensorAxes.map(
			([i, j]) => dot(P, 3 * i, F, 3 * j, 1) / determinant,
		),
	};
}
