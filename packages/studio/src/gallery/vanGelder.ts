import type { CardGroup } from "./card.ts";

const hexagon = ["objects", "hexagon"];

export const vanGelder: CardGroup = {
	name: "Spring coefficients, Van Gelder 1998",
	experiments: "vangelder",
	cards: [
		{
			id: "van-gelder-hexagon",
			title: "Expanding hexagon",
			figure: "Fig. 4",
			lookFor:
				"Equal forces at the corners should expand it evenly. Springs with k ∝ 1/L distort its inside most; a membrane is what all of them stand for.",
			lanes: [
				{
					name: "k ∝ 1/L",
					edits: [
						[[...hexagon, "mesh", "file"], "springs.obj"],
						[
							[...hexagon, "models"],
							[{ model: "quadratic-spring", axialStiffness: 5 }],
						],
						[[...hexagon, "arealDensity"], undefined],
						[[...hexagon, "linearDensity"], 0.3],
					],
				},
				{ name: "eq. 29", edits: [] },
				{
					name: "membrane",
					edits: [
						[
							[...hexagon, "models"],
							[{ model: "trbs", youngModulus2d: 10, poissonRatio: 0.33 }],
						],
					],
				},
			],
		},
		{
			id: "van-gelder-two-spheres",
			title: "A skin around two spheres",
			figure: "Fig. 5",
			lookFor:
				"As one sphere is pulled away, the skin slides over both and narrows between them. Colour it by strain.",
			lanes: [
				{ name: "springs, eq. 29", edits: [] },
				{
					name: "membrane",
					edits: [
						[
							["objects", "skin", "models"],
							[{ model: "trbs", youngModulus2d: 10, poissonRatio: 0.33 }],
						],
					],
				},
			],
		},
		{
			id: "van-gelder-leg",
			title: "A skin that slides over a leg",
			figure: "Fig. 6",
			lookFor:
				"The skin is held at both ends only; as the knee bends and straightens it slides over the leg, and comes back to where it was.",
		},
	],
};
