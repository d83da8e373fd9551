import { expect, test } from "vitest";
import { cloth, Scene, simulate, trbs } from "../../src/index.ts";

/** Energy left of the first mode of a sheet along x after a second and a half, about four periods, relative to the start. */
async function energyLeft(
	dampingTime: number,
	integrator: "midpoint" | "symplectic-euler",
): Promise<number> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(
		cloth.grid(
			{ size: [1, 0.5], cells: [4, 2] },
			{
				membrane: trbs({ youngModulus2d: 100, poissonRatio: 0, dampingTime }),
				arealDensity: 1,
			},
		),
	);
	sheet.slide(
		sheet.where(() => true),
		{ line: [1, 0, 0] },
	);
	sheet.pin(sheet.group("left"));
	sheet.place((x, y, z) => [x + 0.01 * Math.sin((Math.PI / 2) * x), y, z]);
	const sim = await simulate(scene, {
		integrator,
		timeStep: 5e-4,
		substeps: 1,
		tolerance: 1e-10,
	});
	const energy = () => {
		const { kinetic, elastic } = sim.energies();
		return kinetic + elastic;
	};
	const start = energy();
	await sim.run({ seconds: 1.5 });
	return energy() / start;
}

test("material damping takes the same energy in symplectic Euler as in midpoint", async () => {
	expect(Math.abs((await energyLeft(0, "symplectic-euler")) - 1)).toBeLessThan(
		0.01,
	);
	const explicit = await energyLeft(0.004, "symplectic-euler");
	const midpoint = await energyLeft(0.004, "midpoint");
	// Strain relaxes with ζ/2: energy falls by exp(−ζ/2 ω² t), ω = π/2 · 10/s.
	const theory = Math.exp(-0.002 * (5 * Math.PI) ** 2 * 1.5);
	expect(Math.abs(midpoint / theory - 1)).toBeLessThan(0.02);
	expect(Math.abs(explicit / midpoint - 1)).toBeLessThan(0.02);
});
