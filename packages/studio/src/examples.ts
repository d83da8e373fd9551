/** The scenes of the gallery: those of the repository's examples, each with what to look for. */
import type { SceneSource } from "./protocol.ts";

export interface Example {
	/** Name of its folder. */
	readonly id: string;
	readonly title: string;
	readonly lookFor: string;
}

export const examples: readonly Example[] = [
	{
		id: "03-first-scene",
		title: "Linen held at two corners",
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
		id: "19-cloth-on-a-ball",
		title: "Cloth on a ball",
		lookFor:
			"Folds touch each other and the floor, and never pass through: surfaces keep the cloth's thickness apart.",
	},
	{
		id: "04-scarf",
		title: "A knitted scarf",
		lookFor:
			"A mesh from an OBJ file in centimetres. The rib knit is soft and heavy, so it stretches under its own weight.",
	},
	{
		id: "18-filled-rabbit",
		title: "A rabbit, filled",
		lookFor:
			"A closed surface filled with tetrahedra of soft gel; on the slope the ears lean most.",
	},
	{
		id: "13-frame-scene",
		title: "Soft turtle",
		lookFor:
			"Seven moving frames carry the whole body: a stiff shell, and legs that give way (Gilles et al. 2011).",
	},
	{
		id: "14-tied-bodies",
		title: "Tied bodies",
		lookFor:
			"A soft limb, leather, a string, a rigid ball and a soft block in one system, joined by stiff springs.",
	},
	{
		id: "05-twisted-bar",
		title: "A twisted bar",
		lookFor:
			"Half a turn of silicone rubber: edges become helices. Colour it by stress.",
	},
	{
		id: "20-stack-of-bricks",
		title: "Stack of bricks",
		lookFor:
			"Soft solids rest on each other with friction, and bulge where they are pressed.",
	},
	{
		id: "17-writhing-loop",
		title: "A loop that writhes",
		lookFor:
			"Twisted by three turns, a rubber ring does not stay flat (Michell 1889): it becomes a figure eight and lies on itself.",
	},
	{
		id: "07-balloon",
		title: "A balloon",
		lookFor:
			"Blown up at 60 Pa, the radius grows by p R (1 − ν) / (2 E t). Change the stiffness and see.",
	},
	{
		id: "16-rods",
		title: "Cables that bend",
		lookFor:
			"Three thicknesses of one plastic: bending goes with the fourth power of the radius, weight with the second.",
	},
	{
		id: "06-hanging-line",
		title: "A hanging line",
		lookFor: "Nylon between two points comes to rest as a catenary.",
	},
];

const files = import.meta.glob<string>("../../../examples/*/*.{jsonc,obj}", {
	query: "?url",
	import: "default",
	eager: true,
});

/** The scene of an example, with all files of its folder. */
export async function exampleSource(id: string): Promise<SceneSource> {
	const source = {
		name: "scene.jsonc",
		text: "",
		files: {} as Record<string, Uint8Array>,
	};
	for (const [path, url] of Object.entries(files)) {
		const [folder, name] = path.split("/").slice(-2);
		if (folder !== id) continue;
		const response = await fetch(url);
		if (name === source.name) source.text = await response.text();
		else source.files[name] = new Uint8Array(await response.arrayBuffer());
	}
	if (source.text === "")
		throw new Error(`There is no example '${id}'; choose one of the gallery.`);
	return source;
}
