import type { Mesh } from "pliant";
import { enclosedVolume } from "pliant/voxels";
import { type Experiment, exact, type Figure, told } from "../../experiment.ts";
import { paper } from "../paper.ts";
import { draggedPuma } from "./dragged.ts";

const angles = [0, 25, 50];

/** Corners of what pictures show [m]. */
const view = {
	low: [-1.35, 0, -0.3],
	high: [0.9, 1.05, 0.6],
} as const;

const picture = (
	title: string,
	mesh: Mesh,
	positions: Float64Array,
): Figure => ({
	kind: "picture",
	title,
	bodies: [{ mesh, positions, held: [], isSolid: true }],
	options: { view },
});

export const animal: Experiment = {
	id: "baudet/animal",
	paper,
	figure: "Fig. 13",
	title: "A puma of bricks turns its head; its skin follows",
	setup:
		"A big cat made by formulas, filled with cubes: bricks with E = 20 kPa and ν = 0.3. Its paws are held, its nose is dragged sideways about the neck by springs at points of the skin, by 25° and 50°; forces come to the bricks by the transpose of how the skin follows them.",
	remarks: [
		"The paper's puma is not available; a shape made by formulas stands for it.",
	],
	run: async (form) => {
		const size =
			form === "full"
				? { cellSize: 0.045, vertices: 12000 }
				: { cellSize: 0.06, vertices: 2500 };
		const rows = [];
		const figures: Figure[] = [];
		for (const degrees of form === "full" ? angles : [25]) {
			const found = await draggedPuma(degrees, size);
			const { body, skin } = found;
			const mesh = body.skin?.mesh ?? body.mesh;
			const volume = enclosedVolume({ ...mesh, positions: skin });
			if (degrees > 0)
				rows.push(
					exact(
						`${degrees}°: forces that drag and those that hold it, sum over the sum of sizes`,
						found.unbalanced / found.pull,
						{ expected: 0, tolerance: 1e-6, source: "equilibrium" },
					),
					exact(
						`${degrees}°: the same of moments, over sizes times 1 m`,
						found.unbalancedMoment / found.pull,
						{ expected: 0, tolerance: 1e-6, source: "equilibrium" },
					),
					told(`${degrees}°: way of the nose [m]`, found.way, {
						source: "the paper has pictures only",
					}),
					told(
						`${degrees}°: distance of dragged points from where they are dragged to [m]`,
						found.gap,
						{
							source: "the springs that drag them are soft",
						},
					),
					told(
						`${degrees}°: volume within the skin, over that at rest`,
						volume / enclosedVolume(mesh),
						{ source: "the paper has pictures only" },
					),
				);
			else {
				rows.push(
					exact(
						"0°: distance of the skin from the surface it was made of [m]",
						Math.max(...skin.map((x, i) => Math.abs(x - mesh.positions[i]))),
						{ expected: 0, tolerance: 1e-9, source: "at rest" },
					),
					told("cubes", body.mesh.hexahedra.length / 8, {
						source: "the paper has pictures only",
					}),
				);
				figures.push(picture("Bricks", body.mesh, found.cubes));
			}
			figures.push(picture(`Skin, ${degrees}°`, mesh, skin));
			if (degrees === 50)
				figures.push(picture("Bricks, 50°", body.mesh, found.cubes));
		}
		return { rows, figures };
	},
};
