import type { Vector3 } from "pliant";
import {
	type Experiment,
	exact,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import { softBunny } from "../bunnyBody.ts";
import { paper } from "../paper.ts";
import { type FrameSimulation, simulateFrames } from "../simulateFrames.ts";

/** How far the weight of the inserted frame reaches [m]. */
const reaches = [0.03, 0.06];
/** On the bunny's back, and what presses there [N]. */
const force: Vector3 = [0, -150, 0];

/** Positions and velocities of the surface, and energies. */
const look = ({ simulation, body }: FrameSimulation) => ({
	x: simulation.positions(body).slice(),
	v: simulation.velocities(body).slice(),
	...simulation.energies(),
});

const largest = (a: Float64Array, b: Float64Array) =>
	a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

export const insertion: Experiment = {
	id: "gilles/insertion",
	paper,
	figure: "Fig. 9",
	title: "A frame inserted where something presses",
	setup: `A bunny of 20 cm (E = 700 kPa, ν = 0.3) with two frames and about 2300 samples, the body's frame held. While its head swings, a frame is inserted in its back: nothing may jump. Then 150 N press on the back: without such a frame, and with one whose weight reaches ${reaches.map((r) => 1000 * r).join(" and ")} mm within the bunny.`,
	remarks: [
		"The paper's bunny is the Stanford one; ours is made of ellipsoids.",
		"The new frame is inserted below the surface, where the paper has the contact.",
	],
	run: async () => {
		const rabbit = softBunny(2300);
		const { shape } = rabbit;
		const { positions } = shape.surface;
		// The highest point of the back.
		let contact: Vector3 = [0, 0, 0];
		for (let i = 0; i < positions.length; i += 3)
			if (
				positions[i] < -0.01 &&
				positions[i] > -0.03 &&
				positions[i + 1] > contact[1]
			)
				contact = [positions[i], positions[i + 1], positions[i + 2]];
		const inside: Vector3 = [contact[0], contact[1] - 0.008, contact[2]];

		const rows: Row[] = [];
		const swinging = rabbit.body().hold(0);
		const swing = await simulateFrames(swinging);
		const { simulation, frames } = swing;
		frames.velocities = frames.velocities.fill(1, 9, 10);
		simulation.step();
		const before = look(swing);
		const { milliseconds, samples } = frames.insert(
			frames.positionOf(inside),
			rabbit.local(reaches[0]),
		);
		const after = look(swing);
		const source = "continuity";
		rows.push(
			exact("largest jump of a position [m]", largest(before.x, after.x), {
				atMost: 1e-9,
				source,
			}),
			exact("largest jump of a velocity [m/s]", largest(before.v, after.v), {
				atMost: 1e-9,
				source,
			}),
			...(["elastic", "kinetic"] as const).map((kind) =>
				exact(`${kind} energy after, over before`, after[kind] / before[kind], {
					expected: 1,
					tolerance: 1e-9,
					source,
				}),
			),
			told("kinetic energy at the time [J]", before.kinetic, {
				source: "it moves",
			}),
			told("cost of the insertion [ms]", milliseconds, {
				source: "this machine",
			}),
			told("samples reached", samples, {
				source: `of ${rabbit.grid.voxels.length}`,
			}),
		);

		const pressed = async (reach: number) => {
			const body = rabbit.body().hold(0).load(contact, force);
			const { simulation, frames } = await simulateFrames(body, {
				gravity: [0, 0, 0],
			});
			if (reach > 0) frames.insert(inside, rabbit.local(reach));
			simulation.solveStatics({ loadSteps: 2 });
			return {
				/** Depth of the contact [m]. */
				depth: contact[1] - frames.positionOf(contact)[1],
				x: simulation.positions(body).slice(),
			};
		};
		const found = [await pressed(0)];
		for (const reach of reaches) found.push(await pressed(reach));
		/** The part of the vertices that the new frame moves by more than a tenth of the largest way. */
		const dented = found.map(({ x }) => {
			const ways = Float64Array.from({ length: x.length / 3 }, (_, v) =>
				Math.hypot(
					...[0, 1, 2].map((k) => x[3 * v + k] - found[0].x[3 * v + k]),
				),
			);
			const largest = ways.reduce((a, b) => Math.max(a, b), 0);
			return ways.filter((way) => way > largest / 10).length / ways.length;
		});
		const names = [
			"two frames",
			...reaches.map((r) => `and one that reaches ${1000 * r} mm`),
		];
		const load = "150 N on the back";
		for (const [i, { depth }] of found.entries())
			rows.push(
				told(`${names[i]}: depth of the contact [mm]`, 1000 * depth, {
					source: load,
				}),
			);
		for (const i of [1, 2])
			rows.push(
				ordering(
					`depth without it over that with ${names[i].replace("and ", "")}`,
					[found[0].depth, found[i].depth],
					{ source: "Fig. 9: locally softer" },
				),
				told(`${names[i]}: vertices that it moves [%]`, 100 * dented[i], {
					source: load,
				}),
			);
		rows.push(
			ordering(
				"vertices moved, reach of 30 mm over 60 mm",
				[dented[1], dented[2]],
				{ source: "Fig. 9: more or less global" },
			),
		);
		return {
			rows,
			figures: found.map(({ x }, i) => ({
				kind: "picture" as const,
				title: `150 N on the back: ${names[i]}`,
				bodies: [{ mesh: shape.surface, positions: x, held: [] }],
			})),
		};
	},
};
