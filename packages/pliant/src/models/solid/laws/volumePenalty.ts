/**
 * A penalty on change of volume, to be added to another law: nothing else resists.
 *
 *   W = K/2 (J − 1)²
 *
 * Gilles et al. 2011, appendix B.
 */
import { mul, square, sub } from "../../../energy/index.ts";
import { positive } from "../../parameters.ts";
import { hyperelastic } from "./hyperelastic.ts";

export const volumePenalty = hyperelastic({
	name: "volume-penalty",
	about: "Penalty on change of volume, to be added to another law.",
	source: "Gilles et al. 2011, appendix B",
	material: {
		bulkModulus: positive({
			unit: "Pa",
			meaning: "bulk modulus",
			typical: 1e5,
		}),
	},
	constants: (material) => material,
	energy: ({ J }, { bulkModulus }) =>
		mul(0.5, mul(bulkModulus, square(sub(J, 1)))),
});
