import { expect, test } from "vitest";
import {
	collider,
	Scene,
	simulate,
	solid,
	stableNeoHookean,
} from "../../src/index.ts";

const g = 9.81;

/** A block on a plane that is level in coordinates that lean by an angle. */
async function lean(degrees: number, friction: number) {
	const angle = (degrees * Math.PI) / 180;
	const scene = new Scene({
		gravity: [g * Math.sin(angle), -g * Math.cos(angle), 0],
	});
	const block = scene.add(
		solid.box(
			{ size: [0.1, 0.04, 0.1], cells: [3, 1, 3] },
			{
				solid: stableNeoHookean.elements.tetrahedra({
					youngModulus: 1e6,
					poissonRatio: 0.3,
				}),
				density: 1000,
			},
		),
	);
	scene.collide(collider.plane(), { friction });
	const sim = await simulate(scene, { timeStep: 1 / 240 });
	const speed = () => sim.momentum().linear[0] / block.mass;
	return { sim, block, speed, angle };
}

test("a block sticks below the friction angle", async () => {
	// tan 20° = 0.364.
	const { sim, block, speed, angle } = await lean(20, 0.4);
	await sim.run({ seconds: 0.5 });
	// Sticking is creep below a thousandth of the extent per second.
	expect(Math.abs(speed())).toBeLessThan(0.2e-3);
	const [{ frictionForce, normalForce }] = sim.contacts(block);
	const weight = block.mass * g;
	expect(frictionForce[0] / (-weight * Math.sin(angle))).toBeCloseTo(1, 2);
	expect(normalForce[1] / (weight * Math.cos(angle))).toBeCloseTo(1, 2);
});

test.each([
	[20, 0.3],
	[30, 0.3],
	[30, 0],
	[45, 0.6],
])(
	"at %i° with friction %f it slides as Coulomb says",
	async (degrees, friction) => {
		const { sim, speed, angle } = await lean(degrees, friction);
		await sim.run({ seconds: 0.3 });
		const before = speed();
		await sim.run({ seconds: 0.5 });
		const expected = g * (Math.sin(angle) - friction * Math.cos(angle));
		expect(Math.abs((speed() - before) / 0.5 / expected - 1)).toBeLessThan(
			0.02,
		);
	},
);

test("a conveyor takes a block along, up to its own speed", async () => {
	const scene = new Scene();
	const block = scene.add(
		solid.box(
			{ size: [0.1, 0.04, 0.1], cells: [2, 1, 2] },
			{
				solid: stableNeoHookean.elements.tetrahedra({
					youngModulus: 1e6,
					poissonRatio: 0.3,
				}),
				density: 1000,
			},
		),
	);
	scene.collide(collider.plane(), {
		friction: 0.5,
		motion: (t) => [0.5 * t, 0, 0],
	});
	const sim = await simulate(scene, { timeStep: 1 / 240 });
	await sim.run({ seconds: 0.05 });
	const early = sim.momentum().linear[0] / block.mass;
	// μ g t.
	expect(early).toBeGreaterThan(0.8 * 0.5 * g * 0.05);
	expect(early).toBeLessThan(1.05 * 0.5 * g * 0.05);
	await sim.run({ seconds: 0.45 });
	expect(sim.momentum().linear[0] / block.mass).toBeCloseTo(0.5, 3);
});
