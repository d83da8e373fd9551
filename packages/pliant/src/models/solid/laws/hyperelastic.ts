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
	type Matrix,
	mul,
	pow,
} from "../../../energy/index.ts";
import type { Symbols } from "../../elementModel.ts";
import type { Parameters } from "../../parameters.ts";
import {
	type Invariants,
	positiveOfInvariants,
} from "../positiveOfInvariants.ts";
import {
	type LawConstants,
	type SolidLaw,
	type SolidLawDefinition,
	solidLaw,
} from "../solidLaw.ts";

export function hyperelastic<P extends Parameters, C extends LawConstants>({
	energy,
	...described
}: Omit<SolidLawDefinition<P, C>, "psi"> & {
	/** Energy density [J/m³]. */
	readonly energy: (invariants: Invariants, constants: Symbols<C>) => Expr;
}): SolidLaw<P, C> & Required<Pick<SolidLaw<P, C>, "positive">> {
	const positive = (F: Matrix, constants: Symbols<C>) =>
		positiveOfInvariants(F, (invariants) => energy(invariants, constants));
	const law = solidLaw({
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
		positive,
	});
	return Object.assign(law, { positive });
}

export type { Invariants };

/** Invariants that a change of volume leaves alone: J^(−2/3) I₁ and J^(−4/3) I₂. */
export function reduced({ I1, I2, J }: Invariants): Invariants {
	const factor = pow(J, -2 / 3);
	return { I1: mul(factor, I1), I2: mul(mul(factor, factor), I2), J };
}
