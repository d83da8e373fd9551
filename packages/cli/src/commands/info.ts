import { basename, dirname } from "node:path";
import { loadScene } from "@pliant/files";
import { Command } from "commander";
import { FrameBody } from "pliant/frames";
import type { Mesh } from "pliant/mesh";
import { inputFolder } from "../disk/inputFolder.ts";
import { isSceneFile, readMeshFile } from "../disk/readMeshFile.ts";
import { frameReport, printFrames } from "../mesh/frameReport.ts";
import { meshReport } from "../mesh/meshReport.ts";
import { printMesh } from "../mesh/printMesh.ts";
import type { CommandMaker } from "./command.ts";

interface InfoOptions {
	readonly json?: boolean;
	readonly meshFolder?: string;
}

export const infoCommand: CommandMaker = ({ stdout }) =>
	new Command("info")
		.summary("tell what a scene or a mesh file holds")
		.description("Tells what a scene or a mesh file holds, without judging it.")
		.argument("<file>", "scene (.json, .jsonc) or mesh")
		.option(
			"--mesh-folder <folder>",
			"where meshes may lie, besides the scene's",
		)
		.option("--json", "as JSON")
		.addHelpText(
			"after",
			"\nExamples:\n  pliant info garment.obj\n  pliant info part.msh --json\n",
		)
		.action(async (file: string, { json, meshFolder }: InfoOptions) => {
			const parts: readonly Part[] = isSceneFile(file)
				? await sceneParts(file, meshFolder)
				: [{ name: basename(file), mesh: (await readMeshFile(file)).mesh }];
			const reports = parts.map(({ name, mesh, frames }) => {
				const { quality, problems, suggestions, ...facts } = meshReport(mesh);
				return {
					name,
					...facts,
					...(frames && { frames: frameReport(frames) }),
				};
			});
			stdout.write(
				json
					? `${JSON.stringify(reports, null, "\t")}\n`
					: reports
							.map(({ name, frames, ...report }) =>
								[
									name,
									printMesh({
										...report,
										quality: {},
										problems: [],
										suggestions: [],
									}),
									...(frames ? [printFrames(frames)] : []),
									"",
								].join("\n"),
							)
							.join("\n"),
			);
		});

/** What is shown of an object. */
interface Part {
	readonly name: string;
	readonly mesh: Mesh;
	readonly frames?: FrameBody;
}

async function sceneParts(
	file: string,
	meshFolder?: string,
): Promise<readonly Part[]> {
	const { bodies } = await loadScene(
		basename(file),
		inputFolder(dirname(file), meshFolder),
	);
	return bodies.map((body) => ({
		name: body.name,
		mesh: body.mesh,
		...(body instanceof FrameBody && { frames: body }),
	}));
}
