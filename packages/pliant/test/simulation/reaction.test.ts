import { expect, test } from "vitest";
import { cloth, Scene, simulate, trbs } from "../../src/index.ts";

const sheetMass = 0.2 * 0.2 * 0.2;
const acceleration = 2;

async function lifted(integrator?: "implicit-euler" | "bdf2") {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ size: [0.2, 0.2], cells: [8, 8], plane: "xy" },
			{
				membrane: trbs({
					...{ youngModulus2d: 2000, poissonRatio: 0.3 },
					dampingTime: 0.05,
				}),
				arealDensity: 0.2,
			},
		),
	);
	sheet.move(sheet.corners("top"), (time) => [
		0,
		(acceleration / 2) * time ** 2,
		0,
	]);
	const simulation = await simulate(scene, integrator ? { integrator } : {});
	await simulation.run({ seconds: 0.5 });
	return simulation.reaction(sheet);
}

test.each([undefined, "implicit-euler", "bdf2"] as const)(
	"what lifts a sheet bears its weight and accelerates it, integrator %s",
	async (integrator) => {
		const { force, moment } = await lifted(integrator);
		const expected = sheetMass * (9.81 + acceleration);
		expect(force[1] / expected).toBeCloseTo(1, 3);
		expect(Math.hypot(force[0], force[2]) / expected).toBeLessThan(1e-3);
		// About the origin, at a lower corner of the sheet.
		expect(moment[2] / (0.1 * expected)).toBeCloseTo(1, 2);
	},
);
