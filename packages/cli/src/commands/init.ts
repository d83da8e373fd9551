import { copyFile, mkdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { loadScene, sceneJsonSchema, simulateScene } from "@pliant/files";
import { Command, Option } from "commander";
import { UnknownNameError } from "pliant";
import { materials } from "pliant/materials";
import {
	boundaryLoops,
	boxSides,
	checkMesh,
	type Mesh,
	repairMesh,
} from "pliant/mesh";
import { enclosedVolume } from "pliant/voxels";
import { inputFolder } from "../disk/inputFolder.ts";
import { readMeshFile } from "../disk/readMeshFile.ts";
import { resultFolder } from "../disk/resultFolder.ts";
import { type ExampleScene, exampleScene } from "../exampleScene.ts";
import { exitStatus } from "../exitStatus.ts";
import type { Io } from "../io.ts";
import { UsageError } from "../usageError.ts";
import { type CommandMaker, positiveNumber } from "./command.ts";

interface InitOptions {
	readonly mesh?: string;
	readonly scale?: number;
	readonly material?: string;
	readonly force?: boolean;
}

const sceneFile = "scene.jsonc";
const schemaFile = "scene.schema.json";

export const initCommand: CommandMaker = (io, setStatus) =>
	new Command("init")
		.summary("write an example scene, with comments, to be edited")
		.description(
			`Writes an example scene with comments, ${sceneFile}, and the schema that lets editors complete it, ${schemaFile}.`,
		)
		.argument("[folder]", "where to", ".")
		.option(
			"--mesh <file>",
			"your mesh, which is copied to the folder, with the files that belong to it",
		)
		.option(
			"--scale <factor>",
			"from the mesh's units to metres: 0.01 for centimetres",
			positiveNumber,
		)
		.addOption(
			new Option("--material <name>", "of the library, see pliant materials"),
		)
		.option("--force", "replace files that are there already")
		.addHelpText(
			"after",
			"\nExamples:\n  pliant init\n  pliant init scarf --mesh ~/scarf.obj --scale 0.01 --material silk\n",
		)
		.action(async (folder: string, options: InitOptions) => {
			const { material, force } = options;
			if (material !== undefined && !Object.hasOwn(materials, material))
				throw new UnknownNameError(
					"material",
					material,
					Object.keys(materials),
				);
			const found = options.mesh
				? await exampleMesh(options.mesh, options)
				: undefined;
			const mesh = found?.mesh;
			const example: ExampleScene = {
				...(mesh && { mesh }),
				...(material && { material }),
			};
			const files = {
				[sceneFile]: exampleScene(example),
				[schemaFile]: `${JSON.stringify(sceneJsonSchema(), null, "\t")}\n`,
			};
			if (!force)
				for (const name of Object.keys(files))
					if (await exists(join(folder, name)))
						throw new UsageError(
							`${join(folder, name)} is there already; choose another folder, or replace it with --force`,
						);
			await mkdir(folder, { recursive: true });
			if (options.mesh && found)
				await copyFiles(dirname(options.mesh), found.files, folder);
			const output = resultFolder(folder);
			for (const [name, text] of Object.entries(files)) {
				const file = await output.create(name);
				await file.write(new TextEncoder().encode(text));
				await file.close();
			}
			for (const note of found?.notes ?? []) io.stdout.write(`note: ${note}\n`);
			const scene = join(folder, sceneFile);
			const problem = await trial(folder, io, found?.notes ?? []);
			if (problem === undefined) {
				io.stdout.write(
					`Wrote ${scene}. Edit it, then:  pliant run ${scene}\n`,
				);
				return;
			}
			io.stdout.write(
				`Wrote ${scene}, but it cannot be simulated yet: ${problem}\nMend that, then:  pliant check ${scene}\n`,
			);
			setStatus(exitStatus.failure);
		});

/** What a step may take [ms] before it counts as one that works. */
const longestTrial = 10_000;

/** Loads the scene and takes a step; says why, if that does not work, and what was noticed that is not known yet. */
async function trial(
	folder: string,
	io: Io,
	known: readonly string[],
): Promise<string | undefined> {
	let isLong = false;
	try {
		const loaded = await loadScene(sceneFile, inputFolder(folder));
		for (const note of loaded.notes)
			if (!known.some((other) => other.includes(note)))
				io.stdout.write(`note: ${note}\n`);
		const end = performance.now() + longestTrial;
		const simulation = await simulateScene(loaded, {
			isInterrupted: () => {
				isLong = performance.now() > end;
				return isLong;
			},
		});
		try {
			simulation.step();
		} finally {
			simulation.close();
		}
		return undefined;
	} catch (error) {
		if (!isLong) return (error as Error).message;
		io.stdout.write(
			`note: the first step (1/60 s) takes this computer more than ${longestTrial / 1000} s, so three seconds of it may take half an hour or more. The run can be stopped and resumed at any time. A coarser mesh, or one with triangles of more even size, makes it faster; so does "substeps": 1 with "newtonIterations": 1 in "simulation", at a loss of accuracy\n`,
		);
		return undefined;
	}
}

const exists = (path: string): Promise<boolean> =>
	stat(path).then(
		() => true,
		() => false,
	);

interface FoundMesh {
	readonly mesh: NonNullable<ExampleScene["mesh"]>;
	/** What it is made of, below its folder. */
	readonly files: readonly string[];
	/** What is done so that it can be simulated. */
	readonly notes: readonly string[];
}

/** Cells along the longest side of a surface that is filled, and in all, at most: enough to see it move, and steps take a second or two. */
const cellsAcross = 12;
const mostCells = 300;

/** Size of the tetrahedra that fill a surface [m]. */
const fillSize = (surface: Mesh, extent: number): number =>
	Number(
		Math.max(
			extent / cellsAcross,
			Math.cbrt(enclosedVolume(surface) / mostCells),
		).toPrecision(2),
	);

/** What the example must know of the user's mesh, with what it takes to simulate it. */
async function exampleMesh(
	path: string,
	{ scale = 1, material }: InitOptions,
): Promise<FoundMesh> {
	const { mesh: read, files } = await readMeshFile(path);
	const notes: string[] = [];
	const scaled = { ...read, positions: read.positions.map((x) => scale * x) };
	// Slivers and thin triangles, too, with which steps take many times as long.
	const repaired = repairMesh(scaled);
	const repair = repaired.changes.length > 0;
	if (repair && !hasErrors(repaired.mesh))
		notes.push(
			`the mesh is mended by "repair": true, which ${repaired.changes.join(", ")}`,
		);
	const { mesh } = repaired;
	const isSolid = mesh.tetrahedra.length + mesh.hexahedra.length > 0;
	const kind = isSolid
		? "solid"
		: mesh.triangles.length > 0
			? "cloth"
			: "cable";
	const isMadeSolid =
		kind === "cloth" && material && materials[material].kind === "solid";
	const extent = Math.max(...boxSides(mesh.positions));
	const isClosed = !hasErrors(mesh) && boundaryLoops(mesh).length === 0;
	const size = isMadeSolid && isClosed ? fillSize(mesh, extent) : 0;
	const thickness = Number((extent / 300).toPrecision(1));
	if (isMadeSolid)
		notes.push(
			isClosed
				? `the surface is filled with tetrahedra of ${size} m by "fill", since ${material} is a solid`
				: `${material} is a solid and the surface is open: it is taken as a sheet of ${thickness} m by "thickness"`,
		);
	return {
		files,
		notes,
		mesh: {
			...mesh,
			...(scale !== 1 && { scale }),
			...(repair && { repair }),
			...(isMadeSolid && (isClosed ? { fill: size } : { thickness })),
			file: basename(path),
			kind: isMadeSolid && isClosed ? "solid" : kind,
		},
	};
}

const hasErrors = (mesh: Mesh): boolean =>
	checkMesh(mesh).some(({ severity }) => severity === "error");

async function copyFiles(
	from: string,
	files: readonly string[],
	folder: string,
): Promise<void> {
	for (const file of files) {
		const [source, target] = [resolve(from, file), resolve(folder, file)];
		if (source === target) continue;
		await mkdir(dirname(target), { recursive: true });
		await copyFile(source, target);
	}
}
