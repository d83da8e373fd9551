import { expect, test } from "vitest";
import { cloth, collider, fabric, Scene, simulate } from "../../src/index.ts";

test("where cloth touches, systems take few iterations", async () => {
	const scene = new Scene({ contact: {} });
	const sheet = scene.add(
		cloth.grid(
			{
				...{ size: [1, 1], cells: [16, 16] },
				...{ plane: "xz", origin: [-0.5, 0.6, -0.5] },
			},
			fabric("jersey"),
		),
	);
	sheet.shake(1e-4);
	scene.collide(collider.sphere({ centre: [0, 0.3, 0], radius: 0.25 }), {
		friction: 0.3,
	});
	const simulation = await simulate(scene);
	let systems = 0;
	let iterations = 0;
	for (let frame = 0; frame < 24; frame++) {
		const report = simulation.step();
		systems += report.iterations;
		iterations += report.linearIterations;
	}
	// Seventeen without ties, six with them.
	expect(iterations / systems).toBeLessThan(10);
});
