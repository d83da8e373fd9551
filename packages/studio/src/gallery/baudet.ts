import { type CardGroup, lanesBy } from "./card.ts";

const beam = ["objects", "beam"];
const cells = [...beam, "mesh", "box", "cells"];

export const baudet: CardGroup = {
	name: "Bricks, Baudet et al. 2009",
	experiments: "baudet",
	cards: [
		{
			id: "baudet-rectangle",
			title: "Shear of a rectangle",
			figure: "Figs 2 to 6",
			lookFor:
				"Rectangles of springs with a correction shear and stretch as the membrane of the same E and ν.",
			lanes: lanesBy(["objects", "rectangle", "models", 0, "model"], {
				bricks: "plane-brick",
				membrane: "trbs",
			}),
		},
		{
			id: "baudet-tension",
			title: "Tension of a cube",
			figure: "Figs 7 and 8",
			lookFor:
				"Pulled by a quarter of E the cube lengthens and contracts: bricks beside Hooke's law for large and for small strains.",
			lanes: lanesBy(["objects", "cube", "models", 0, "model"], {
				bricks: "brick",
				"St Venant–Kirchhoff": "stvk-hexahedra",
				linear: "linear-elastic-hexahedra",
			}),
		},
		{
			id: "baudet-shear",
			title: "Shear of a beam",
			figure: "Fig. 9",
			lookFor:
				"The finer the bricks, the nearer to finite elements: watch the upper edge and its free ends.",
			lanes: [
				...lanesBy(cells, {
					"6 × 2 × 2 bricks": [6, 2, 2],
					"12 × 4 × 4 bricks": [12, 4, 4],
				}),
				{
					name: "finite elements",
					edits: [[[...beam, "models", 0, "model"], "stvk"]],
				},
			],
		},
		{
			id: "baudet-l-shape",
			title: "An L that is pushed",
			figure: "Fig. 11",
			lookFor: "The upright part leans; coarse bricks resist bending too much.",
			lanes: [
				...lanesBy(["objects", "L", "mesh", "voxels"], {
					"4³ bricks": 1,
					"8³ bricks": 0.5,
				}),
				{
					name: "finite elements",
					edits: [
						[["objects", "L", "mesh", "voxels"], 0.5],
						[["objects", "L", "models", 0, "model"], "stvk-hexahedra"],
					],
				},
			],
		},
		{
			id: "baudet-cantilever",
			title: "Cantilever",
			figure: "Fig. 12",
			lookFor:
				"Bricks bend too little where few are across, and so do frames with linear weights; quadratic elements are right with one across.",
			lanes: [
				...lanesBy(cells, { "4 bricks": [4, 1, 1], "32 bricks": [8, 2, 2] }),
				{
					name: "finite elements",
					edits: [[[...beam, "models", 0, "model"], "stvk"]],
				},
				{
					name: "5 frames",
					edits: [
						[
							[...beam, "mesh"],
							{
								bar: { size: [0.4, 0.1, 0.1], frames: 5, edge: 0.02 },
								translate: [0, 0.05, 0.05],
							},
						],
						[[...beam, "models", 0, "model"], "stvk"],
						[[...beam, "hold"], undefined],
						[
							[...beam, "frames"],
							{
								voxels: { count: 2000 },
								weights: { linear: {} },
								samples: 200,
								hold: [{ frames: [0] }],
							},
						],
					],
				},
			],
		},
		{
			id: "baudet-animal",
			title: "A puma of bricks",
			figure: "Fig. 13",
			lookFor:
				"A spring drags its nose to the side; the skin follows the bricks. Pull at its tail.",
		},
	],
};
