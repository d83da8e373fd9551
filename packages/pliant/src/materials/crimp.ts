/**
 * How threads harden as crimp is pulled out of them: the coefficients H [N/m] of the cube of strain, from secants to a larger load. Stress and strain are
 * those of the membrane, S = E ε + H ε³ with Green's strain ε = (λ² − 1)/2; the tension over the width at rest is λ S.
 */
import type { Fabric } from "./material.ts";

/** Largest tension of Kawabata's test, 500 gf/cm [N/m]. */
const testTension = 490.3325;

/** Along warp and weft; zero where nobody has stretched the fabric. */
export function crimpHardening(fabric: Fabric): readonly [number, number] {
	const { stretchedModuli2d, stretchedStrain } = fabric;
	if (!stretchedModuli2d) return [0, 0];
	const [warp, weft] = stretchedModuli2d;
	const of = (modulus: number, secant: number): number => {
		const stretch = 1 + testTension / secant;
		const strain = stretchedStrain ?? (stretch ** 2 - 1) / 2;
		const stress = stretchedStrain ? secant * strain : testTension / stretch;
		return Math.max(0, stress - modulus * strain) / strain ** 3;
	};
	return [of(fabric.warpModulus2d, warp), of(fabric.weftModulus2d, weft)];
}
