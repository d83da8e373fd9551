import { describe, expect, test } from "vitest";
import {
	type AnyMaterial,
	arealDensityOfWeave,
	axialStiffnessOf,
	elasticConstants,
	foldEdge,
	foldEdgeOf,
	fromBiasExtension,
	fromCantilever,
	fromDenier,
	fromGsm,
	fromKawabataBending,
	fromKawabataShear,
	fromKawabataTensile,
	fromOunces,
	fromShoreA,
	fromTex,
	material,
	membraneOf,
	plateRigidity,
} from "../../src/materials/index.ts";

const yarn = { linearDensity: 2e-5, yarnsPerMetre: 3000 };

describe("against numbers computed by hand", () => {
	const sheet = { youngModulus: 1e6, poissonRatio: 0.25, thickness: 1e-3 };
	for (const [what, computed, expected] of [
		["E·t", membraneOf(sheet).youngModulus2d, 1000],
		["ν of a membrane", membraneOf(sheet).poissonRatio, 0.25],
		["E·t³/(12 (1 − ν²))", plateRigidity(sheet), 1e-3 / 11.25],
		[
			"E·π·r²",
			axialStiffnessOf({ youngModulus: 1e9, radius: 1e-3 }),
			3141.592653589793,
		],
		["1 gf·cm²/cm", fromKawabataBending(1), 9.80665e-5],
		["1 gf/(cm·degree)", fromKawabataShear(1), 56.187965],
		["5 % at 500 gf/cm", fromKawabataTensile({ extension: 5 }), 9806.65],
		[
			"5 % at 50 gf/cm",
			fromKawabataTensile({ extension: 5, load: 50 }),
			980.665,
		],
		[
			"5 % at 500 gf/cm with a linearity of 0.6",
			fromKawabataTensile({ extension: 5, linearity: 0.6 }),
			1961.33,
		],
		[
			"2 % on the bias at 5 gf/cm",
			fromBiasExtension({ extension: 2 }),
			61.2915625,
		],
		["30 Shore A", fromShoreA(30), 1.14237172e6],
		["50 Shore A", fromShoreA(50), 2.4558122e6],
		[
			"an overhang of 50 mm at 150 g/m²",
			fromCantilever({ overhang: 0.05, arealDensity: 0.15 }),
			0.15 * 9.80665 * 1.5625e-5,
		],
		["150 g/m²", fromGsm(150), 0.15],
		["11 oz/yd²", fromOunces(11), 0.372963],
		["30 tex", fromTex(30), 3e-5],
		["90 denier", fromDenier(90), 1e-5],
		[
			"a weave",
			arealDensityOfWeave(yarn, { ...yarn, yarnsPerMetre: 2500 }),
			0.11,
		],
	] as const)
		test(what, () =>
			expect(Math.abs(computed / expected - 1)).toBeLessThan(1e-6),
		);
});

describe("edges that folds allow", () => {
	const sheet = { youngModulus2d: 2000, bendingRigidity: 8e-6 };
	test("those at which E h⁴/(B c²) is 2500, with c = ∛(B/(ρ g))", () => {
		// c = 0.02 m: ρ g = 1 N/m².
		const edge = foldEdge({ ...sheet, arealDensity: 0.1, gravity: 10 });
		expect(edge).toBeCloseTo((2500 * 8e-6 * 4e-4 * 5e-4) ** 0.25, 12);
	});
	test("at most half of c, however soft the sheet is", () => {
		const soft = { ...sheet, youngModulus2d: 1 };
		const edge = foldEdge({ ...soft, arealDensity: 0.1, gravity: 10 });
		expect(edge).toBeCloseTo(0.01, 12);
	});
	test("of a fabric by name", () => {
		const silk = material("silk") as Extract<AnyMaterial, { kind: "fabric" }>;
		expect(foldEdgeOf(silk)).toBeCloseTo(
			foldEdge({
				youngModulus2d: Math.sqrt(3270 * 1630),
				bendingRigidity: 0.375 * 4e-6 + 4e-7,
				arealDensity: 0.06,
			}),
			12,
		);
	});
	test("bad numbers are refused", () =>
		expect(() => foldEdge({ ...sheet, arealDensity: 0 })).toThrow(
			/foldEdge: arealDensity is 0; it must be positive/,
		));
});

test("a tension E ε + H ε³ with the modulus at small loads does the work that its linearity says", () => {
	const [strain, load, linearity] = [0.04, 490.3325, 0.63];
	const E = fromKawabataTensile({ extension: 4, linearity });
	const H = (load / strain - E) / strain ** 2;
	const work = (E * strain ** 2) / 2 + (H * strain ** 4) / 4;
	expect(work / (0.5 * load * strain)).toBeCloseTo(linearity, 12);
});

test("the shear modulus by the bias extension is that of the FAST handbook, 123/EB5", () => {
	expect(fromBiasExtension({ extension: 2.5 })).toBeCloseTo(123 / 2.5, 0);
});

describe("elastic constants", () => {
	const all = {
		youngModulus: 2.6e6,
		poissonRatio: 0.3,
		lambda: 1.5e6,
		shearModulus: 1e6,
		bulkModulus: 6.5e6 / 3,
	};
	for (const pair of [
		["youngModulus", "poissonRatio"],
		["lambda", "shearModulus"],
		["bulkModulus", "shearModulus"],
		["youngModulus", "shearModulus"],
		["youngModulus", "bulkModulus"],
		["poissonRatio", "shearModulus"],
		["poissonRatio", "bulkModulus"],
	] as const)
		test(`from ${pair.join(" and ")}`, () => {
			const given = Object.fromEntries(pair.map((name) => [name, all[name]]));
			const found = elasticConstants(given);
			for (const [name, value] of Object.entries(all))
				expect(
					found[name as keyof typeof all] / value,
					`${name} from ${pair}`,
				).toBeCloseTo(1, 12);
		});
});

describe("bad arguments are refused with what, value and remedy", () => {
	for (const [what, attempt, message] of [
		[
			"no thickness",
			() => plateRigidity({ youngModulus: 1, poissonRatio: 0 } as never),
			/plateRigidity: thickness is missing; give thickness of the sheet \[m\], positive/,
		],
		[
			"Poisson ratio of a membrane model, not of a solid",
			() => membraneOf({ youngModulus: 1, poissonRatio: 0.6, thickness: 1 }),
			/membraneOf: poissonRatio is 0.6; it must be between -1 and 0.5/,
		],
		[
			"diameter for radius",
			() => axialStiffnessOf({ youngModulus: 1, diameter: 1 } as never),
			/axialStiffnessOf: unknown parameter 'diameter'; it takes youngModulus, radius/,
		],
		[
			"a list",
			() => axialStiffnessOf({ youngModulus: [1, 2], radius: 1 } as never),
			/axialStiffnessOf: youngModulus is \[1,2\]; give one number/,
		],
		[
			"text",
			() => fromGsm("150" as never),
			/fromGsm: amount is "150"; give one number/,
		],
		[
			"a negative weight",
			() => fromGsm(-1),
			/fromGsm: amount is -1; it must be positive/,
		],
		[
			"100 Shore A",
			() => fromShoreA(100),
			/fromShoreA: shoreA is 100; it must be between 0 and 100 \(both excluded\)/,
		],
		[
			"a linearity beyond a straight line's",
			() => fromKawabataTensile({ extension: 5, linearity: 1.2 }),
			/fromKawabataTensile: linearity is 1.2; it must be between 0.5 and 1/,
		],
		[
			"the weft",
			() => arealDensityOfWeave(yarn, { ...yarn, yarnsPerMetre: 0 }),
			/weft: yarnsPerMetre is 0; it must be positive/,
		],
		[
			"one constant",
			() => elasticConstants({ youngModulus: 1 }),
			/elasticConstants: cannot tell from youngModulus; give youngModulus and poissonRatio, or lambda and/,
		],
		[
			"three constants",
			() => elasticConstants({ youngModulus: 1, lambda: 1, shearModulus: 1 }),
			/cannot tell from youngModulus, lambda, shearModulus/,
		],
		[
			"an unstable pair",
			() => elasticConstants({ youngModulus: 3.1, shearModulus: 1 }),
			/youngModulus 3.1 and shearModulus 1 give E = 3.1 Pa and ν = 0.55.*; a stable solid has/,
		],
	] as const)
		test(what, () => expect(attempt).toThrow(message));
});
