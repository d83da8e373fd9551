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
	youngModulus2d: [1, 1e6],
	youngModulus: [100, 1e12],
	poissonRatio: [0, 0.6],
	bendingRigidity: [1e-7, 1e-2],
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
		test(`${entry.name}: one modulus stands for two directions`, () => {
			if (!entry.warpAndWeft) return;
			const [warp, weft] = entry.warpAndWeft;
			const ratio = entry.youngModulus2d / Math.sqrt(warp * weft);
			expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
		});
});

describe("from materials to models", () => {
	test("bending has the rigidity of the material", () => {
		const { bending } = fabric("denim");
		const { bendingRigidity } = material("denim") as Extract<
			AnyMaterial,
			{ kind: "fabric" }
		>;
		expect(bending.material).toEqual({ bendingRigidity, poissonRatio: 0 });
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
			/there is no material 'unobtainium'; there are cotton, cotton-blend, silk/,
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
