import { collider, Scene, simulate, solid } from "pliant";
import type { Friction } from "pliant/colliders";
import { type Experiment, exact, type Row, told } from "../../experiment.ts";
import { launch, levelSurface, rubber } from "../bodies.ts";

const g = 9.81;
const coefficients = [0.1, 0.3, 0.8];
const size = Math.hypot(0.1, 0.02, 0.1);

/** A stiff block that rests on a slope of triangles; x goes down. */
function slope(friction: Friction, angle: number, speed = 0) {
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

/** How far a block slides in a quarter of a second from rest on a slope, over what it may creep while it sticks: a thousandth of its size a second. */
async function slid(friction: Friction, tangent: number): Promise<number> {
	const { scene, block } = slope(friction, Math.atan(tangent));
	const simulation = await simulate(scene);
	simulation.solveStatics();
	const place = () => simulation.positions(block)[0];
	const start = place();
	await simulation.run({ seconds: 0.25 });
	return (place() - start) / (0.25 * 1e-3 * size);
}

/** The acceleration, over g, at which a block on the level begins to slide as it rises slowly; over the coefficient of what sticks. */
async function beginsToSlide(
	friction: Friction,
	sticks: number,
): Promise<number> {
	const { scene, block } = slope(friction, 0);
	const rises = (time: number) => sticks * (0.97 + 0.06 * time);
	block.accelerate((time: number) => [g * rises(time), 0, 0]);
	const simulation = await simulate(scene);
	simulation.solveStatics();
	while (simulation.time < 1) {
		simulation.step();
		const speed = simulation.momentum().linear[0] / block.mass;
		if (speed > 2e-3 * size) break;
	}
	return rises(simulation.time) / sticks;
}

/** Whether statics finds the block at rest, from where it lies on the level. */
async function isHeld(friction: Friction, tangent: number): Promise<boolean> {
	const { scene } = slope(friction, Math.atan(tangent));
	const simulation = await simulate(scene);
	try {
		simulation.solveStatics({ loadSteps: 1, iterations: 100 });
		return true;
	} catch {
		return false;
	}
}

/** How far a block that begins at 1 m/s on the level goes until it stops, over v²/2μg of what slides. */
async function stopping(friction: Friction, kinetic: number) {
	const { scene, block } = slope(friction, 0, 1);
	const simulation = await simulate(scene);
	const start = simulation.positions(block)[0];
	await simulation.run({ seconds: 1.3 / (kinetic * g) });
	return {
		distance: (simulation.positions(block)[0] - start) * 2 * kinetic * g,
		intersections: simulation.intersections(),
	};
}

/** Acceleration of a block that slides down a slope, over g (sin − μ cos) of what slides. */
async function accelerates(
	friction: Friction,
	kinetic: number,
	tangent: number,
): Promise<number> {
	const angle = Math.atan(tangent);
	const { scene, block } = slope(friction, angle, 0.5);
	const simulation = await simulate(scene);
	const speed = () => simulation.momentum().linear[0] / block.mass;
	await simulation.run({ seconds: 0.1 });
	const before = speed();
	await simulation.run({ seconds: 0.3 });
	const expected = g * (Math.sin(angle) - kinetic * Math.cos(angle));
	return (speed() - before) / 0.3 / expected;
}

const source = "Coulomb's law";

/** Rows of one coefficient for all, or of two. */
async function rowsOf(friction: Friction): Promise<Row[]> {
	const { static: sticks, kinetic } =
		typeof friction === "number"
			? { static: friction, kinetic: friction }
			: friction;
	const what =
		sticks === kinetic ? `μ = ${sticks}` : `μ = ${sticks} and ${kinetic}`;
	// Where it would rest, had it not been moving.
	const steep = kinetic < sticks ? 0.95 * sticks : sticks + 0.1;
	const { distance, intersections } = await stopping(friction, kinetic);
	const within = { expected: 1, tolerance: 0.01, source };
	return [
		exact(
			`${what}: at 0.99 of its slope, sliding over creep`,
			await slid(friction, 0.99 * sticks),
			{ atMost: 1, source },
		),
		exact(
			`${what}: begins to slide at, over what holds it`,
			await beginsToSlide(friction, sticks),
			within,
		),
		exact(
			`${what}: held in statics at 0.99 of its slope`,
			Number(await isHeld(friction, 0.99 * sticks)),
			{ expected: 1, tolerance: 0, source },
		),
		exact(
			`${what}: held in statics at 1.01 of its slope`,
			Number(await isHeld(friction, 1.01 * sticks)),
			{ expected: 0, tolerance: 0, source },
		),
		exact(
			`${what}: acceleration down a slope of ${steep.toFixed(2)}, over g (sin − μ cos)`,
			await accelerates(friction, kinetic, steep),
			within,
		),
		exact(`${what}: distance to stop over v²/2μg`, distance, within),
		told(`${what}: intersections`, intersections, { source: "exact test" }),
	];
}

export const frictionExperiment: Experiment = {
	id: "contact/friction",
	paper: "contact of surfaces",
	figure: "blocks that slide and stick",
	title: "Coulomb's law on a slope and on the level",
	setup:
		"A block of 0.1 by 0.02 by 0.1 m on a surface of triangles: on slopes of 0.99 and 1.01 of the tangent that friction holds, in statics and from there in time; pulled more and more until it slides; sliding down a slope; and on the level at 1 m/s until it stops. With one coefficient, and with one that sticks and one that slides.",
	remarks: [
		"Friction is smooth: what sticks creeps, by a thousandth of the body's size a second at most in time.",
	],
	run: async (form) => {
		const rows: Row[] = [];
		const both = { static: 0.4, kinetic: 0.3 };
		for (const friction of form === "short" ? [both] : [...coefficients, both])
			rows.push(...(await rowsOf(friction)));
		return { rows, figures: [] };
	},
};
