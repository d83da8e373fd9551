/** Stiffness of a round cord. */
import { positive } from "../models/parameters.ts";
import { checkNumbers } from "./checkNumbers.ts";
import { youngModulus } from "./quantities.ts";

const radius = positive({
	unit: "m",
	meaning: "radius of the cord, half its diameter",
	typical: 1e-4,
});

/** E π r² [N], from Young's modulus [Pa] and the radius [m]. */
export function axialStiffnessOf(cord: {
	readonly youngModulus: number;
	readonly radius: number;
}): number {
	const c = checkNumbers("axialStiffnessOf", { youngModulus, radius }, cord);
	return c.youngModulus * Math.PI * c.radius ** 2;
}
