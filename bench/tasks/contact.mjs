import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { scriptOutput } from "../process.mjs";

const row = (name, unit, key) => ({ name, unit, key });

/** About 10,000, 40,000 and 160,000 triangles, and fabrics as in the task of that name. */
const sides = [71, 141, 283];
const fabrics = ["silk", "cotton", "denim", "jersey"];
const sizes = [
	...fabrics.flatMap((fabric) =>
		[20, 40].map((cells) => ({ kind: "fabric", fabric, cells })),
	),
	...sides.map((cells) => ({ kind: "sphere", fabric: "cotton", cells })),
	{ kind: "layers", fabric: "cotton", cells: 20 },
];

const peerFolder = fileURLToPath(new URL("../peers/", import.meta.url));
/** The cloth of 5,041 vertices that falls, in this library and others, where these are installed. */
const peers = [
	{ name: "Pliant", script: "pliantFalling.mjs" },
	{ name: "Rapier", script: "rapierFalling.mjs" },
	{ name: "MuJoCo", script: "mujocoFalling.mjs" },
];

const mean = (times) =>
	times.reduce((sum, time) => sum + time, 0) / times.length;

/** Times of this library's frames, which those of the others are compared with. */
let ownTimes;

async function peerProbe(script) {
	const run = (name) => scriptOutput(peerFolder + name);
	const { times, intersections } = await run(script);
	ownTimes ??=
		script === peers[0].script ? times : (await run(peers[0].script)).times;
	return {
		mean: mean(times),
		frames: times.length,
		// As many frames of both: the first ones fall freely.
		toOurs: mean(times) / mean(ownTimes.slice(0, times.length)),
		intersections,
	};
}

/** In a process of its own: a second of motion, with default settings, with contact of surfaces and without. */
export const contactTask = {
	name: "contact",
	about: "frames of cloth that touches itself, beside those without",
	sizes: [
		...sizes.map(({ kind, fabric, cells }) => ({
			shape: "cloth",
			name:
				kind === "layers"
					? `ten layers of ${fabric}, ${(20 * cells ** 2).toLocaleString("en")} triangles`
					: `${fabric} on a sphere, ${(2 * cells ** 2).toLocaleString("en")} triangles`,
			...{ kind, fabric, cells },
		})),
		...(existsSync(`${peerFolder}node_modules`) ? peers : []).map(
			({ name, script }) => ({
				shape: "cloth",
				name: `${name}, 5,041 vertices on a sphere`,
				script,
			}),
		),
	],
	probe: ({ kind, fabric, cells, script }) =>
		script
			? peerProbe(script)
			: scriptOutput(
					fileURLToPath(new URL("../contactProbe.mjs", import.meta.url)),
					[kind, fabric, cells],
				),
	rows: [
		row("frame, mean", "ms", "mean"),
		row("frame, mean, without", "ms", "meanWithout"),
		row("with / without", "×", "ratio"),
		row("frame at rest", "ms", "rest"),
		row("frame at rest, without", "ms", "restWithout"),
		row("share of contact at rest", "%", "share"),
		row("Newton iterations a frame", "", "iterations"),
		row("Newton iterations a frame, without", "", "iterationsWithout"),
		row("intersections in the end", "", "intersections"),
		row("frames within two minutes", "", "frames"),
		row("frame, over that of Pliant", "×", "toOurs"),
	],
};
