import { cloth, Scene, simulate } from "pliant";
import { type Experiment, exact, told } from "../../experiment.ts";
import { softCloth } from "../bodies.ts";

/** Turns a second of each clamp. */
const rate = 1;
const length = 0.3;

export const twist: Experiment = {
	id: "contact/twist",
	paper: "contact of surfaces",
	figure: "a cloth twisted between two clamps",
	title: "A cloth is twisted into a rope",
	setup:
		"A cloth of 0.1 by 0.3 m and 2 mm thickness between clamps that turn against each other and come nearer as it winds up; edges that pass through triangles are counted exactly after each step.",
	run: async (form) => {
		const turns = form === "short" ? 1 : 8;
		const scene = new Scene({
			gravity: [0, 0, 0],
			contact: { thickness: 2e-3, friction: 0.1 },
		});
		const sheet = scene.add(
			cloth.grid({ size: [0.1, length], cells: [6, 18] }, softCloth),
		);
		for (const [end, sign] of [
			["bottom", -1],
			["top", 1],
		] as const)
			sheet.move(sheet.group(end), {
				field: ([x], time) => {
					const angle = sign * Math.PI * rate * time;
					const arm = x - 0.05;
					// A rope is shorter than the cloth that it is wound of.
					const nearer = -sign * 0.008 * rate * time;
					return [(Math.cos(angle) - 1) * arm, nearer, Math.sin(angle) * arm];
				},
			});
		const simulation = await simulate(scene, {
			damping: { mass: 5 },
		});
		let through = 0;
		let reached = 0;
		let most = 0;
		while (simulation.time < turns / rate - 1e-9) {
			try {
				simulation.step();
			} catch {
				break;
			}
			reached = simulation.time * rate;
			through += simulation.intersections();
			most = Math.max(most, simulation.surfaceContacts()[0]?.count ?? 0);
		}
		return {
			rows: [
				exact(`intersections in ${turns} turns`, through, {
					atMost: 0,
					source: "exact test of edges and triangles",
				}),
				exact("turns that it was wound", reached, {
					atLeast: turns - 1e-6,
					source: "clamps",
				}),
				told("places where it touches itself, at most", most, {
					source: "reports",
				}),
			],
			figures: [],
		};
	},
};
