import { type CardGroup, lanesBy } from "./card.ts";

const model = ["objects", "square", "models", 0, "model"];
const file = ["objects", "square", "mesh", "file"];

const fourMembranes = lanesBy(model, {
	TRBS: "trbs",
	TRQS: "trqs",
	springs: "tensile-springs",
	linear: "linear-membrane",
});

const ofCloth = (name: string, membrane: string, poissonRatio: number) => ({
	name,
	edits: [
		[["objects", "cloth", "models", 0, "model"], membrane],
		[["objects", "cloth", "models", 0, "poissonRatio"], poissonRatio],
	] as const,
});

export const delingette: CardGroup = {
	name: "Triangular springs, Delingette 2008",
	experiments: "delingette",
	cards: [
		{
			id: "delingette-traction",
			title: "Traction of a square",
			figure: "Figs 9 and 10",
			lookFor:
				"TRBS stiffens and lengthens less than TRQS and the linear membrane. Springs alone are right for ν = 1/3 only: here, with 0.6, they are too short and contract too little.",
			lanes: fourMembranes,
		},
		{
			id: "delingette-compression",
			title: "Compression of a square",
			figure: "Fig. 11",
			lookFor:
				"Pressed by a dead load of 0.1 E, TRBS gives way most, then TRQS, then the linear membrane; springs, which are wrong for this ν, least.",
			lanes: fourMembranes,
		},
		{
			id: "delingette-two-meshes",
			title: "One square, two meshes",
			figure: "Fig. 12",
			lookFor:
				"Switch on the wireframe on the tab Look: TRBS is as long on both meshes, TRQS is not.",
			lanes: [
				{ name: "TRBS, uniform", edits: [] },
				{ name: "TRBS, graded", edits: [[file, "graded.obj"]] },
				{ name: "TRQS, uniform", edits: [[model, "trqs"]] },
				{
					name: "TRQS, graded",
					edits: [
						[model, "trqs"],
						[file, "graded.obj"],
					],
				},
			],
		},
		{
			id: "delingette-tablecloth",
			title: "Tablecloths of four models",
			figure: "Fig. 13",
			lookFor:
				"A fold at each corner, and springs that fall as TRQS of a low ν does; the cloth does not pass through itself or the table.",
			lanes: [
				ofCloth("TRBS, ν = 0.95", "trbs", 0.95),
				ofCloth("TRQS, ν = 0.95", "trqs", 0.95),
				ofCloth("TRQS, ν = 0.1", "trqs", 0.1),
				ofCloth("springs", "tensile-springs", 0.3),
			],
		},
	],
};
