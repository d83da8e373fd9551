/** Stiffness of a thin sheet of an isotropic solid (Kirchhoff–Love plate). */
import { checkNumbers } from "./checkNumbers.ts";
import { poissonRatio, thickness, youngModulus } from "./quantities.ts";

const parameters = { youngModulus, poissonRatio, thickness };

export interface ThinSheet {
	/** Young modulus of the solid [Pa]. */
	readonly youngModulus: number;
	readonly poissonRatio: number;
	/** [m] */
	readonly thickness: number;
}

/** What a membrane model takes: E·t [N/m]. The Poisson ratio of plane stress is that of the solid. */
export function membraneOf(sheet: ThinSheet): {
	youngModulus2d: number;
	poissonRatio: number;
} {
	const s = checkNumbers("membraneOf", parameters, sheet);
	return {
		youngModulus2d: s.youngModulus * s.thickness,
		poissonRatio: s.poissonRatio,
	};
}

/** Bending rigidity E t³ / (12 (1 − ν²)) [N·m]. */
export function plateRigidity(sheet: ThinSheet): number {
	const s = checkNumbers("plateRigidity", parameters, sheet);
	return (
		(s.youngModulus * s.thickness ** 3) /
		(12 * (1 - s.poissonRatio * s.poissonRatio))
	);
}
