/** Isotropic solids. */
import { between, positive } from "../parameters.ts";

export const solidMaterial = {
	youngModulus: positive({
		unit: "Pa",
		meaning: "Young modulus",
		typical: 5e4,
	}),
	poissonRatio: between(-1, 0.5, {
		unit: "1",
		meaning: "Poisson ratio",
		typical: 0.4,
	}),
} as const;

/** Lamé constants [Pa]. */
export function lameParameters({
	youngModulus: E,
	poissonRatio: nu,
}: {
	readonly youngModulus: number;
	readonly poissonRatio: number;
}) {
	return {
		lambda: (E * nu) / ((1 + nu) * (1 - 2 * nu)),
		mu: E / (2 * (1 + nu)),
	};
}

/** The moduli of laws that reduce to E and ν for small strains. */
export const solidModuli = ({
	youngModulus,
	poissonRatio,
}: {
	readonly youngModulus: number;
	readonly poissonRatio: number;
}) => ({ youngModulus, poissonRatio });
