/** Knits: the warp is the wale, along the columns of loops, the weft the course. */
import { wang, wangScale, wangStrain } from "./fabricSources.ts";
import type { Entry, Fabric } from "./material.ts";

const construction = "knitted";

export const knittedFabrics: Readonly<Record<string, Entry<Fabric>>> = {
	jersey: {
		about:
			"T-shirt knit (interlock), 60 % cotton and 40 % polyester, 187 g/m².",
		construction,
		warpModulus2d: 34.5,
		weftModulus2d: 16.6,
		stretchedModuli2d: [406, 46.4],
		stretchedStrain: wangStrain,
		poissonRatio: 0.43,
		shearModulus2d: 18.4,
		warpRigidity: 1.43e-5,
		weftRigidity: 2.32e-5,
		twistRigidity: 1.54e-5,
		arealDensity: 0.187,
		thickness: 7e-4,
		basis: "measured",
		source: `${wang}: "gray interlock"; Poisson's ratio typical.`,
		note: `Stretch stiffens it many times over. ${wangScale}`,
	},
	"rib-knit": {
		about: "Underwear rib, 95 % cotton and 5 % spandex, 276 g/m².",
		construction,
		warpModulus2d: 65.2,
		weftModulus2d: 42.9,
		stretchedModuli2d: [255, 52.4],
		stretchedStrain: wangStrain,
		poissonRatio: 0,
		shearModulus2d: 41.6,
		warpRigidity: 3.22e-5,
		weftRigidity: 4.62e-5,
		twistRigidity: 1.04e-5,
		arealDensity: 0.276,
		thickness: 1e-3,
		basis: "measured",
		source: `${wang}: "ivory rib knit".`,
		note: `Ribs lie along the stiffer direction by assumption. ${wangScale}`,
	},
	blanket: {
		about: "Blanket, 100 % polyester, 228 g/m².",
		construction,
		warpModulus2d: 171,
		weftModulus2d: 106,
		stretchedModuli2d: [329, 160],
		stretchedStrain: wangStrain,
		poissonRatio: 0.7,
		shearModulus2d: 15.1,
		warpRigidity: 5.98e-5,
		weftRigidity: 1.17e-4,
		twistRigidity: 4.33e-5,
		arealDensity: 0.228,
		thickness: 2e-3,
		basis: "measured",
		source: `${wang}: "pink ribbon brown"; moduli for one direction free to contract, C − c₁₂²/C' of the fit.`,
		note: wangScale,
	},
};
