import { expect, test } from "vitest";
import {
	cloth,
	morleyBending,
	Scene,
	simulate,
	trbs,
} from "../../src/index.ts";

async function swinging(youngModulus2d: number) {
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
	return simulate(scene, { integrator: "midpoint", substeps: 1 });
}

test("midpoint gains no energy on a stiff cloth in long steps: it takes shorter ones", async () => {
	const simulation = await swinging(1000);
	const energy = () => {
		const { kinetic, elastic, load } = simulation.energies();
		return { total: kinetic + elastic + load, moved: kinetic + elastic };
	};
	const start = energy().total;
	let most = 0;
	let substeps = 0;
	for (let step = 0; step < 90; step++) {
		substeps += simulation.step().substeps;
		const { total, moved } = energy();
		most = Math.max(most, moved);
		expect(total - start).toBeLessThan(0.05 * most);
	}
	expect(substeps).toBeGreaterThan(90);
});

test("where shorter steps are not enough, it says so and what to take", async () => {
	const simulation = await swinging(1e9);
	await expect(simulation.run({ seconds: 1 })).rejects.toThrow(
		/midpoint would gain energy.*bdf2/,
	);
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
