/** `pliant modes`: natural frequencies of a scene as a table, and an animation of each shape. */
import { basename, dirname, join } from "node:path";
import {
	type LoadedScene,
	loadScene,
	type OutputFolder,
	openTable,
	resultFormats,
	simulateScene,
} from "@pliant/files";
import { Body, type SceneBody, type Simulation } from "pliant";
import type { Mode } from "pliant/simulation";
import { inputFolder } from "../disk/inputFolder.ts";
import { requireNoLinks } from "../disk/ownFiles.ts";
import { resultFolder } from "../disk/resultFolder.ts";
import { sceneName } from "../disk/sceneName.ts";
import type { Io } from "../io.ts";

export interface RunModesOptions {
	readonly count: number;
	readonly statics?: boolean;
	readonly out?: string;
	readonly json?: boolean;
	/** Where meshes may lie, besides the scene's folder. */
	readonly meshFolder?: string;
}

/** Of an animation: one period takes this long [s], and the farthest vertex moves by this part of the scene's size. */
const period = 2;
const framesPerPeriod = 32;
const amplitude = 0.1;

export async function runModes(
	file: string,
	options: RunModesOptions,
	io: Io,
): Promise<void> {
	const name = sceneName(file);
	const out = options.out ?? join("out", `${name}-modes`);
	await requireNoLinks(options.out ?? ".", out);
	const loaded = await loadScene(
		basename(file),
		inputFolder(dirname(file), options.meshFolder),
	);
	for (const note of loaded.notes) io.stderr.write(`note: ${note}\n`);
	const simulation = await simulateScene(loaded);
	const { statics } = loaded.run;
	if (statics || options.statics) simulation.solveStatics(statics);
	const modes = await simulation.modes({ count: options.count });
	const folder = resultFolder(out);
	await writeTable(folder, modes);
	const digits = String(modes.length).length;
	const animated: string[] = [];
	for (const [i, mode] of modes.entries()) {
		if (mode.kind === "rigid") continue;
		const shape = `mode-${String(i + 1).padStart(digits, "0")}`;
		await animate(folder, shape, loaded, simulation, mode);
		animated.push(`${shape}.glb`);
	}
	io.stdout.write(
		options.json
			? `${JSON.stringify(modes.map(facts), null, "\t")}\n`
			: `${printed(loaded.title ?? name, modes)}\nin ${out}: modes.csv${animated.length > 0 ? `, ${range(animated)}` : ""}\n`,
	);
}

const facts = ({ kind, frequency, eigenvalue, effectiveMass }: Mode) => ({
	kind,
	frequency,
	eigenvalue,
	effectiveMass,
});

const range = (names: readonly string[]): string =>
	names.length > 2 ? `${names[0]} to ${names.at(-1)}` : names.join(", ");

function printed(title: string, modes: readonly Mode[]): string {
	const number = (value: number) =>
		(value < 1e-6 ? "0" : value.toPrecision(3)).padStart(11);
	const lines = modes.map(
		({ kind, frequency, effectiveMass }, i) =>
			`${String(i + 1).padStart(4)}  ${kind.padEnd(9)}${frequency.toPrecision(6).padStart(13)}${effectiveMass.map(number).join("")}`,
	);
	return [
		title,
		`mode  kind          ${"[Hz]".padStart(8)}   mass that moves along x, y, z [kg]`,
		...lines,
		"",
	].join("\n");
}

async function writeTable(
	folder: OutputFolder,
	modes: readonly Mode[],
): Promise<void> {
	const table = await openTable({
		folder,
		path: "modes.csv",
		format: "csv",
		columns: [
			{ name: "mode", unit: "1" },
			{ name: "frequency", unit: "Hz" },
			{ name: "eigenvalue", unit: "1/s²" },
			...["x", "y", "z"].map((axis) => ({
				name: `effective mass ${axis}`,
				unit: "kg",
			})),
		],
	});
	for (const [i, mode] of modes.entries())
		await table.add([
			i + 1,
			mode.frequency,
			mode.eigenvalue,
			...mode.effectiveMass,
		]);
	await table.close();
}

/** One period of a shape, from which a viewer makes many. */
async function animate(
	folder: OutputFolder,
	name: string,
	{ bodies }: LoadedScene,
	simulation: Simulation,
	mode: Mode,
): Promise<void> {
	const parts = bodies.map((body) => partOf(body, simulation, mode));
	const mass = bodies.reduce(
		(sum, body) => sum + (body instanceof Body ? body.mass : 0),
		0,
	);
	// Rods that twist move no vertices: what little there is would be shown for the whole.
	const least = mass > 0 ? 0.1 / Math.sqrt(mass) : 0;
	const scale = (amplitude * extent(parts)) / Math.max(farthest(parts), least);
	const glb = resultFormats.find((format) => format.name === "glb");
	const writer = await glb?.open({ folder, name, bodies: parts });
	for (let frame = 0; frame <= framesPerPeriod; frame++) {
		const phase = (2 * Math.PI * frame) / framesPerPeriod;
		await writer?.add({
			step: frame,
			time: (period * frame) / framesPerPeriod,
			bodies: parts.map(({ positions, shape }) => ({
				positions: positions.map(
					(x, i) => x + scale * Math.sin(phase) * shape[i],
				),
				velocities: new Float64Array(shape.length),
				fields: [],
			})),
		});
	}
	await writer?.close({ complete: true });
}

/** A body as it is shown. */
function partOf(body: SceneBody, simulation: Simulation, mode: Mode) {
	const { name } = body;
	return body instanceof Body && body.skin
		? {
				name,
				mesh: body.skin.mesh,
				positions: simulation.skin(body).positions.slice(),
				shape: mode.skinShape(body),
			}
		: {
				name,
				mesh: body.mesh,
				positions: simulation.positions(body).slice(),
				shape: mode.shape(body),
			};
}

type Part = ReturnType<typeof partOf>;

/** Diagonal of the box around all [m]. */
function extent(parts: readonly Part[]): number {
	const least = [Infinity, Infinity, Infinity];
	const most = [-Infinity, -Infinity, -Infinity];
	for (const { positions } of parts)
		for (let i = 0; i < positions.length; i++) {
			least[i % 3] = Math.min(least[i % 3], positions[i]);
			most[i % 3] = Math.max(most[i % 3], positions[i]);
		}
	return Math.hypot(...most.map((end, k) => end - least[k]));
}

function farthest(parts: readonly Part[]): number {
	let most = 0;
	for (const { shape } of parts)
		for (let i = 0; i < shape.length; i += 3)
			most = Math.max(most, Math.hypot(shape[i], shape[i + 1], shape[i + 2]));
	return most;
}
