import { collider, Scene, simulate, solid } from "pliant";
import { type Experiment, exact, type Row, told } from "../../experiment.ts";
import { launch, levelSurface, rubber } from "../bodies.ts";

const g = 9.81;
const coefficients = [0.1, 0.3, 0.8];
const size = Math.hypot(0.1, 0.02, 0.1);

/** A stiff block that rests on a slope of triangles; x goes down. */
function slope(friction: number, angle: number, speed = 0) {
	const scene = new Scene({
		gravity: [g * Math.sin(angle), -g * Math.cos(angle), 0],
		contact: { thickness: 1e-3 },
	});
	const block = scene.add(
		solid.box(
			{
				...{ size: [0.1, 0.02, 0.1], cells: [2, 1, 2] },
				origin: [-1.513, 5e-4, -0.047],
			},
			rubber(1e6),
		),
	);
	launch(block, () => [speed, 0, 0]);
	scene.collide(collider.mesh(levelSurface(4)), { friction });
	return { scene, block };
}

/** How far a block slides in a quarter of a second, after half of one, over what it may creep while it sticks: a thousandth of its size a second. */
async function slid(friction: number, part: number): Promise<number> {
	const { scene, block } = slope(friction, Math.atan(part * friction));
	const simulation = await simulate(scene, { timeStep: 1 / 120 });
	const place = () => simulation.positions(block)[0];
	await simulation.run({ seconds: 0.5 });
	const start = place();
	await simulation.run({ seconds: 0.25 });
	return (place() - start) / (0.25 * 1e-3 * size);
}

/** Whether statics finds the block at rest, from where it lies on the level. */
async function isHeld(friction: number, part: number): Promise<boolean> {
	const { scene } = slope(friction, Math.atan(part * friction));
	const simulation = await simulate(scene);
	try {
		// Friction is that of the last equilibrium's normal forces.
		for (let pass = 0; pass < 3; pass++)
			simulation.solveStatics({ loadSteps: 1, iterations: 100 });
		return true;
	} catch {
		return false;
	}
}

export const frictionExperiment: Experiment = {
	id: "contact/friction",
	paper: "contact of surfaces",
	figure: "blocks that slide and stick",
	title: "Coulomb's law on a slope and on the level",
	setup:
		"A block of 0.1 by 0.02 by 0.1 m on a surface of triangles: on slopes of 0.99 and 1.01 of the tangent that friction holds, in time and in statics, and on the level at 1 m/s until it stops.",
	remarks: [
		"Friction is smooth: what sticks creeps, by a thousandth of the body's size a second at most in time.",
	],
	run: async (form) => {
		const rows: Row[] = [];
		for (const friction of form === "short" ? [0.3] : coefficients) {
			const what = `μ = ${friction}`;
			const source = "Coulomb's law";
			rows.push(
				exact(
					`${what}: at 0.99 of its slope, sliding over creep`,
					await slid(friction, 0.99),
					{
						atMost: 1,
						source,
					},
				),
				exact(
					`${what}: at 1.01 of its slope, sliding over creep`,
					await slid(friction, 1.01),
					{
						atLeast: 2,
						source,
					},
				),
				exact(
					`${what}: held in statics at 0.99 of its slope`,
					Number(await isHeld(friction, 0.99)),
					{
						expected: 1,
						tolerance: 0,
						source,
					},
				),
				exact(
					`${what}: held in statics at 1.01 of its slope`,
					Number(await isHeld(friction, 1.01)),
					{
						expected: 0,
						tolerance: 0,
						source,
					},
				),
			);
			const { scene, block } = slope(friction, 0, 1);
			const simulation = await simulate(scene, { timeStep: 1 / 480 });
			const start = simulation.positions(block)[0];
			await simulation.run({ seconds: 1.3 / (friction * g) });
			const distance = simulation.positions(block)[0] - start;
			rows.push(
				exact(
					`${what}: distance to stop over v²/2μg`,
					distance * 2 * friction * g,
					{
						...{ expected: 1, tolerance: 0.01 },
						source,
					},
				),
				told(`${what}: intersections`, simulation.intersections(), {
					source: "exact test",
				}),
			);
		}
		return { rows, figures: [] };
	},
};
