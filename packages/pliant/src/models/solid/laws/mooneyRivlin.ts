/**
 * Mooney–Rivlin rubber in reduced invariants, with a volume term:
 *
 *   W = c₁ (J^(−2/3) I₁ − 3) + c₂ (J^(−4/3) I₂ − 3) + K/2 (J − 1)²
 *
 * Linearised, its shear modulus is 2 (c₁ + c₂) and its bulk modulus K. Gilles et al. 2011, appendix B and eq. 29, where the
 * third reduced invariant cannot be read; J is taken.
 */
import { add, mul, square, sub } from "../../../energy/index.ts";
import { nonNegative, positive } from "../../parameters.ts";
import { hyperelastic, reduced } from "./hyperelastic.ts";

export const mooneyRivlin = hyperelastic({
	name: "mooney-rivlin",
	about:
		"Rubber by two constants and a bulk modulus, for large strains; infinitely stiff against collapse.",
	material: {
		c1: positive({ unit: "Pa", meaning: "constant of I₁", typical: 6e3 }),
		c2: nonNegative({ unit: "Pa", meaning: "constant of I₂", typical: 3e3 }),
		bulkModulus: positive({
			unit: "Pa",
			meaning: "bulk modulus",
			typical: 1e5,
		}),
	},
	constants: (material) => material,
	energy: (invariants, { c1, c2, bulkModulus }) => {
		const { I1, I2, J } = reduced(invariants);
		return add(
			add(mul(c1, sub(I1, 3)), mul(c2, sub(I2, 3))),
			mul(0.5, mul(bulkModulus, square(sub(J, 1)))),
		);
	},
	linearised: ({ c1, c2, bulkModulus: K }) => {
		const mu = 2 * (c1 + c2);
		return {
			youngModulus: (9 * K * mu) / (3 * K + mu),
			poissonRatio: (3 * K - 2 * mu) / (2 * (3 * K + mu)),
		};
	},
});
