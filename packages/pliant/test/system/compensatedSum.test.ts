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
	const huge = 2 ** 53;

	test("small ones after a huge one", async () => {
		// Added one by one to 2⁵³, each 1 would be rounded away.
		const ones = new Array<number>(1000).fill(1);
		expect(await energyOf([huge, ...ones])).toBe(huge + 1000);
	});

	test("a huge one after small ones", async () => {
		// 2⁵³ + 1.5 loses its fraction; with a second 0.5 it makes one more.
		const halves = new Array<number>(501).fill(0.5);
		expect(await energyOf([...halves, huge, ...halves, 1])).toBe(huge + 502);
		expect(await energyOf([1, huge, 1])).toBe(huge + 2);
	});
});
