/** The cloth that falls on a sphere and on itself: 1 m², 5041 vertices, a second in frames of 1/60 s. */
import { triangles } from "./hangingCloth.mjs";
import { countIntersections } from "./intersections.mjs";

export const frames = 60;
export const height = 0.6;
export const sphere = { centre: [0, 0.3, 0], radius: 0.25 };
export const friction = 0.3;
/** Half of what layers are apart [m]: Pliant's own thickness of a sheet of this size. */
export const halfThickness = 0.7e-3;
/** Seconds of processor time after which the rest of the frames is left out. */
const patience = 120;

/** Runs frames, and prints processor time of each [ms] and how many edges pass through triangles after the last; positions are y up, by rows of the grid. */
export function fall(step, currentPositions) {
	const times = [];
	let spent = 0;
	while (times.length < frames && spent < 1000 * patience) {
		const start = process.cpuUsage();
		step();
		const { user, system } = process.cpuUsage(start);
		times.push((user + system) / 1000);
		spent += times.at(-1);
	}
	const x = currentPositions();
	const intersections = x.every(Number.isFinite)
		? countIntersections(x, triangles)
		: Number.NaN;
	console.info(JSON.stringify({ times, intersections }));
}
