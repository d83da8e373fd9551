import type { Vector3 } from "pliant";
import { type Experiment, ordering, type Row, told } from "../../experiment.ts";
import { type SoftBunny, softBunny } from "../bunnyBody.ts";
import { greenStrains } from "../greenStrains.ts";
import { paper } from "../paper.ts";
import { sectionDrawing } from "../sectionDrawing.ts";
import { simulateFrames } from "../simulateFrames.ts";

/** On the tip of an ear [N]. */
const force: Vector3 = [-3, 0, 0];
export const bunnyExperiment: Experiment = {
	id: "gilles/bunny",
	paper,
	figure: "Figs 1, 4",
	title: "A bunny with two frames, and one more in its ear",
	setup:
		"A bunny of 20 cm (E = 700 kPa, ν = 0.3) with about 15,500 samples and two frames, that of its body held; 3 N pull at the tip of its right ear. Then with a third frame in that ear, and harmonic weights of all three.",
	remarks: [
		"The paper's bunny is the Stanford one; ours is made of ellipsoids.",
	],
	run: async () => {
		const rabbits = [false, true].map((hasEarFrame) =>
			softBunny(15500, { hasEarFrame }),
		);
		const [{ shape, grid }] = rabbits;
		const { positions } = shape.surface;
		let tip: Vector3 = [0, 0, 0];
		for (const v of shape.surface.groups["right ear"])
			if (positions[3 * v + 1] > tip[1])
				tip = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
		const nose = shape.frames[1].position;
		const pulled = async (rabbit: SoftBunny) => {
			const body = rabbit.body().hold(0).load(tip, force);
			const found = await simulateFrames(body, { gravity: [0, 0, 0] });
			const { simulation, frames } = found;
			simulation.solveStatics({ loadSteps: 2 });
			const way = (p: Vector3) =>
				Math.hypot(...frames.positionOf(p).map((c, k) => c - p[k]));
			return {
				tip: way(tip),
				head: way(nose),
				strains: greenStrains(found),
				x: simulation.positions(body).slice(),
			};
		};
		const two = await pulled(rabbits[0]);
		const three = await pulled(rabbits[1]);
		const rows: Row[] = [
			told("samples", grid.voxels.length, {
				expected: 15526,
				source: "the paper, high resolution",
			}),
			told("two frames: way of the ear's tip [mm]", 1000 * two.tip, {
				source: "3 N at the tip",
			}),
			told("three frames: way of the ear's tip [mm]", 1000 * three.tip, {
				source: "3 N at the tip",
			}),
			ordering(
				"way of the ear's tip, two frames over three",
				[two.tip, three.tip],
				{ source: "Fig. 1: the ear becomes flexible" },
			),
			told("way of the head, three frames over two", three.head / two.head, {
				expected: 1,
				source: "the rest stays as it is",
			}),
		];
		const place = new Map(
			Array.from(grid.voxels, (voxel, i) => [voxel, i] as const),
		);
		const largest = three.strains.reduce((a, b) => Math.max(a, b), 0);
		const drawn =
			(strains: Float64Array) => (x: number, y: number, z: number) =>
				strains[place.get(grid.nearestVoxel([x, y, z])) ?? 0] / largest;
		return {
			rows,
			figures: [
				{
					kind: "drawing",
					title: `Strain of the samples in the plane of the right ear, blue 0 to red ${largest.toFixed(2)}`,
					svg: sectionDrawing(grid, "z", shape.ears[1][2], [
						{ title: "two frames", value: drawn(two.strains) },
						{ title: "three frames", value: drawn(three.strains) },
					]),
				},
				...(
					[
						["two frames", two],
						["three frames", three],
					] as const
				).map(([name, { x }]) => ({
					kind: "picture" as const,
					title: `3 N at the right ear: ${name}`,
					bodies: [{ mesh: shape.surface, positions: x, held: [] }],
				})),
			],
		};
	},
};
