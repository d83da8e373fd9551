import { expect, test } from "vitest";
import {
	cloth,
	morleyBending,
	Scene,
	type SimulationOptions,
	simulate,
	trbs,
} from "../../src/index.ts";
import { nodeThreads } from "../../src/threads/node.ts";
import { largestDifference } from "./largestDifference.ts";

/** A tube of two panels that touch nothing yet: sewn along both sides, and hung from above. */
function sleeve() {
	const scene = new Scene({ contact: { thickness: 1e-3 } });
	const [front, back] = [0.05, -0.05].map((z) =>
		scene.add(
			cloth.grid(
				{ size: [0.2, 0.3], cells: [5, 6], origin: [-0.1, 0, z] },
				{
					membrane: trbs({ youngModulus2d: 200, poissonRatio: 0.3 }),
					bending: morleyBending({ bendingRigidity: 1e-4, poissonRatio: 0.3 }),
					arealDensity: 0.2,
				},
			),
		),
	);
	for (const body of [front, back])
		body.pin([body.nearest([0, 0.3, body.mesh.positions[2]])]);
	for (const side of ["left", "right"])
		scene.seam(
			{ body: front, vertices: front.group(side) },
			{ body: back, vertices: back.group(side) },
			{ name: side, seconds: 0.1 },
		);
	return { scene, front };
}

async function hung(options: SimulationOptions) {
	const { scene, front } = sleeve();
	const simulation = await simulate(scene, {
		...{ timeStep: 0.01, substeps: 1, damping: { mass: 5 }, tolerance: 1e-8 },
		...options,
	});
	await simulation.run({ seconds: 0.3 });
	expect(simulation.seams().every(({ isWelded }) => isWelded)).toBe(true);
	expect(simulation.intersections()).toBe(0);
	const x = simulation.positions(front).slice();
	simulation.close();
	return x;
}

test("every way to solve gives the same garment", async () => {
	const direct = await hung({ linear: { method: "direct" } });
	for (const options of [
		{ linear: { method: "multigrid" } },
		{ linear: { method: "conjugate-gradient" } },
		{ linear: { method: "conjugate-gradient", operator: "matrix-free" } },
	] as const)
		expect(largestDifference(await hung(options), direct)).toBeLessThan(1e-4);
});

test("two threads give the same bits as one", async () => {
	const [one, two] = await Promise.all(
		[1, 2].map((count) => hung({ threads: nodeThreads(count) })),
	);
	expect(two).toEqual(one);
});

test("BDF2 and consistent mass sew too", async () => {
	await hung({ integrator: "bdf2" });
	await hung({ mass: "consistent" });
});
