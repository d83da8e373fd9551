import { describe, expect, test } from "vitest";
import {
	type Body,
	cloth,
	Scene,
	type Simulation,
	type SimulationOptions,
	simulate,
	trbs,
} from "../../src/index.ts";

/** A sheet of next to no mass, stretched by 0.1 % along x, between lines that let it contract. */
async function stretched(
	dampingTime: number,
	options: SimulationOptions,
): Promise<{ sim: Simulation; sheet: Body }> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(
		cloth.grid(
			{ cells: [3, 3], diagonal: "crossed" },
			{
				membrane: trbs({ youngModulus2d: 100, poissonRatio: 0, dampingTime }),
				arealDensity: 1e-6,
			},
		),
	);
	sheet.slide(
		sheet.where(() => true),
		{ line: [1, 0, 0] },
	);
	sheet.pin(sheet.group("left"));
	sheet.place((x, y) => [1.001 * x, y, 0]);
	const sim = await simulate(scene, { timeStep: 1e-3, ...options });
	return { sim, sheet };
}

/** Strain of the sheet, and its rate of relaxation seen over a quarter second. */
async function relaxationTime(
	dampingTime: number,
	options: SimulationOptions,
): Promise<number> {
	const { sim, sheet } = await stretched(dampingTime, options);
	const corner = 3 * sheet.nearest([1, 0, 0]);
	await sim.run({ seconds: 0.25 });
	return -0.25 / Math.log((sim.positions(sheet)[corner] - 1) / 0.001);
}

describe("damping", () => {
	test("TRBS relaxes strain with the time ζ/2", async () => {
		const time = await relaxationTime(1, { integrator: "bdf2" });
		expect(Math.abs(time / 0.5 - 1)).toBeLessThan(0.01);
	});

	test("stiffness damping relaxes strain with the time β", async () => {
		const time = await relaxationTime(0, {
			integrator: "bdf2",
			damping: { stiffness: 0.4 },
		});
		expect(Math.abs(time / 0.4 - 1)).toBeLessThan(0.01);
	});

	test("mass damping slows free motion by exp(−αt)", async () => {
		for (const integrator of ["midpoint", "symplectic-euler"] as const) {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const sheet = scene.add(
				cloth.grid(
					{ cells: [2, 2] },
					{
						membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
						arealDensity: 1,
					},
				),
			);
			sheet.launch(() => [1, 2, 3]);
			const sim = await simulate(scene, {
				integrator,
				timeStep: 1e-3,
				damping: { mass: 2 },
			});
			await sim.run({ seconds: 0.5 });
			const [vx, vy, vz] = sim.velocities(sheet);
			for (const [v, start] of [
				[vx, 1],
				[vy, 2],
				[vz, 3],
			])
				expect(Math.abs(v / start / Math.exp(-1) - 1)).toBeLessThan(2e-3);
		}
	});

	test("damping takes energy from a free oscillation, and only that", async () => {
		const energyAfter = async (dampingTime: number, damping = {}) => {
			const { sim } = await stretched(dampingTime, {
				integrator: "midpoint",
				timeStep: 1e-6,
				damping,
			});
			const total = () => {
				const { kinetic, elastic } = sim.energies();
				return kinetic + elastic;
			};
			const start = total();
			await sim.run({ steps: 300 });
			return total() / start;
		};
		expect(Math.abs((await energyAfter(0)) - 1)).toBeLessThan(1e-3);
		expect(await energyAfter(1e-5)).toBeLessThan(0.9);
		expect(await energyAfter(0, { stiffness: 1e-5 })).toBeLessThan(0.9);
	});
});
