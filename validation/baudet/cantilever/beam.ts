/** The cantilever of Fig. 12: 400 × 100 × 100 mm, E = 1000 Pa, 12.5 g in all, clamped at x = 0. */
import { box } from "pliant/mesh";
import type { SolidProblem } from "../finiteElements.ts";

export const [length, height, mass, gravity] = [0.4, 0.1, 0.0125, 9.81];
export const youngModulus = 1000;

export const beam: SolidProblem = {
	mesh: (n) =>
		box({
			size: [length, height, height],
			cells: [4 * n, n, n],
			elements: "hexahedra",
		}),
	density: mass / (length * height * height),
	setUp: (body, share) => {
		body.pin(body.group("x-min"));
		body.accelerate([0, 0, -share * gravity]);
	},
};
