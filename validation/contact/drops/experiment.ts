import { simulate } from "pliant";
import { type Experiment, exact, told } from "../../experiment.ts";
import { drop } from "../bodies.ts";

export const drops: Experiment = {
	id: "contact/drops",
	paper: "contact of surfaces",
	figure: "cloth and blocks that are dropped",
	title: "Nothing passes through in a hundred drops",
	setup:
		"Two soft blocks and a sheet fall on a block, each other and the floor at 1 to 3 m/s, turned and placed at random; edges that pass through triangles are counted exactly after each of 30 steps.",
	run: async (form) => {
		const count = form === "short" ? 1 : 100;
		let through = 0;
		let touching = 0;
		let failed = 0;
		for (let seed = 1; seed <= count; seed++) {
			const simulation = await simulate(drop(seed));
			try {
				for (let step = 0; step < (form === "short" ? 14 : 30); step++) {
					simulation.step();
					through += simulation.intersections();
					touching += simulation
						.surfaceContacts()
						.reduce((sum, pair) => sum + pair.count, 0);
				}
			} catch {
				failed++;
			}
		}
		const source = "exact test of edges and triangles";
		return {
			rows: [
				exact(`intersections in ${count} drops`, through, {
					atMost: 0,
					source,
				}),
				exact("drops that could not go on", failed, {
					atMost: 0,
					source: "steps that failed",
				}),
				told("places that touched, of all steps", touching, {
					source: "reports",
				}),
			],
			figures: [],
		};
	},
};
