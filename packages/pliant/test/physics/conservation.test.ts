import { describe, expect, test } from "vitest";
import {
	type Body,
	Scene,
	type Simulation,
	type SimulationOptions,
	simulate,
	solid,
	stableNeoHookean,
} from "../../src/index.ts";

/** A block that flies, spins and oscillates, free of forces. */
async function freeBlock(
	options: SimulationOptions,
): Promise<{ sim: Simulation; block: Body }> {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const block = scene.add(
		solid.box(
			{ size: [0.4, 0.2, 0.1], cells: [4, 2, 1] },
			{
				solid: stableNeoHookean.elements.tetrahedra({
					youngModulus: 5e4,
					poissonRatio: 0.3,
				}),
				density: 1000,
			},
		),
	);
	block.launch((x, y, z) => [1 - 4 * y, 2 + 4 * x - 3 * z, 3 * y + 2 * x]);
	return {
		sim: await simulate(scene, {
			substeps: 1,
			tolerance: 1e-12,
			newtonIterations: 50,
			linearTolerance: 1e-10,
			...options,
		}),
		block,
	};
}

const norm = (a: readonly number[]) => Math.hypot(...a);
const difference = (a: readonly number[], b: readonly number[]) =>
	norm(a.map((v, i) => v - b[i]));

describe("a free body over half a second", () => {
	for (const [integrator, timeStep, energyLimit, angularLimit] of [
		// Implicit Euler takes energy and angular momentum away, the less the smaller the step.
		["implicit-euler", 0.002, 0.005, 0.005],
		// Second order: what turns at 5/s may lose (h ω)².
		// It damps by (1 − ρ)/(1 + ρ) = 0.54 of what BDF2 does.
		["generalized-alpha", 0.002, 0.54 * 5e-4, 1e-4],
		["midpoint", 0.002, 1e-4, 1e-4],
		["bdf2", 0.002, 5e-4, 1e-4],
		["symplectic-euler", 0.0002, 1e-4, 1e-12],
	] as const)
		for (const mass of ["lumped", "consistent"] as const) {
			if (integrator === "symplectic-euler" && mass === "consistent") continue;
			test(`${integrator}, ${mass} mass`, async () => {
				const { sim } = await freeBlock({ integrator, timeStep, mass });
				const total = () => {
					const { kinetic, elastic } = sim.energies();
					return kinetic + elastic;
				};
				const energy = total();
				const before = sim.momentum();
				await sim.run({ seconds: 0.5 });
				const after = sim.momentum();
				const linear =
					difference(after.linear, before.linear) / norm(before.linear);
				const angular =
					difference(after.angular, before.angular) / norm(before.angular);
				const drift = total() / energy - 1;
				console.info(
					`${integrator} (h = ${timeStep} s, ${mass}): energy ${drift.toExponential(1)}, linear momentum ${linear.toExponential(1)}, angular momentum ${angular.toExponential(1)}`,
				);
				expect(linear).toBeLessThan(1e-10);
				expect(angular).toBeLessThan(angularLimit);
				expect(Math.abs(drift)).toBeLessThan(energyLimit);
				if (integrator === "implicit-euler") expect(drift).toBeLessThan(0);
			});
		}
});

describe.each(["lumped", "consistent"] as const)(
	"with %s mass the midpoint rule keeps",
	(mass) => {
		/** Returns the largest differences of angular momentum and of energy while it flies, relative to what they were. */
		const worst = async (timeStep: number) => {
			const { sim } = await freeBlock({
				integrator: "midpoint",
				timeStep,
				mass,
			});
			const total = () => {
				const { kinetic, elastic } = sim.energies();
				return kinetic + elastic;
			};
			const energy = total();
			const { angular } = sim.momentum();
			const result = { angular: 0, energy: 0 };
			sim.observe(() => {
				const turned = difference(sim.momentum().angular, angular);
				result.angular = Math.max(result.angular, turned / norm(angular));
				const drift = Math.abs(total() / energy - 1);
				result.energy = Math.max(result.energy, drift);
			});
			await sim.run({ seconds: 0.5 });
			return result;
		};

		test("angular momentum and energy to second order", async () => {
			const [coarse, fine] = [await worst(0.002), await worst(0.001)];
			for (const key of ["angular", "energy"] as const) {
				const order = Math.log2(coarse[key] / fine[key]);
				console.info(
					`midpoint, ${mass}: ${key} ${coarse[key].toExponential(1)}, order ${order.toFixed(2)}`,
				);
				expect(order).toBeGreaterThan(1.7);
				expect(order).toBeLessThan(2.3);
			}
		});
	},
);

test("free fall is exact for the second-order integrators, but for the start", async () => {
	const timeStep = 0.05;
	// The implicit Euler part of the first substep, of length h₁, falls by g h₁² instead of g h₁²/2.
	const excess = (9.81 * (timeStep / 16) ** 2) / 2;
	for (const integrator of ["generalized-alpha", "midpoint", "bdf2"] as const) {
		const scene = new Scene();
		const block = scene.add(
			solid.box(
				{ size: [0.1, 0.1, 0.1], cells: [1, 1, 1] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus: 1e4,
						poissonRatio: 0.3,
					}),
					density: 1000,
				},
			),
		);
		const sim = await simulate(scene, {
			...{ integrator, timeStep, substeps: 1, tolerance: 1e-12 },
		});
		await sim.run({ seconds: 1 });
		expect(sim.positions(block)[1]).toBeCloseTo(-9.81 / 2 - excess, 9);
	}
});
