/**
 * Bending rigidity from how far a strip can be pushed over an edge until its tip meets a slope of 41.5° (ASTM D1388,
 * option A): its bending length c is half the overhang, and
 *
 *   D = ρ g c³        ρ: mass per area
 *
 * F. T. Peirce, "The 'handle' of cloth as a measurable quantity", J. Textile Institute 21 (1930) T377–T416. At this angle half is
 * what the heavy elastica gives (to 0.1 %); Peirce's formula for any angle, ∛(cos(θ/2)/(8 tan θ)), would be 2 % longer.
 */
import { positive } from "../models/parameters.ts";
import { checkNumbers } from "./checkNumbers.ts";
import { arealDensity } from "./quantities.ts";

const standardGravity = 9.80665;

const overhang = positive({
	unit: "m",
	meaning: "length of the strip beyond the edge",
	typical: 0.05,
});

/** Bending rigidity [N·m] from the overhang [m] and the mass per area [kg/m²]. */
export function fromCantilever(test: {
	readonly overhang: number;
	readonly arealDensity: number;
}): number {
	const t = checkNumbers("fromCantilever", { overhang, arealDensity }, test);
	return t.arealDensity * standardGravity * (t.overhang / 2) ** 3;
}
