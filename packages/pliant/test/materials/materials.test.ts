import { describe, expect, test } from "vitest";
import {
	type AnyMaterial,
	cord,
	fabric,
	material,
	materials,
	plateRigidity,
	sheetOf,
	softSolid,
} from "../../src/materials/index.ts";

const all = Object.values(materials);

/** The range within which a value is believable, whatever the material. */
const believable: Record<string, [number, number]> = {
	warpModulus2d: [1, 1e6],
	weftModulus2d: [1, 1e6],
	shearModulus2d: [1, 1e4],
	youngModulus: [100, 1e12],
	poissonRatio: [0, 0.7],
	warpRigidity: [1e-7, 1e-2],
	weftRigidity: [1e-7, 1e-2],
	twistRigidity: [1e-7, 1e-2],
	bendingHysteresis: [1e-6, 1e-2],
	shearHysteresis: [0.01, 10],
	stretchedStrain: [0.01, 1],
	arealDensity: [0.01, 2],
	density: [10, 1e4],
	thickness: [1e-6, 1e-2],
	radius: [1e-6, 1e-2],
};

describe("every material", () => {
	for (const entry of all)
		test(entry.name, () => {
			expect(materials[entry.name]).toBe(entry);
			expect(entry.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
			expect(Object.isFrozen(entry)).toBe(true);
			for (const text of [entry.about, entry.source, entry.note])
				expect(text).toMatch(/^[\p{Lu}\d].*\.$/u);
			for (const [key, value] of Object.entries(entry))
				if (typeof value === "number") {
					const [low, high] = believable[key];
					expect(value, key).toBeGreaterThanOrEqual(low);
					expect(value, key).toBeLessThanOrEqual(high);
				}
		});

	test("there are some of each kind, and no more can be added", () => {
		for (const kind of ["fabric", "sheet", "solid", "cord"])
			expect(
				all.filter((m) => m.kind === kind).length,
				kind,
			).toBeGreaterThanOrEqual(5);
		expect(Object.isFrozen(materials)).toBe(true);
	});
});

describe("fabrics", () => {
	for (const entry of all.filter((m) => m.kind === "fabric"))
		test(`${entry.name} is stable, and soft on the bias unless it is nonwoven`, () => {
			const { warpModulus2d: E1, weftModulus2d: E2, poissonRatio } = entry;
			expect(poissonRatio ** 2).toBeLessThan(E1 / E2);
			const isotropicShear = Math.sqrt(E1 * E2) / 2 / (1 + poissonRatio);
			if (entry.construction === "woven")
				expect(entry.shearModulus2d).toBeLessThan(isotropicShear / 3);
			if (entry.construction === "nonwoven")
				expect(entry.shearModulus2d / isotropicShear).toBeCloseTo(1, 0);
			for (const [i, stretched] of (entry.stretchedModuli2d ?? []).entries())
				expect(stretched).toBeGreaterThan([E1, E2][i]);
		});
});

describe("from materials to models", () => {
	const denim = material("denim") as Extract<AnyMaterial, { kind: "fabric" }>;

	test("a fabric has the material's stiffness along warp, weft and between them", () => {
		const { membrane, bending, arealDensity } = fabric("denim", {
			warpAngle: 0.3,
		});
		const { warpModulus2d, weftModulus2d, poissonRatio, shearModulus2d } =
			denim;
		expect(membrane.material).toEqual({
			...{ warpModulus2d, weftModulus2d, poissonRatio, shearModulus2d },
			warpHardening: expect.any(Number),
			weftHardening: expect.any(Number),
			warpAngle: 0.3,
			dampingTime: 0,
		});
		const { warpRigidity, weftRigidity, twistRigidity } = denim;
		expect(bending.material).toEqual({
			...{ warpRigidity, weftRigidity, twistRigidity },
			couplingRigidity: 0,
			warpAngle: 0.3,
		});
		expect(arealDensity).toBe(denim.arealDensity);
	});

	test("the isotropic sheet for it has the means, and is itself for an isotropic fabric", () => {
		const { membrane, bending } = fabric("denim", { isotropic: true });
		const [E, nu, B] = [
			Math.sqrt(1013 * 205),
			0.05 * Math.sqrt(205 / 1013),
			0.375 * (9.7e-5 + 6.42e-5) + 0.5 * 3.31e-5,
		];
		expect(membrane.model.name).toBe("trbs");
		expect(membrane.material.youngModulus2d).toBeCloseTo(E, 9);
		expect(membrane.material.poissonRatio).toBeCloseTo(nu, 12);
		expect(bending.material.bendingRigidity).toBeCloseTo(B, 15);
		const felt = fabric("felt", { isotropic: true });
		expect(felt.membrane.material).toMatchObject({
			youngModulus2d: 3000,
			poissonRatio: 0.2,
		});
		expect(felt.bending.material.bendingRigidity).toBeCloseTo(1e-4, 15);
	});

	test("a sheet of a solid has its modulus, plate rigidity and mass times thickness", () => {
		const { membrane, bending, arealDensity } = sheetOf("natural-rubber", {
			thickness: 1e-3,
		});
		expect(membrane.material.youngModulus2d).toBeCloseTo(1200, 9);
		expect(arealDensity).toBeCloseTo(0.93, 12);
		const sheet = {
			youngModulus: 1.2e6,
			poissonRatio: 0.49,
			thickness: 1e-3,
		};
		expect(bending.material).toEqual({
			bendingRigidity: expect.closeTo(plateRigidity(sheet), 12),
			poissonRatio: 0.49,
		});
	});

	test("a sheet may be of another thickness than usual", () =>
		expect(sheetOf("paper", { thickness: 2e-4 }).arealDensity).toBeCloseTo(
			2 * sheetOf("paper").arealDensity,
			12,
		));

	test("a lower Poisson ratio can be asked for", () =>
		expect(
			softSolid("muscle", { poissonRatio: 0.45 }).solid.material.poissonRatio,
		).toBe(0.45));

	test("cotton thread of 30 tex weighs 30 g per kilometre", () =>
		expect(cord("cotton-thread").linearDensity * 1e6).toBeCloseTo(30, 1));
});

describe("mistakes are answered with the remedy", () => {
	for (const [what, attempt, message] of [
		[
			"a typing error",
			() => fabric("slik"),
			/there is no material 'slik'; did you mean 'silk'\?/,
		],
		[
			"a part of a name",
			() => softSolid("ecoflex"),
			/did you mean 'silicone-ecoflex-00-30'\?/,
		],
		[
			"no such thing",
			() => material("unobtainium"),
			/there is no material 'unobtainium'; there are cotton, cotton-blend, cotton-twill, silk/,
		],
		[
			"an inherited name",
			() => material("constructor"),
			/there is no material 'constructor'/,
		],
		[
			"a sheet for a fabric",
			() => fabric("paper"),
			/fabric: 'paper' is a sheet; take sheetOf\(name\) for cloth/,
		],
		[
			"a cord for a solid",
			() => softSolid("hair"),
			/softSolid: 'hair' is a cord; take cord\(name\) for cables/,
		],
		[
			"a solid without thickness",
			() => sheetOf("muscle"),
			/sheetOf: 'muscle' is a solid, so its thickness is missing; give \{ thickness \} in metres/,
		],
		[
			"no thickness at all",
			() => sheetOf("paper", { thickness: 0 }),
			/thickness is 0; it must be positive/,
		],
	] as const)
		test(what, () => expect(attempt).toThrow(message));
});
