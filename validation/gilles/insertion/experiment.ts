import { type FrameSimulation, simulateFrames, type Vector3 } from "pliant";
import {
	atLeast,
	atMost,
	type Experiment,
	type Row,
	told,
	within,
} from "../../experiment.ts";
import { softBunny } from "../bunnyBody.ts";
import { paper } from "../paper.ts";

/** How far the weight of the inserted frame reaches [m]. */
const reaches = [0.03, 0.06];
/** On the bunny's back, and what presses there [N]. */
const force: Vector3 = [0, -20, 0];

/** Positions and velocities of the surface, and energies. */
function look(simulation: FrameSimulation, positions: Float64Array) {
	const points = simulation.points(positions);
	const x = new Float64Array(positions.length);
	const v = new Float64Array(positions.length);
	points.apply(x);
	points.applyJ(simulation.velocities, v);
	return { x, v, ...simulation.energy() };
}

const largest = (a: Float64Array, b: Float64Array) =>
	a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

export const insertion: Experiment = {
	id: "gilles/insertion",
	paper,
	figure: "Fig. 9",
	title: "A frame inserted where something presses",
	setup: `A bunny of 20 cm (E = 700 kPa, ν = 0.3) with two frames and about 2300 samples, the body's frame held. While its head swings, a frame is inserted in its back: nothing may jump. Then 20 N press on the back: without such a frame, and with one whose weight reaches ${reaches.map((r) => 1000 * r).join(" and ")} mm within the bunny.`,
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
		const simulation = await simulateFrames(swinging, { timeStep: 0.01 });
		simulation.velocities[9] = 1;
		simulation.run({ steps: 6 });
		const before = look(simulation, positions);
		const { milliseconds, samples } = simulation.insertFrame(
			simulation.positionOf(inside),
			rabbit.local(reaches[0]),
		);
		const after = look(simulation, positions);
		const source = "continuity";
		rows.push(
			atMost("largest jump of a position [m]", largest(before.x, after.x), {
				expected: 1e-9,
				source,
			}),
			atMost("largest jump of a velocity [m/s]", largest(before.v, after.v), {
				expected: 1e-9,
				source,
			}),
			...(["elastic", "kinetic"] as const).map((kind) =>
				within(
					`${kind} energy after, over before`,
					after[kind] / before[kind],
					{
						expected: 1,
						tolerance: 1e-9,
						source,
					},
				),
			),
			atLeast("kinetic energy at the time [J]", before.kinetic, {
				expected: 1e-4,
				source: "it moves",
			}),
			told("cost of the insertion [ms]", milliseconds, {
				source: "this machine",
			}),
			told("samples reached", samples, {
				source: `of ${rabbit.grid.voxels.length}`,
			}),
		);

		/** How deep the contact goes, and a place at so many m from it, relative to that. */
		const pressed = async (reach: number) => {
			const body = rabbit.body().hold(0).load(contact, force);
			const simulation = await simulateFrames(body, { gravity: [0, 0, 0] });
			if (reach > 0) simulation.insertFrame(inside, rabbit.local(reach));
			simulation.settle({ loadSteps: 2 });
			const x = simulation.surfacePositions.slice();
			let volume = 0;
			for (let i = 1; i < x.length; i += 3)
				if (positions[i] - x[i] > 1e-3) volume++;
			return {
				depth: contact[1] - simulation.positionOf(contact)[1],
				moved: volume / (x.length / 3),
				x,
			};
		};
		const found = [await pressed(0)];
		for (const reach of reaches) found.push(await pressed(reach));
		const names = [
			"two frames",
			...reaches.map((r) => `and one that reaches ${1000 * r} mm`),
		];
		for (const [i, { depth, moved }] of found.entries())
			rows.push(
				told(`${names[i]}: depth of the contact [mm]`, 1000 * depth, {
					source: "20 N on the back",
				}),
				told(
					`${names[i]}: vertices that sink by more than 1 mm [%]`,
					100 * moved,
					{
						source: "20 N on the back",
					},
				),
			);
		rows.push(
			...[1, 2].map((i) =>
				atLeast(
					`${names[i]}: depth over that without`,
					found[i].depth / found[0].depth,
					{
						expected: 2,
						source: "Fig. 9: locally softer",
					},
				),
			),
			atLeast(
				"vertices that sink, reach of 60 mm over 30 mm",
				found[2].moved / found[1].moved,
				{ expected: 1.5, source: "Fig. 9: more or less global" },
			),
		);
		return {
			rows,
			figures: found.map(({ x }, i) => ({
				kind: "picture" as const,
				title: `20 N on the back: ${names[i]}`,
				bodies: [{ mesh: shape.surface, positions: x, held: [] }],
			})),
		};
	},
};
