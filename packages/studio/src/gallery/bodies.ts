import { type CardGroup, lanesBy } from "./card.ts";

const block = ["objects", "block", "models", 0, "model"];

export const bodies: CardGroup = {
	name: "Solids, rods and bodies tied together",
	experiments: "solids",
	cards: [
		{
			id: "18-filled-rabbit",
			title: "A rabbit, filled",
			lookFor:
				"A closed surface filled with tetrahedra of soft gel; on the slope the ears lean most.",
		},
		{
			id: "05-twisted-bar",
			title: "A twisted bar",
			lookFor:
				"Half a turn of silicone rubber: edges become helices. Colour it by stress.",
		},
		{
			id: "solids-beam",
			title: "A soft beam",
			lookFor:
				"The second program of the tutorial: rubber clamped at one end. Make it softer and see it sag.",
		},
		{
			id: "solids-pudding",
			title: "Pudding on a plate",
			lookFor:
				"Gelatine on a plate that is shaken four times a second: is that near to its own frequency?",
		},
		{
			id: "solids-elements",
			title: "Linear against quadratic elements",
			lookFor:
				"One cell thick: quadratic elements bend as rubber does, linear hexahedra less, linear tetrahedra hardly.",
			lanes: lanesBy(["objects", "bar", "models", 0, "model"], {
				quadratic: "stable-neo-hookean",
				"linear hexahedra": "stable-neo-hookean-hexahedra",
				"linear tetrahedra": "stable-neo-hookean-tetrahedra",
			}),
		},
		{
			id: "solids-laws",
			title: "Four laws of rubber",
			lookFor:
				"Pressed to six tenths, laws of equal E and ν part: St Venant–Kirchhoff softens under pressure.",
			lanes: lanesBy(block, {
				"stable neo-Hookean": "stable-neo-hookean-hexahedra",
				"neo-Hookean": "neo-hookean-hexahedra",
				"St Venant–Kirchhoff": "stvk-hexahedra",
				corotational: "corotational-hexahedra",
			}),
		},
		{
			id: "07-balloon",
			title: "A balloon",
			lookFor:
				"Blown up at 60 Pa, the radius grows by a share of p R (1 − ν) / (2 E t). Change the stiffness and see.",
		},
		{
			id: "16-rods",
			title: "Cables that bend",
			lookFor:
				"Three thicknesses of one plastic: bending goes with the fourth power of the radius, weight with the second.",
		},
		{
			id: "17-writhing-loop",
			title: "A loop that writhes",
			lookFor:
				"Twisted by three turns, a rubber ring does not stay flat (Michell 1889): it becomes a figure eight and lies on itself.",
		},
		{
			id: "06-hanging-line",
			title: "A hanging line",
			lookFor: "Nylon between two points comes to rest as a catenary.",
		},
		{
			id: "14-tied-bodies",
			title: "Tied bodies",
			lookFor:
				"A soft limb, leather, a string, a rigid ball and a soft block in one system, joined by stiff springs.",
		},
		{
			id: "bodies-pendulum",
			title: "Double pendulum",
			lookFor:
				"Two rigid rods on ball joints, let go to one side: energies go to and fro in the plot on the tab Look.",
		},
	],
};
