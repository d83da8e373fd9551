/** Times the steps of a cloth with contact of surfaces and without: all of a second, in which it falls and folds, and those in the end, in which it hardly moves. */
import { cloth, collider, fabric, Scene, simulate } from "pliant";

const [kind, name, cells, seconds] = process.argv.slice(2);
const side = Number(cells);
/** Of processor time [s]. */
const limit = Number(seconds);
const steps = 60;
/** Steps in the end that count as rest. */
const resting = 12;
const layers = 10;

function sceneOf(contact) {
	const scene = new Scene(contact ? { contact: {} } : {});
	const sheet = (height) => {
		const body = scene.add(
			cloth.grid(
				{
					size: [1, 1],
					cells: [side, side],
					plane: "xz",
					origin: [-0.5, height, -0.5],
				},
				fabric(name),
			),
		);
		body.shake(1e-4);
	};
	const friction = { friction: 0.3 };
	if (kind === "layers") {
		for (let layer = 0; layer < layers; layer++) sheet(0.5 + 0.01 * layer);
		scene.collide(
			collider.cylinder({
				from: [0, 0.3, -0.6],
				to: [0, 0.3, 0.6],
				radius: 0.15,
			}),
			friction,
		);
	} else {
		sheet(0.6);
		scene.collide(
			collider.sphere({ centre: [0, 0.3, 0], radius: 0.25 }),
			friction,
		);
	}
	return scene;
}

const quantile = (times, share) =>
	times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))];
const mean = (times) =>
	times.reduce((sum, time) => sum + time, 0) / times.length;

/** Milliseconds of processor time of each step, and what they took; those of at most `limit` seconds. */
async function timed(contact) {
	const scene = sceneOf(contact);
	const simulation = await simulate(scene, { damping: { mass: 0.5 } });
	const times = [];
	let iterations = 0;
	let spent = 0;
	while (times.length < steps && spent < 1000 * limit) {
		const start = process.cpuUsage();
		iterations += simulation.step().iterations;
		const { user, system } = process.cpuUsage(start);
		times.push((user + system) / 1000);
		spent += times.at(-1);
	}
	const velocities = scene.meshBodies.flatMap((body) =>
		Array.from(simulation.velocities(body)),
	);
	return {
		times,
		iterations: iterations / times.length,
		speed: Math.sqrt(3 * mean(velocities.map((v) => v * v))),
		intersections: contact ? simulation.intersections() : 0,
		vertices: velocities.length / 3,
	};
}

const without = kind === "layers" ? undefined : await timed(false);
const touching = await timed(true);
/** Undefined where steps were left out. */
const atRest = ({ times }) =>
	times.length === steps ? quantile(times.slice(-resting), 0.5) : undefined;
/** As many steps of both. */
const both = Math.min(touching.times.length, without?.times.length ?? steps);
process.stdout.write(
	JSON.stringify({
		mean: mean(touching.times),
		perVertex: (1000 * mean(touching.times)) / touching.vertices,
		rest: atRest(touching),
		speed: touching.speed,
		iterations: touching.iterations,
		intersections: touching.intersections,
		steps: touching.times.length,
		...(without && {
			meanWithout: mean(without.times),
			restWithout: atRest(without),
			iterationsWithout: without.iterations,
			ratio:
				mean(touching.times.slice(0, both)) /
				mean(without.times.slice(0, both)),
			share: 100 * (1 - atRest(without) / atRest(touching)),
		}),
	}),
);
