/** The cloth that falls on a sphere and on itself: 1 m², 5041 vertices, steps of 1/60 s. */
import { triangles } from "./hangingCloth.mjs";
import { countIntersections } from "./intersections.mjs";

export const height = 0.6;
export const sphere = { centre: [0, 0.3, 0], radius: 0.25 };
export const friction = 0.3;
/** Half of what layers are apart [m]: Pliant's own thickness of a sheet of this size. */
export const halfThickness = 0.7e-3;

/**
 * Lets the process that began this one ask for a step, and be told its processor time [ms], and for the number of edges that pass through triangles;
 * positions are y up, by rows of the grid.
 */
export function fall(step, currentPositions) {
	const answers = {
		step: () => {
			const start = process.cpuUsage();
			step();
			const { user, system } = process.cpuUsage(start);
			return (user + system) / 1000;
		},
		count: () => {
			const x = currentPositions();
			return x.every(Number.isFinite) ? countIntersections(x, triangles) : null;
		},
	};
	process.on("message", (question) => process.send(answers[question]()));
	process.send("ready");
}
