/** Felts and bonded webs: the warp is the machine direction. They shear as sheets of their Young modulus do, E/(2 (1 + ν)) of the mean, since nothing in them pivots. */
import type { Entry, Fabric } from "./material.ts";

const construction = "nonwoven";

export const nonwovenFabrics: Readonly<Record<string, Entry<Fabric>>> = {
	felt: {
		about: "Craft felt of 1 mm, 200 g/m².",
		construction,
		warpModulus2d: 3000,
		weftModulus2d: 3000,
		poissonRatio: 0.2,
		shearModulus2d: 1250,
		warpRigidity: 1e-4,
		weftRigidity: 1e-4,
		twistRigidity: 5e-5,
		arealDensity: 0.2,
		thickness: 1e-3,
		basis: "typical",
		source:
			"Typical value, no single source: needle felts have 1 to 10 MPa at small strain.",
		note: "Bends more softly than a plate of its stretching stiffness, since its fibres slide.",
	},
	interlining: {
		about: "Thermally bonded interlining of polyester, 35 g/m².",
		construction,
		warpModulus2d: 6000,
		weftModulus2d: 1500,
		poissonRatio: 0.4,
		shearModulus2d: 1250,
		warpRigidity: 8e-6,
		weftRigidity: 3e-6,
		twistRigidity: 2.4e-6,
		arealDensity: 0.035,
		thickness: 3e-4,
		basis: "typical",
		source:
			"Typical value, no single source: B 0.03 to 0.1 gf·cm²/cm; four times as stiff along the machine as across.",
		note: "Bonding and weight change all of it by a factor of three. Its bonds let it keep creases, the model springs back.",
	},
};
