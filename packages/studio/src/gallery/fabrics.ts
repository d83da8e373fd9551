import { type CardGroup, lanesBy } from "./card.ts";

export const fabrics: CardGroup = {
	name: "Cloth and fabrics",
	experiments: "fabrics",
	cards: [
		{
			id: "03-first-scene",
			title: "Denim held at two corners",
			lookFor:
				"Folds run from both corners and meet where the cloth hangs lowest. Pull at its hem.",
		},
		{
			id: "11-tablecloth",
			title: "Tablecloth",
			lookFor:
				"Over the round rim the polyester falls in a few deep folds: how many depends on how stiffly it bends.",
		},
		{
			id: "fabrics-cusick",
			title: "Drape test of four fabrics",
			lookFor:
				"The drape tester of Cusick: canvas hangs in a few wide folds. Silk and cotton would fold finer than these triangles can, and stand off: give the disc more rings on the tab Scene.",
			lanes: lanesBy(["objects", "fabric", "material"], {
				silk: "silk",
				cotton: "cotton",
				wool: "wool",
				canvas: "canvas",
			}),
		},
		{
			id: "fabrics-over-an-edge",
			title: "Five fabrics over an edge",
			lookFor:
				"Silk, cotton, wool, denim and canvas, 10 cm over an edge: what counts is the stiffness in bending for the weight.",
		},
		{
			id: "fabrics-extension",
			title: "Warp, weft and bias",
			lookFor:
				"50 N per metre hardly lengthen twill along its threads; on the bias it gives way and narrows.",
			lanes: lanesBy(["objects", "strip", "material", "warpAngle"], {
				warp: 1.5708,
				bias: 0.7854,
				weft: 0,
			}),
		},
		{
			id: "cloth-measured",
			title: "A measured cloth",
			lookFor:
				"Parameters from a ruler, a scale and a weight: 200 g lengthen the strip by 1.3 mm, as they did at home.",
		},
		{
			id: "04-scarf",
			title: "A knitted scarf",
			lookFor:
				"A mesh from an OBJ file in centimetres. The rib knit is soft and heavy, so it stretches under its own weight.",
		},
		{
			id: "22-tablecloths",
			title: "Tablecloths",
			lookFor:
				"Canvas on a square and on a round table: rims do not show through, since triangles and edges touch too.",
		},
		{
			id: "cloth-hanging",
			title: "A hanging cloth",
			lookFor:
				"The first program of the tutorial: a membrane of 1000 N/m without any bending. Give it some on the tab Scene.",
		},
	],
};
