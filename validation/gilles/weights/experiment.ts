import type { Vector3 } from "pliant";
import {
	euclideanWeights,
	geodesicWeights,
	harmonicWeights,
	uShape,
	type WeightField,
} from "pliant/frames";
import { voxelise } from "pliant/voxels";
import {
	type Experiment,
	exact,
	ordering,
	type Row,
	told,
} from "../../experiment.ts";
import { paper } from "../paper.ts";
import { sectionDrawing } from "../sectionDrawing.ts";

const size = 0.002;
/** Where weights by distance end [m]: just farther than from frame to frame through the object. */
const cutoff = 0.25;
const [width, height, thickness, depth] = [0.11, 0.1, 0.03, 0.03];
/** Half way up, where the legs are closest: on their inner sides. */
const [left, right]: readonly Vector3[] = [
	[thickness - size / 2, 0.06, depth / 2],
	[width - thickness + size / 2, 0.06, depth / 2],
];

/** The share of frame 0 at a point. */
function shareAt({ frameCount, evaluate }: WeightField) {
	const w = new Float64Array(frameCount);
	const dw = new Float64Array(3 * frameCount);
	return (x: number, y: number, z: number): number => {
		evaluate([x, y, z], w, dw);
		return w[0] / w.reduce((sum, each) => sum + each, 0);
	};
}

export const weightsExperiment: Experiment = {
	id: "gilles/weights",
	paper,
	figure: "Fig. 3",
	title: "Weights by three kinds of distance",
	setup:
		"A U of 11 by 10 by 3 cm with a frame near the top of each leg: the share of the left frame by Euclidean distance, by distance within the object, with the same cutoff, and by harmonic weights, in voxels of 2 mm.",
	remarks: [
		"Straight distance sees through the gap: the inner sides of the legs, 5 cm apart through the air and 16 cm through the object, are weighted more alike than with the others.",
	],
	run: () => {
		const { surface, frames } = uShape({ width, height, thickness, depth });
		const grid = voxelise(surface, { size });
		const origins = frames.map(({ position }) => position);
		const kinds: readonly [string, WeightField][] = [
			["Euclidean", euclideanWeights(origins, { cutoff })],
			["geodesic", geodesicWeights(grid, origins, { cutoff })],
			["harmonic", harmonicWeights(grid, origins)],
		];
		const rows: Row[] = [];
		const steps: number[] = [];
		const sections = kinds.map(([title, field]) => {
			const share = shareAt(field);
			let asymmetry = 0;
			let turn = 0;
			let before = 1;
			for (const voxel of grid.voxels) {
				const [x, y, z] = grid.centre(voxel);
				asymmetry = Math.max(
					asymmetry,
					Math.abs(share(x, y, z) + share(width - x, y, z) - 1),
				);
			}
			// Along the middle of the object, from one frame down, through the foot and up to the other.
			for (const [x, y] of middle()) {
				const value = share(x, y, depth / 2);
				turn = Math.max(turn, value - before);
				before = value;
			}
			steps.push(share(...left) - share(...right));
			const rise = `${title}: largest rise of the share on the way from its frame to the other`;
			const fall = "it should fall along the object";
			rows.push(
				exact(
					`${title}: share of one leg against that of the other, largest error`,
					asymmetry,
					{
						atMost: 1e-9,
						source: "symmetry",
					},
				),
				title === "Euclidean"
					? told(rise, turn, { source: fall })
					: exact(rise, turn, { atMost: 1e-9, source: fall }),
				told(
					`${title}: step of the share across the gap`,
					steps[steps.length - 1],
					{
						source: "the paper has pictures",
					},
				),
			);
			return { title, value: share };
		});
		for (const [i, name] of ["geodesic", "harmonic"].entries())
			rows.push(
				ordering(
					`step across the gap, Euclidean weights over ${name} ones`,
					[steps[0], steps[i + 1]],
					{ source: "Fig. 3: legs that are apart are told apart" },
				),
			);
		return {
			rows,
			figures: [
				{
					kind: "drawing",
					title: "Share of the left frame, blue 0 to red 1",
					svg: sectionDrawing(grid, "z", depth / 2, sections),
				},
			],
		};
	},
};

function* middle(): Generator<readonly [number, number]> {
	const [top, low] = [height - thickness / 2, thickness / 2];
	const steps = 40;
	for (let i = 0; i <= steps; i++) yield [low, top + ((low - top) * i) / steps];
	for (let i = 1; i <= steps; i++)
		yield [low + ((width - thickness) * i) / steps, low];
	for (let i = 1; i <= steps; i++)
		yield [width - low, low + ((top - low) * i) / steps];
}
