/**
 * Isotropic hyperelastic laws by their invariants: any W(I₁, I₂, J) of
 *
 *   I₁ = tr C,   I₂ = ½ ((tr C)² − tr C²) = |cof F|²,   J = det F,   C = FᵀF
 *
 * as a formula, so that a law takes a few lines:
 *
 *   const yeoh = hyperelastic({
 *     name: "yeoh", about: "…", material: { c1: positive({ … }), … }, constants: (material) => material,
 *     energy: (invariants, { c1, … }) => { const { I1 } = reduced(invariants); … },
 *   });
 *
 * Laws that are infinite for J → 0 are not defined for inverted elements; minimisation stays out of there.
 */
import {
	contract,
	cross,
	dot,
	type Expr,
	mul,
	pow,
} from "../../../energy/index.ts";
import type { Symbols } from "../../elementModel.ts";
import type { Parameters } from "../../parameters.ts";
import {
	type LawConstants,
	type SolidLawDefinition,
	solidLaw,
} from "../solidLaw.ts";

/** Invariants of the deformation; they are 3, 3 and 1 at rest. */
export interface Invariants {
	readonly I1: Expr;
	readonly I2: Expr;
	readonly J: Expr;
}

export function hyperelastic<P extends Parameters, C extends LawConstants>({
	energy,
	...described
}: Omit<SolidLawDefinition<P, C>, "psi"> & {
	/** Energy density [J/m³]. */
	readonly energy: (invariants: Invariants, constants: Symbols<C>) => Expr;
}) {
	return solidLaw({
		...described,
		psi: (F, constants) => {
			const [a, b, c] = F;
			const cofactors = [cross(b, c), cross(c, a), cross(a, b)];
			return energy(
				{
					I1: contract(F, F),
					I2: contract(cofactors, cofactors),
					J: dot(a, cofactors[0]),
				},
				constants,
			);
		},
	});
}

/** Invariants that a change of volume leaves alone: J^(−2/3) I₁ and J^(−4/3) I₂. */
export function reduced({ I1, I2, J }: Invariants): Invariants {
	const factor = pow(J, -2 / 3);
	return { I1: mul(factor, I1), I2: mul(mul(factor, factor), I2), J };
}
