import { cloth, collider, Scene, simulate, trbs } from "pliant";
import { randomNumbers } from "pliant/testing";

function fallingSheet(): Scene {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [6, 6], plane: "xz" },
			{
				membrane: trbs({ youngModulus2d: 300, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	);
	sheet.pin([0]);
	const ball = collider.sphere({ centre: [0.5, -0.4, 0.5], radius: 0.3 });
	scene.collide(ball, { friction: 0.3 });
	return scene;
}

/** Takes steps, of which some fail at a random iteration and are tried again, and compares with steps that did not fail. */
export async function brokenSteps(
	steps: number,
): Promise<{ readonly failures: number; readonly different: number }> {
	const random = randomNumbers(7);
	let left = Number.POSITIVE_INFINITY;
	const broken = await simulate(fallingSheet(), {
		isInterrupted: () => {
			if (left-- === 0) throw new Error("out of the blue");
			return false;
		},
	});
	const whole = await simulate(fallingSheet());
	let failures = 0;
	let different = 0;
	for (let step = 0; step < steps; step++) {
		left = Math.floor(4 * random());
		try {
			broken.step();
		} catch {
			failures++;
			left = Number.POSITIVE_INFINITY;
			broken.step();
		}
		whole.step();
		const [a, b] = [broken.checkpoint(), whole.checkpoint()];
		if (a.some((byte, i) => byte !== b[i])) different++;
	}
	return { failures, different };
}
