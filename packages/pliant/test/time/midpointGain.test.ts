import { expect, test } from "vitest";
import {
	cloth,
	morleyBending,
	Scene,
	type SimulationOptions,
	simulate,
	trbs,
} from "../../src/index.ts";

async function swinging(youngModulus2d: number, options?: SimulationOptions) {
	const scene = new Scene();
	const body = scene.add(
		cloth.grid(
			{ size: [1, 1], cells: [8, 8], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d, poissonRatio: 0.3 }),
				bending: morleyBending({ bendingRigidity: 1e-4, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	body.pin(body.corners("top"));
	return simulate(scene, { integrator: "midpoint", ...options });
}

type Swinging = Awaited<ReturnType<typeof swinging>>;

const energyOf = (simulation: Swinging) => {
	const { kinetic, elastic, load } = simulation.energies();
	return { total: kinetic + elastic + load, moved: kinetic + elastic };
};

test("midpoint gains no energy on a stiff cloth in long steps: it takes shorter ones", async () => {
	const simulation = await swinging(1000);
	const start = energyOf(simulation).total;
	let most = 0;
	let substeps = 0;
	for (let step = 0; step < 90; step++) {
		substeps += simulation.step().substeps;
		const { total, moved } = energyOf(simulation);
		most = Math.max(most, moved);
		expect(total - start).toBeLessThan(0.05 * most);
	}
	expect(substeps).toBeGreaterThan(90);
});

test("midpoint keeps energy of a swinging cloth to second order", async () => {
	const worst = async (steps: number) => {
		const simulation = await swinging(10, {
			...{ timeStep: 0.3 / steps, substeps: 1, tolerance: 1e-11 },
		});
		const start = energyOf(simulation).total;
		let result = 0;
		for (let step = 0; step < steps; step++) {
			simulation.step();
			const { total, moved } = energyOf(simulation);
			result = Math.max(result, Math.abs(total - start));
			if (step === steps - 1) result /= moved;
		}
		return result;
	};
	const [coarse, fine] = [await worst(150), await worst(300)];
	const order = Math.log2(coarse / fine);
	console.info(`energy error ${coarse.toExponential(1)}, order ${order}`);
	expect(Math.abs(order - 2)).toBeLessThan(0.3);
});

test("what it learned of the length of steps is in checkpoints", async () => {
	const [whole, resumed] = [await swinging(1000), await swinging(1000)];
	await whole.run({ steps: 20 });
	resumed.restore(whole.checkpoint());
	const substeps = [whole, resumed].map((simulation) =>
		[1, 2, 3].map(() => simulation.step().substeps),
	);
	expect(substeps[1]).toEqual(substeps[0]);
	expect(Math.max(...substeps[0])).toBeGreaterThan(1);
	expect(resumed.checkpoint()).toEqual(whole.checkpoint());
});
