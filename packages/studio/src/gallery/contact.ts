import { type CardGroup, lanesBy } from "./card.ts";

export const contact: CardGroup = {
	name: "Contact",
	experiments: "contact",
	cards: [
		{
			id: "19-cloth-on-a-ball",
			title: "Cloth on a ball",
			lookFor:
				"Folds touch each other and the floor, and never pass through: surfaces keep the cloth's thickness apart.",
		},
		{
			id: "23-twisted-cloth",
			title: "Twisted cloth",
			lookFor:
				"Clamps wind a strip into a rope by two turns each: layers lie on layers.",
		},
		{
			id: "24-ball-through-a-ring",
			title: "Ball through a ring",
			lookFor: "A soft ball of 10 cm is pressed through a ring of 8 cm.",
		},
		{
			id: "25-knot",
			title: "Knot",
			lookFor:
				"A rubber cord is pulled tight by its ends; the knot does not slip through itself.",
		},
		{
			id: "26-ten-layers",
			title: "Ten layers",
			lookFor:
				"Ten squares of denim fall on a cylinder, one on the other, and none passes through another. A step takes a while when they hit it.",
		},
		{
			id: "27-funnel",
			title: "Funnel",
			lookFor:
				"A rod pushes a napkin through a funnel: it crumples, comes out and springs open.",
		},
		{
			id: "20-stack-of-bricks",
			title: "Stack of bricks",
			lookFor:
				"Soft solids rest on each other with friction, and bulge where they are pressed.",
		},
		{
			id: "contact-friction",
			title: "Friction on a slope",
			lookFor:
				"On a slope of 20° a block slides below μ = tan 20° = 0.36, and stays above it.",
			lanes: lanesBy(["colliders", "slope", "friction"], {
				"μ = 0.2": 0.2,
				"μ = 0.34": 0.34,
				"μ = 0.5": 0.5,
			}),
		},
		{
			id: "contact-capstan",
			title: "A cord over a post",
			lookFor:
				"One side is pulled twice as hard as the other. Around half a post that needs exp(πμ) > 2: with μ = 0.1 the cord runs off, with 0.3 it stays.",
			lanes: lanesBy(["colliders", "post", "friction"], {
				"μ = 0.1": 0.1,
				"μ = 0.3": 0.3,
			}),
		},
		{
			id: "contact-hertz",
			title: "A ball pressed flat",
			lookFor:
				"The flat spot grows as Hertz says while it is small. Colour it by stress.",
		},
	],
};
