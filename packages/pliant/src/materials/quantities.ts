/** Quantities that several functions of this folder take. */
import { between, positive } from "../models/parameters.ts";

export const youngModulus = positive({
	unit: "Pa",
	meaning: "Young modulus",
	typical: 1e6,
});

export const poissonRatio = between(-1, 0.5, {
	unit: "1",
	meaning: "Poisson ratio of an isotropic solid",
	typical: 0.45,
});

export const thickness = positive({
	unit: "m",
	meaning: "thickness of the sheet",
	typical: 1e-3,
});

export const arealDensity = positive({
	unit: "kg/m²",
	meaning: "mass per area; a fabric of 150 g/m² has 0.15",
	typical: 0.15,
});
