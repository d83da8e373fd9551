/** The beam of Fig. 9: 100 × 100 × 300 mm, glued along one long side, the opposite one pushed along by 2000 N. Pa is read as N/mm². */
import { box } from "pliant/mesh";
import type { SolidProblem } from "../finiteElements.ts";

export const size = [0.1, 0.1, 0.3] as const;
export const youngModulus = 1e6;
const force = 2000;

export const beam: SolidProblem = {
	mesh: (n) => box({ size, cells: [n, n, 3 * n], elements: "hexahedra" }),
	density: 1000,
	setUp: (body, share) => {
		body.pin(body.group("y-min"));
		const traction = (share * force) / (size[0] * size[2]);
		body.surfaceLoad([0, 0, traction], body.group("y-max"));
	},
};
