import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { takeTurns } from "../peers/turns.mjs";
import { scriptOutput } from "../process.mjs";

const row = (name, unit, key) => ({ name, unit, key });
const count = (number) => number.toLocaleString("en");

/** Fabrics as in the task of that name; about 10,000, 40,000 and 160,000 triangles on a sphere; ten layers on a cylinder. */
const fabrics = ["silk", "cotton", "denim", "jersey"];
const sizes = [
	...fabrics.flatMap((fabric) =>
		[20, 40].map((cells) => ({ kind: "sphere", fabric, cells })),
	),
	...[71, 141, 283].map((cells) => ({
		kind: "sphere",
		fabric: "cotton",
		cells,
	})),
	...[20, 71].map((cells) => ({ kind: "layers", fabric: "cotton", cells })),
];

const published =
	"Published, of other scenes on other machines: offset geometric contact (2025), 50 layers of 246,000 vertices in all: 210 ms a step on a CPU, 0.85 ms for 1,000 vertices; codimensional incremental potential contact (2021), 10,000 to 100,000 vertices: seconds to minutes a step.";

const peerFolder = fileURLToPath(new URL("../peers/", import.meta.url));
/** The cloth of 5,041 vertices that falls, in this library and others, where these are installed. */
const engines = [
	{ name: "Pliant", script: "pliantFalling.mjs", module: "" },
	{
		name: "Rapier",
		script: "rapierFalling.mjs",
		module: "@dimforge/rapier3d-compat",
	},
	{ name: "MuJoCo", script: "mujocoFalling.mjs", module: "@mujoco/mujoco" },
];
const steps = 60;

const mean = (times) =>
	times.reduce((sum, time) => sum + time, 0) / times.length;

async function peerProbe({ limit, note }) {
	const isInstalled = ({ module }) =>
		existsSync(`${peerFolder}node_modules/${module}`) || !module;
	const missing = engines.filter((engine) => !isInstalled(engine));
	if (missing.length > 0)
		note(
			`contact: ${missing.map(({ name }) => name).join(" and ")} left out, not installed; \`pliant bench peers\`, or \`npm install\` in bench/peers, installs them.`,
		);
	const present = engines.filter(isInstalled);
	const results = await takeTurns(
		present.map(({ script }) => peerFolder + script),
		{ steps, limit },
	);
	const values = {};
	for (const [i, { name }] of present.entries()) {
		const { times, intersections, failure } = results[i];
		if (failure) note(`contact: ${name} failed: ${failure}`);
		values[`${name} mean`] = mean(times);
		values[`${name} steps`] = times.length;
		values[`${name} intersections`] = intersections;
		// As many steps of both: the first ones fall freely.
		const both = Math.min(times.length, results[0].times.length);
		values[`${name} ratio`] =
			mean(times.slice(0, both)) / mean(results[0].times.slice(0, both));
	}
	return values;
}

/** Of the last sphere of each fabric: triangles, and milliseconds. */
const smaller = new Map();

/** By how much times grow with four times the triangles, from those of the sphere before. */
function growthOf({ kind, fabric, cells }, { mean: all, rest }) {
	// Without all steps there are none at rest, and the mean is of others.
	if (kind !== "sphere" || rest === undefined) return {};
	const before = smaller.get(fabric);
	smaller.set(fabric, { cells, mean: all, rest });
	if (!before || before.cells >= cells) return {};
	const fourfold = Math.log(2) / Math.log(cells / before.cells);
	return {
		growth: (all / before.mean) ** fourfold,
		restGrowth: (rest / before.rest) ** fourfold,
	};
}

/** In processes of their own: a second of motion, with default settings, with contact of surfaces and without. */
export const contactTask = {
	name: "contact",
	about: "steps of cloth that touches itself, beside those without and others",
	endsAtLimit: true,
	sizes: [
		...sizes.map(({ kind, fabric, cells }) => ({
			shape: "cloth",
			name:
				kind === "layers"
					? `ten layers of ${fabric} on a cylinder, ${count(20 * cells ** 2)} triangles`
					: `${fabric} on a sphere, ${count(2 * cells ** 2)} triangles`,
			...{ kind, fabric, cells },
		})),
		{
			shape: "cloth",
			name: "Pliant, Rapier and MuJoCo, 5,041 vertices on a sphere",
			...{ kind: "peers", cells: 70 },
		},
	],
	probe: async (size, { limit, note }) => {
		const { kind, fabric, cells } = size;
		if (kind === "peers") return peerProbe({ limit, note });
		if (kind === "layers") note(published);
		const values = await scriptOutput(
			fileURLToPath(new URL("../contactProbe.mjs", import.meta.url)),
			[kind, fabric, cells, limit],
		);
		return { ...values, ...growthOf(size, values) };
	},
	rows: [
		row("step, mean", "ms", "mean"),
		row("step, mean, without", "ms", "meanWithout"),
		row("with / without", "×", "ratio"),
		row("step, for 1,000 vertices", "ms", "perVertex"),
		row("growth for 4 × the triangles", "×", "growth"),
		row("step at rest", "ms", "rest"),
		row("step at rest, without", "ms", "restWithout"),
		row("share of contact at rest", "%", "share"),
		row("growth at rest for 4 × the triangles", "×", "restGrowth"),
		row("mean speed in the end", "m/s", "speed"),
		row("Newton iterations a step", "", "iterations"),
		row("Newton iterations a step, without", "", "iterationsWithout"),
		row("intersections in the end", "", "intersections"),
		row("steps", "", "steps"),
		...engines.flatMap(({ name, module }) => [
			row(`${name}, step, mean`, "ms", `${name} mean`),
			...(module
				? [row(`${name}, step, over that of Pliant`, "×", `${name} ratio`)]
				: []),
			row(`${name}, steps`, "", `${name} steps`),
			row(
				`${name}, edges through triangles, most`,
				"",
				`${name} intersections`,
			),
		]),
	],
};
