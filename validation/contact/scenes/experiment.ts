import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadScene, simulateScene } from "@pliant/files";
import {
	type Experiment,
	exact,
	type Figure,
	type Form,
	type Row,
	told,
} from "../../experiment.ts";
import { source } from "../bodies.ts";

/** A scene among the examples, and how it is made small: what is replaced in its text, and when it ends [s]. */
interface Shown {
	readonly folder: string;
	readonly smaller: readonly (readonly [string, string])[];
	readonly seconds: number;
}

const shown: readonly Shown[] = [
	{
		folder: "19-cloth-on-a-ball",
		smaller: [["[54, 54]", "[10, 10]"]],
		seconds: 0.3,
	},
	{
		folder: "20-stack-of-bricks",
		smaller: [
			["[4, 1, 2]", "[2, 1, 1]"],
			["[2, 1, 4]", "[1, 1, 2]"],
		],
		seconds: 0.2,
	},
	{
		folder: "21-shirt",
		smaller: [
			['"edge": 0.0155', '"edge": 0.07'],
			['"vertices": 2000', '"vertices": 500'],
		],
		seconds: 0.9,
	},
	{
		folder: "22-tablecloths",
		smaller: [
			["[36, 36]", "[10, 10]"],
			['"rings": 18', '"rings": 5'],
		],
		seconds: 0.2,
	},
	{
		folder: "23-twisted-cloth",
		smaller: [["[8, 24]", "[4, 12]"]],
		seconds: 0.4,
	},
	{
		folder: "24-ball-through-a-ring",
		smaller: [['"fill": 0.02', '"fill": 0.03']],
		seconds: 0.05,
	},
	{
		folder: "25-knot",
		smaller: [['"segments": 110', '"segments": 60']],
		seconds: 0.2,
	},
	{
		folder: "26-ten-layers",
		smaller: [["[17, 17]", "[3, 3]"]],
		seconds: 0.12,
	},
	{ folder: "27-funnel", smaller: [["[24, 24]", "[8, 8]"]], seconds: 0.15 },
];

/** The folder of the examples, beside that of what is compiled or not. */
function examplesFolder(): string {
	let at = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(at, "examples", "README.md"))) at = dirname(at);
	return join(at, "examples");
}

async function played({ folder, smaller, seconds }: Shown, form: Form) {
	const place = join(examplesFolder(), folder);
	let text = await readFile(join(place, "scene.jsonc"), "utf8");
	if (form === "short")
		for (const [from, to] of smaller) {
			if (!text.includes(from))
				throw new Error(`${folder} has no ${from}; name what it has now`);
			text = text.replaceAll(from, to);
		}
	const loaded = await loadScene("scene.jsonc", {
		read: async (path) =>
			path === "scene.jsonc"
				? new TextEncoder().encode(text)
				: await readFile(join(place, path)),
	});
	const simulation = await simulateScene(loaded);
	const end = form === "short" ? seconds : (loaded.run.seconds ?? 0);
	const steps = Math.round(end / simulation.timeStep);
	let through = 0;
	/** Distances over thicknesses, of cables too, which have no triangles. */
	let nearest = Number.POSITIVE_INFINITY;
	const begin = performance.now();
	for (let i = 0; i < steps; i++) {
		simulation.step();
		through += simulation.intersections();
		for (const { distance, thickness } of simulation.surfaceContacts())
			nearest = Math.min(nearest, distance / thickness);
	}
	const gaps = simulation
		.seams()
		.map(({ gap, isWelded }) => (isWelded ? gap : Number.POSITIVE_INFINITY));
	return {
		title: loaded.title ?? folder,
		...{ through, nearest, gaps, simulation, loaded },
		millisecondsAStep: (performance.now() - begin) / steps,
	};
}

export const scenes: Experiment = {
	id: "contact/scenes",
	paper: source,
	figure: "the examples",
	title: "Examples in which surfaces touch",
	setup:
		"The scenes 19 to 27 of the examples, from the first step to the last; edges that pass through triangles are counted exactly after each step.",
	run: async (form) => {
		const rows: Row[] = [];
		const figures: Figure[] = [];
		for (const one of shown) {
			const result = await played(one, form);
			const { title, simulation, loaded } = result;
			rows.push(
				exact(`${title}: edges through triangles`, result.through, {
					atMost: 0,
					source: "exact test after every step",
				}),
				told(`${title}: milliseconds a step`, result.millisecondsAStep, {
					source: "this machine",
				}),
			);
			// Nothing touches in some of the short ones.
			if (Number.isFinite(result.nearest))
				rows.push(
					exact(`${title}: least distance over thickness`, result.nearest, {
						atLeast: 0.25,
						source: "what is promised",
					}),
				);
			if (result.gaps.length > 0)
				rows.push(
					exact(
						`${title}: largest gap of seams [m]`,
						Math.max(...result.gaps),
						{
							atMost: 0,
							source: "what is welded is one",
						},
					),
				);
			figures.push({
				kind: "picture",
				title,
				bodies: loaded.scene.meshBodies.map((body) => ({
					mesh: body.mesh,
					positions: simulation.positions(body).slice(),
					held: [],
					isSolid: body.massOn !== "triangle",
				})),
				obstacles: loaded.scene.colliders.flatMap(
					(collider) => collider.surfaceAt(simulation.time) ?? [],
				),
				options: { size: { width: 480, height: 360 } },
			});
		}
		return { rows, figures };
	},
};
