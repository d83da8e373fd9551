/**
 * Young's modulus of rubber from its hardness.
 * A. N. Gent, "On the relation between indentation hardness and Young's modulus", Trans. Inst. Rubber Industry 34 (1958) 46–57:
 *
 *   E [MPa] = 0.0981 (56 + 7.62336 S) / (0.137505 (254 − 2.54 S))
 *
 * Meant for 20 to 80 Shore A; rubbers of equal hardness differ by some 20 %.
 */
import { between } from "../models/parameters.ts";
import { checkNumbers } from "./checkNumbers.ts";

const shoreA = between(0, 100, {
	unit: "Shore A",
	meaning: "hardness on the A scale of a durometer",
	typical: 50,
});

/** Young's modulus [Pa] of a rubber of this Shore A hardness. */
export function fromShoreA(hardness: number): number {
	const S = checkNumbers("fromShoreA", { shoreA }, { shoreA: hardness }).shoreA;
	return (1e6 * 0.0981 * (56 + 7.62336 * S)) / (0.137505 * (254 - 2.54 * S));
}
