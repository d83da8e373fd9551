/**
 * Results of the Kawabata evaluation system for fabrics (KES-F), in its units of gram-force and centimetre:
 *
 *   1 gf = 9.80665e-3 N        1 gf/cm = 0.980665 N/m        1 gf·cm²/cm = 1 gf·cm = 9.80665e-5 N·m
 *
 * S. Kawabata, The Standardization and Analysis of Hand Evaluation, 2nd ed., Textile Machinery Society of Japan, 1980.
 */
import { positive } from "../models/parameters.ts";
import { checkNumbers } from "./checkNumbers.ts";

/** [N/m] per gf/cm. */
const gramForcePerCentimetre = 9.80665e-3 / 1e-2;

const parameters = {
	bendingRigidity: positive({
		unit: "gf·cm²/cm",
		meaning: "bending rigidity B",
		typical: 0.05,
	}),
	shearRigidity: positive({
		unit: "gf/(cm·degree)",
		meaning: "shear rigidity G",
		typical: 0.7,
	}),
	extension: positive({
		unit: "%",
		meaning: "extension EM at the largest load",
		typical: 5,
	}),
	load: positive({
		unit: "gf/cm",
		meaning: "largest load of the tensile test",
		typical: 500,
		default: 500,
	}),
};

/** Bending rigidity [N·m] from B [gf·cm²/cm]. */
export function fromKawabataBending(bendingRigidity: number): number {
	const owner = "fromKawabataBending";
	const { bendingRigidity: B } = checkNumbers(
		owner,
		{ bendingRigidity: parameters.bendingRigidity },
		{ bendingRigidity },
	);
	return B * gramForcePerCentimetre * 1e-4;
}

/** Shear modulus of the sheet [N/m] from G [gf/(cm·degree)]. */
export function fromKawabataShear(shearRigidity: number): number {
	const { shearRigidity: G } = checkNumbers(
		"fromKawabataShear",
		{ shearRigidity: parameters.shearRigidity },
		{ shearRigidity },
	);
	return (G * gramForcePerCentimetre * 180) / Math.PI;
}

/**
 * Young's modulus of the sheet [N/m] as the secant to the largest load: from the extension EM [%] at that load [gf/cm], 500 in
 * the standard test. Where only work WT [gf·cm/cm²] and linearity LT are given, EM = 200·WT/(LT·load). Fabrics are softer than
 * this at first (LT < 1) and stiffer at last.
 */
export function fromKawabataTensile(test: {
	readonly extension: number;
	readonly load?: number;
}): number {
	const { extension, load } = checkNumbers(
		"fromKawabataTensile",
		{ extension: parameters.extension, load: parameters.load },
		test,
	);
	return (load * gramForcePerCentimetre) / (extension / 100);
}
