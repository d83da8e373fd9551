/**
 * Results of the Kawabata evaluation system for fabrics (KES-F), in its units of gram-force and centimetre:
 *
 *   1 gf = 9.80665e-3 N        1 gf/cm = 0.980665 N/m        1 gf·cm²/cm = 1 gf·cm = 9.80665e-5 N·m
 *
 * S. Kawabata, The Standardization and Analysis of Hand Evaluation, 2nd ed., Textile Machinery Society of Japan, 1980.
 */
import { between, positive } from "../models/parameters.ts";
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
	linearity: between(0.5, 1, {
		unit: "1",
		meaning: "linearity LT: work over that of a straight line",
		typical: 0.6,
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
 * Young's modulus of the sheet [N/m] from the extension EM [%] at the largest load [gf/cm], 500 in the standard test: the secant to that load; or, with the
 * linearity LT, the modulus at small loads. For a tension E ε + H ε³ the work is LT = ½ (1 + E/secant) of a straight line's, so E = (2 LT − 1) secant.
 * Where only work WT [gf·cm/cm²] and linearity are given, EM = 200·WT/(LT·load).
 */
export function fromKawabataTensile(test: {
	readonly extension: number;
	readonly load?: number;
	readonly linearity?: number;
}): number {
	const { linearity, ...rest } = test;
	const owner = "fromKawabataTensile";
	const { extension, load } = checkNumbers(
		owner,
		{ extension: parameters.extension, load: parameters.load },
		rest,
	);
	const secant = (load * gramForcePerCentimetre) / (extension / 100);
	if (linearity === undefined) return secant;
	const { linearity: LT } = checkNumbers(
		owner,
		{ linearity: parameters.linearity },
		{ linearity },
	);
	return (2 * LT - 1) * secant;
}

/**
 * Shear modulus of the sheet [N/m] from the extension [%] of a strip cut at 45° under a load [gf/cm], 5 in the FAST system, whose handbook has G = 123/EB5: threads hardly
 * stretch by then, and the modulus on the bias is 4 G.
 */
export function fromBiasExtension(test: {
	readonly extension: number;
	readonly load?: number;
}): number {
	const { extension, load } = checkNumbers(
		"fromBiasExtension",
		{
			extension: parameters.extension,
			load: { ...parameters.load, default: 5 },
		},
		test,
	);
	return (load * gramForcePerCentimetre) / (4 * (extension / 100));
}
