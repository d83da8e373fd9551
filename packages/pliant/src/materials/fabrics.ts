/**
 * Fabrics. Those of Wang et al. are from the tables of their database, as simulators pass it on: its fit at zero strain, and bending rigidity as the mean
 * over its three directions at its smallest curvature (its rows are directions, its columns curvatures 5/m apart). The others
 * are typical of what the Kawabata system measures, Young's modulus being the secant to 490 N/m.
 */
import type { Entry, Fabric } from "./material.ts";

const wang =
	"H. Wang, J. F. O'Brien and R. Ramamoorthi 2011, Data-driven elastic models for cloth: modeling and measurement, ACM Trans. Graphics 30(4), and its database of ten fabrics";

const wangScale =
	"Programs that read these tables differ by a factor of two in the scale of stretching. Thickness is typical.";

const stiff =
	"Two woven fabrics of the database have nearly this Young modulus in all directions, so it may be a limit of the fit: take it as a lower bound.";

const kawabata =
	"Typical of Kawabata (KES-F) tests of apparel, no single source";

export const fabrics: Readonly<Record<string, Entry<Fabric>>> = {
	cotton: {
		about: "Plain-woven shirting, 120 g/m².",
		youngModulus2d: 8500,
		warpAndWeft: [12000, 6000],
		poissonRatio: 0.2,
		bendingRigidity: 5e-6,
		arealDensity: 0.12,
		thickness: 3e-4,
		basis: "typical",
		source: `${kawabata}: extension 4 and 8 % at 500 gf/cm, B 0.03 to 0.1 gf·cm²/cm.`,
		note: "Weave, finish and washing change stiffness by a factor of three. Starch makes it far stiffer in bending.",
	},
	"cotton-blend": {
		about: "Trouser fabric, 65 % cotton and 35 % polyester, 220 g/m².",
		youngModulus2d: 2030,
		warpAndWeft: [2035, 2017],
		poissonRatio: 0.03,
		bendingRigidity: 1.2e-4,
		arealDensity: 0.22,
		thickness: 4.5e-4,
		basis: "measured",
		source: `${wang}: "royal target".`,
		note: `${stiff} ${wangScale}`,
	},
	silk: {
		about: "Light plain weave (habotai), 60 g/m².",
		youngModulus2d: 11300,
		warpAndWeft: [16000, 8000],
		poissonRatio: 0.2,
		bendingRigidity: 2e-6,
		arealDensity: 0.06,
		thickness: 1.2e-4,
		basis: "typical",
		source: `${kawabata}: extension 3 and 6 % at 500 gf/cm, B 0.01 to 0.04 gf·cm²/cm.`,
		note: "Organza and taffeta are several times as stiff in bending, crêpe is a fraction as stiff in stretching.",
	},
	wool: {
		about: "Worsted suiting, 200 g/m².",
		youngModulus2d: 7700,
		warpAndWeft: [9800, 6100],
		poissonRatio: 0.2,
		bendingRigidity: 8e-6,
		arealDensity: 0.2,
		thickness: 5e-4,
		basis: "typical",
		source: `${kawabata}: extension 5 and 8 % at 500 gf/cm, B 0.06 to 0.15 gf·cm²/cm.`,
		note: "Coatings of twice the weight are several times as stiff in bending.",
	},
	denim: {
		about: "Jeans, 99 % cotton and 1 % spandex, 324 g/m² (11 oz).",
		youngModulus2d: 456,
		warpAndWeft: [1014, 205],
		poissonRatio: 0.02,
		bendingRigidity: 7.8e-5,
		arealDensity: 0.324,
		thickness: 7e-4,
		basis: "measured",
		source: `${wang}: "11oz black denim".`,
		note: `The stiffer direction is taken for the warp; spandex makes the other soft. Bending from 6.4e-5 to 9.7e-5 N·m by direction. ${wangScale}`,
	},
	polyester: {
		about: "Woven tablecloth, 100 % polyester, 128 g/m².",
		youngModulus2d: 2015,
		warpAndWeft: [2027, 2002],
		poissonRatio: 0.02,
		bendingRigidity: 4.1e-5,
		arealDensity: 0.128,
		thickness: 2.5e-4,
		basis: "measured",
		source: `${wang}: "white dots on black".`,
		note: `${stiff} ${wangScale}`,
	},
	linen: {
		about: "Plain weave for clothing, 180 g/m².",
		youngModulus2d: 17000,
		warpAndWeft: [24000, 12000],
		poissonRatio: 0.2,
		bendingRigidity: 1.5e-5,
		arealDensity: 0.18,
		thickness: 3.5e-4,
		basis: "typical",
		source:
			"Typical value, no single source: extension of 2 and 4 % at 500 gf/cm, B 0.1 to 0.3 gf·cm²/cm.",
		note: "New linen is stiff and softens with washing.",
	},
	"nylon-ripstop": {
		about: "Parachute cloth of 1.1 oz/yd², such as MIL-C-7020 type I.",
		youngModulus2d: 30000,
		poissonRatio: 0.2,
		bendingRigidity: 3e-6,
		arealDensity: 0.037,
		thickness: 7.6e-5,
		basis: "typical",
		source:
			"Weight, thickness (0.003 in) and strength (42 lb/in) as tabulated for MIL-C-7020H type I; Young's modulus as strength over an assumed breaking strain of a quarter, bending typical.",
		note: "Coatings add to bending more than to stretching; on the bias uncoated cloth is many times softer.",
	},
	jersey: {
		about:
			"T-shirt knit (interlock), 60 % cotton and 40 % polyester, 187 g/m².",
		youngModulus2d: 24,
		warpAndWeft: [34.5, 16.6],
		poissonRatio: 0.3,
		bendingRigidity: 2.1e-5,
		arealDensity: 0.187,
		thickness: 7e-4,
		basis: "measured",
		source: `${wang}: "gray interlock"; Poisson's ratio typical.`,
		note: `Several times as stiff at a stretch of a sixth (46 to 410 N/m). ${wangScale}`,
	},
	"rib-knit": {
		about: "Underwear rib, 95 % cotton and 5 % spandex, 276 g/m².",
		youngModulus2d: 53,
		warpAndWeft: [65.2, 42.9],
		poissonRatio: 0,
		bendingRigidity: 3.6e-5,
		arealDensity: 0.276,
		thickness: 1e-3,
		basis: "measured",
		source: `${wang}: "ivory rib knit".`,
		note: `Ribs lie along the stiffer direction by assumption. ${wangScale}`,
	},
	blanket: {
		about: "Blanket, 100 % polyester, 228 g/m².",
		youngModulus2d: 134,
		warpAndWeft: [171, 106],
		poissonRatio: 0.55,
		bendingRigidity: 8.8e-5,
		arealDensity: 0.228,
		thickness: 2e-3,
		basis: "measured",
		source: `${wang}: "pink ribbon brown"; moduli for one direction free to contract, C − c₁₂²/C' of the fit.`,
		note: wangScale,
	},
	canvas: {
		about: "Cotton duck of 10 oz/yd², 340 g/m².",
		youngModulus2d: 17000,
		warpAndWeft: [20000, 15000],
		poissonRatio: 0.2,
		bendingRigidity: 1.5e-4,
		arealDensity: 0.34,
		thickness: 6e-4,
		basis: "typical",
		source: "Typical value, no single source.",
		note: "Sized or painted canvas is far stiffer in bending. Warp and weft differ by up to a factor of two.",
	},
	felt: {
		about: "Craft felt of 1 mm, 200 g/m².",
		youngModulus2d: 3000,
		poissonRatio: 0.2,
		bendingRigidity: 1e-4,
		arealDensity: 0.2,
		thickness: 1e-3,
		basis: "typical",
		source:
			"Typical value, no single source: needle felts have 1 to 10 MPa at small strain.",
		note: "Bends more softly than a plate of its stretching stiffness, since its fibres slide.",
	},
};
