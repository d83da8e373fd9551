/** Masses as the textile trade gives them. */
import { type Parameter, positive } from "../models/parameters.ts";
import { checkNumbers } from "./checkNumbers.ts";

/** A function from one unit to SI, named for its messages. */
function conversion(name: string, unit: string, factor: number) {
	const amount: Parameter = positive({
		unit,
		meaning: "what the data sheet says",
		typical: 100,
	});
	return (value: number): number =>
		checkNumbers(name, { amount }, { amount: value }).amount * factor;
}

/** Areal density [kg/m²] from g/m². */
export const fromGsm = /* @__PURE__ */ conversion("fromGsm", "g/m²", 1e-3);

/** Areal density [kg/m²] from ounces per square yard. */
export const fromOunces = /* @__PURE__ */ conversion(
	"fromOunces",
	"oz/yd²",
	0.028349523125 / 0.9144 ** 2,
);

/** Linear density [kg/m] from tex, the grams of a kilometre. */
export const fromTex = /* @__PURE__ */ conversion("fromTex", "tex", 1e-6);

/** Linear density [kg/m] from denier, the grams of nine kilometres. */
export const fromDenier = /* @__PURE__ */ conversion(
	"fromDenier",
	"denier",
	1e-6 / 9,
);

const weave = {
	linearDensity: positive({
		unit: "kg/m",
		meaning: "mass per length of a yarn; fromTex and fromDenier give it",
		typical: 2e-5,
	}),
	yarnsPerMetre: positive({
		unit: "1/m",
		meaning: "yarns beside each other per metre",
		typical: 3000,
	}),
};

export interface YarnSystem {
	/** [kg/m] */
	readonly linearDensity: number;
	/** [1/m] */
	readonly yarnsPerMetre: number;
}

/** Areal density [kg/m²] of a woven fabric; its yarns taken as straight, though crimp makes them 2 to 10 % longer. */
export function arealDensityOfWeave(
	warp: YarnSystem,
	weft: YarnSystem,
): number {
	const [a, b] = [
		checkNumbers("arealDensityOfWeave, warp", weave, warp),
		checkNumbers("arealDensityOfWeave, weft", weave, weft),
	];
	return a.linearDensity * a.yarnsPerMetre + b.linearDensity * b.yarnsPerMetre;
}
