/** Isotropic membranes: moduli per length, since a sheet's thickness is part of its stiffness. */
import { between, positive } from "../parameters.ts";

export const membraneMaterial = {
	youngModulus2d: positive({
		unit: "N/m",
		meaning: "Young modulus of the material times thickness",
		typical: 200,
	}),
	poissonRatio: between(-1, 1, {
		unit: "1",
		meaning: "Poisson ratio in the plane of the sheet",
		typical: 0.3,
	}),
} as const;
