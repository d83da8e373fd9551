import { type CardGroup, lanesBy } from "./card.ts";

const sheet = ["objects", "sheet"];
const bending = [...sheet, "models", 1];
const diagonal = [...sheet, "mesh", "grid", "diagonal"];
const modulus = 0.006;
const morley = { model: "morley-bending", bendingRigidity: modulus };

export const volino: CardGroup = {
	name: "Linear bending, Volino and Magnenat-Thalmann 2006",
	experiments: "volino",
	cards: [
		{
			id: "volino-schemes",
			title: "One modulus, four models of bending",
			figure: "Figs 1 to 3",
			lookFor:
				"As printed, the rigidity is a third of the modulus. Calibrated, and by angles, it is near to it on this grid; Morley's is right on every one.",
			lanes: lanesBy(bending, {
				"as printed": { model: "linear-bending", bendingModulus: modulus },
				calibrated: { model: "calibrated-bending", bendingRigidity: modulus },
				Morley: morley,
				"by angles": {
					model: "discrete-shell-hinge",
					bendingRigidity: modulus,
				},
			}),
		},
		{
			id: "volino-patterns",
			title: "The pattern of triangles",
			lookFor:
				"The same material with diagonals in turns, and all one way: linear bending follows the pattern and twists, Morley's does not.",
			lanes: [
				{ name: "printed, in turns", edits: [] },
				{ name: "printed, one way", edits: [[diagonal, "right"]] },
				{
					name: "Morley, in turns",
					edits: [[bending, { ...morley, bendingRigidity: modulus / 3 }]],
				},
				{
					name: "Morley, one way",
					edits: [
						[bending, { ...morley, bendingRigidity: modulus / 3 }],
						[diagonal, "right"],
					],
				},
			],
		},
		{
			id: "volino-resolution",
			title: "The same sheet, finer and finer",
			figure: "Fig. 5",
			lookFor:
				"With 8, 16 and 32 cells along it the sheet falls nearly as far, and as far as one of Morley's elements.",
			lanes: [
				...lanesBy([...sheet, "mesh", "grid", "cells"], {
					"8 × 4": [8, 4],
					"16 × 8": [16, 8],
					"32 × 16": [32, 16],
				}),
				{
					name: "Morley",
					edits: [
						[
							[...sheet, "mesh", "grid", "cells"],
							[16, 8],
						],
						[bending, { model: "morley-bending", bendingRigidity: 0.0021 }],
					],
				},
			],
		},
		{
			id: "volino-drape",
			title: "Drapes from stiff to soft",
			figure: "Fig. 6",
			lookFor:
				"From 0.1 to 10⁻⁴ N·m: stiff cloth stands off in a few wide folds, soft cloth falls in many narrow ones.",
			lanes: lanesBy(["objects", "cloth", "models", 1, "bendingModulus"], {
				"0.1 N·m": 0.1,
				"0.01 N·m": 0.01,
				"0.001 N·m": 1e-3,
				"0.0001 N·m": 1e-4,
			}),
		},
		{
			id: "21-shirt",
			title: "Shirt",
			figure: "Fig. 7, a garment",
			lookFor:
				"Two panels are sewn together around a mannequin and worn while its arms rise. It takes a while.",
		},
	],
};
