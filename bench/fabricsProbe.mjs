/**
 * Times the steps of a fabric, and compares its mean height with that of fine, converged substeps. Where PLIANT_OLDER names another clone that is built, its
 * library takes turns with this one, step by step, each with its own defaults.
 */
import { pathToFileURL } from "node:url";

const [fabric, setting, cells] = process.argv.slice(2);
const side = Number(cells);
const steps = 60;
/** Steps of the reference, and the largest sheet [vertices] that has one. */
const known = 30;
const mostForReference = 2000;
/** Seconds after which the other library takes part no more. */
const patience = 120;

async function simulated(library, options) {
	const scene = new library.Scene();
	const sheet = scene.add(
		library.cloth.grid(
			{
				size: [1, 1],
				cells: [side, side],
				plane: "xz",
				origin: [-0.5, 0.6, -0.5],
			},
			library.fabric(fabric),
		),
	);
	sheet.shake(1e-4);
	const friction = { friction: 0.3 };
	if (setting === "hanging") sheet.pin(sheet.corners("top"));
	else if (setting === "on a sphere")
		scene.collide(
			library.collider.sphere({ centre: [0, 0.3, 0], radius: 0.25 }),
			friction,
		);
	else
		scene.collide(
			library.collider.cylinder({
				from: [0, 0, 0],
				to: [0, 0.55, 0],
				radius: 0.3,
			}),
			friction,
		);
	const simulation = await library.simulate(scene, {
		damping: { mass: 0.5 },
		...options,
	});
	const height = () => {
		const x = simulation.positions(sheet);
		let sum = 0;
		for (let i = 1; i < x.length; i += 3) sum += x[i];
		return sum / (x.length / 3);
	};
	return { simulation, height, times: [] };
}

/** Milliseconds of processor time that a step takes. */
function take({ simulation, times }) {
	const start = process.cpuUsage();
	const report = simulation.step();
	const { user, system } = process.cpuUsage(start);
	times.push((user + system) / 1000);
	return report;
}

const quantile = (times, share) =>
	times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))];

const library = await import("pliant");
const { PLIANT_OLDER } = process.env;
const older =
	PLIANT_OLDER &&
	(await import(
		pathToFileURL(`${PLIANT_OLDER}/packages/pliant/dist/index.js`).href
	));

const ours = await simulated(library, {});
const theirs = older && (await simulated(older, {}));
const total = { substeps: 0, iterations: 0, linearIterations: 0 };
const heights = [];
let error = 0;
for (let i = 0; i < steps; i++) {
	const report = take(ours);
	for (const key of Object.keys(total)) total[key] += report[key] / steps;
	error = Math.max(error, report.error);
	if (i < known) heights.push(ours.height());
	const spent = theirs?.times.reduce((sum, time) => sum + time / 1000, 0);
	if (spent < patience) take(theirs);
}

const result = {
	median: quantile(ours.times, 0.5),
	slow: quantile(ours.times, 0.95),
	...total,
	error,
};
if (theirs) {
	// Of as many steps, since in the first ones it falls freely.
	const same = ours.times.slice(0, theirs.times.length);
	result.olderMedian = quantile(theirs.times, 0.5);
	result.olderSlow = quantile(theirs.times, 0.95);
	result.ratio = result.olderMedian / quantile(same, 0.5);
}
if ((side + 1) ** 2 < mostForReference) {
	// Far finer than accuracy asks for.
	const reference = await simulated(library, {
		substeps: 32,
		tolerance: 1e-4,
	});
	let worst = 0;
	for (const height of heights) {
		reference.simulation.step();
		const right = reference.height();
		worst = Math.max(worst, Math.abs(height - right) / right);
	}
	result.off = 100 * worst;
}
process.stdout.write(JSON.stringify(result));
