import { copyFile, mkdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { loadScene, sceneJsonSchema } from "@pliant/files";
import { Command, Option } from "commander";
import { UnknownNameError } from "pliant";
import { materials } from "pliant/materials";
import { inputFolder } from "../disk/inputFolder.ts";
import { readMeshFile } from "../disk/readMeshFile.ts";
import { resultFolder } from "../disk/resultFolder.ts";
import { type ExampleScene, exampleScene } from "../exampleScene.ts";
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

export const initCommand: CommandMaker = (io) =>
	new Command("init")
		.summary("write an example scene, with comments, to be edited")
		.description(
			`Writes an example scene with comments, ${sceneFile}, and the schema that lets editors complete it, ${schemaFile}.`,
		)
		.argument("[folder]", "where to", ".")
		.option("--mesh <file>", "your mesh, which is copied to the folder")
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
			const mesh =
				options.mesh && (await exampleMesh(options.mesh, options.scale));
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
			if (options.mesh) await copyMesh(options.mesh, folder);
			const output = resultFolder(folder);
			for (const [name, text] of Object.entries(files)) {
				const file = await output.create(name);
				await file.write(new TextEncoder().encode(text));
				await file.close();
			}
			const scene = join(folder, sceneFile);
			const { notes } = await loadScene(sceneFile, inputFolder(folder));
			for (const note of notes) io.stdout.write(`note: ${note}\n`);
			io.stdout.write(`Wrote ${scene}. Edit it, then:  pliant run ${scene}\n`);
		});

const exists = (path: string): Promise<boolean> =>
	stat(path).then(
		() => true,
		() => false,
	);

/** What the example must know of the user's mesh. */
async function exampleMesh(
	path: string,
	scale?: number,
): Promise<NonNullable<ExampleScene["mesh"]>> {
	const { mesh } = await readMeshFile(path);
	const isSolid = mesh.tetrahedra.length + mesh.hexahedra.length > 0;
	return {
		...mesh,
		...(scale !== undefined && {
			scale,
			positions: mesh.positions.map((x) => scale * x),
		}),
		file: basename(path),
		kind: isSolid ? "solid" : mesh.triangles.length > 0 ? "cloth" : "cable",
	};
}

async function copyMesh(path: string, folder: string): Promise<void> {
	const target = resolve(folder, basename(path));
	if (resolve(path) === target) return;
	await copyFile(path, target);
}
