/**
 * Corotational elasticity: Hooke's law in the stretches, for large turns and moderate strains.
 *
 *   psi(F) = μ |F − R|² + λ/2 (tr U − 3)²,   F = RU,   |F − R|² = I₁ − 2 tr U + 3
 *
 * The trace t of the stretch is the largest root of  ¼ (t² − I₁)² = I₂ + 2 J t,  which follows from the invariants of U: t² = I₁ + 2 i₂ and
 * i₂² = I₂ + 2 J t. Newton's method finds it from above. Two of its steps are part of the formula and the others frozen: one step
 * from the root has the right first derivatives, two have the right second ones. Inverted elements have a negative stretch in U.
 */
import {
	add,
	div,
	type Expr,
	frozen,
	mul,
	sqrt,
	square,
	sub,
} from "../../../energy/index.ts";
import {
	lameParameters,
	solidMaterial,
	solidModuli,
} from "../solidMaterial.ts";
import { hyperelastic, type Invariants } from "./hyperelastic.ts";

/** From √(3 I₁), which is never below the root, and the root itself for equal stretches. */
const frozenSteps = 10;

export function stretchTrace(invariants: Invariants): Expr {
	const step = (t: Expr, { I1, I2, J }: Invariants): Expr => {
		const twice = sub(square(t), I1);
		const value = sub(mul(0.25, square(twice)), add(I2, mul(2, mul(J, t))));
		return sub(t, div(value, sub(mul(t, twice), mul(2, J))));
	};
	const held = {
		I1: frozen(invariants.I1),
		I2: frozen(invariants.I2),
		J: frozen(invariants.J),
	};
	let t = sqrt(mul(3, held.I1));
	for (let i = 0; i < frozenSteps; i++) t = step(t, held);
	return step(step(frozen(t), invariants), invariants);
}

export const corotational = hyperelastic({
	name: "corotational",
	about: "Hooke's law in the stretches, for large turns and moderate strains.",
	material: solidMaterial,
	constants: lameParameters,
	energy: (invariants, { lambda, mu }) => {
		const t = stretchTrace(invariants);
		return add(
			mul(mu, add(sub(invariants.I1, mul(2, t)), 3)),
			mul(0.5, mul(lambda, square(sub(t, 3)))),
		);
	},
	linearised: solidModuli,
});
