import { describe, expect, test } from "vitest";
import { cable, quadraticSpring, Scene, simulate } from "../../src/index.ts";

/** Elastic energy of a chain of springs of length 1, stretched to 2: EA/2 each. */
async function energyOf(springEnergies: readonly number[]): Promise<number> {
	const segments = springEnergies.length;
	const scene = new Scene({ gravity: [0, 0, 0] });
	const chain = scene.add(
		cable.line(
			{ to: [segments, 0, 0], segments },
			{
				spring: quadraticSpring({
					axialStiffness: springEnergies.map((energy) => 2 * energy),
				}),
				linearDensity: 1,
			},
		),
	);
	chain.place((x) => [2 * Math.round(x), 0, 0]);
	return (await simulate(scene)).energies().elastic;
}

describe("the energies of many elements are summed without loss", () => {
	test("small ones after a huge one", async () => {
		// Added one by one to 2⁵³, each 1 would be rounded away.
		const ones = new Array<number>(1000).fill(1);
		expect(await energyOf([2 ** 53, ...ones])).toBe(2 ** 53 + 1000);
	});

	test("a huge one between small ones", async () => {
		// Next to 2⁶⁰ numbers are 256 apart: neither 60 nor 70 counts alone, together they round up.
		expect(await energyOf([60, 2 ** 60, 70])).toBe(2 ** 60 + 256);
	});
});
