import { basename, dirname } from "node:path";
import {
	type MeshFile,
	meshFormats,
	repairMeshFile,
	writeMesh,
} from "@pliant/files";
import { Command } from "commander";
import { createMesh } from "pliant/mesh";
import { readMeshFile } from "../disk/readMeshFile.ts";
import { resultFolder } from "../disk/resultFolder.ts";
import { meshReport } from "../mesh/meshReport.ts";
import { printMesh } from "../mesh/printMesh.ts";
import { type CommandMaker, numberFrom, positiveNumber } from "./command.ts";

interface ConvertOptions {
	readonly from?: string;
	readonly scale?: number;
	readonly repair?: boolean;
	readonly merge?: number | true;
}

/** Vertices nearer than this are one, if nothing else is said [m]. */
const mergeDistance = 1e-6;

const extensions = (can: "read" | "write") =>
	meshFormats
		.filter((format) => format[can])
		.flatMap((format) => format.extensions)
		.join(" ");

export const convertCommand: CommandMaker = (io) =>
	new Command("convert")
		.summary("convert a mesh from one format to another")
		.description(
			"Converts a mesh from one format to another, by the extensions of the files.",
		)
		.argument("<in>", `mesh to read: ${extensions("read")}`)
		.argument("<out>", `mesh to write: ${extensions("write")}`)
		.option(
			"--from <format>",
			"format of the file to read, where its extension does not tell",
		)
		.option(
			"--scale <factor>",
			"make it larger or smaller, 0.001 for millimetres",
			positiveNumber,
		)
		.option(
			"--repair",
			"mend what can be mended without changing the shape, and cut where sheets meet at an edge",
		)
		.option(
			"--merge [distance]",
			`make vertices one that are nearer than this [m] (${mergeDistance} if left out)`,
			numberFrom(0),
		)
		.addHelpText(
			"after",
			"\nExamples:\n  pliant convert part.stl part.obj --scale 0.001\n  pliant convert scan.ply scan.vtu --merge --repair\n",
		)
		.action(async (from: string, to: string, options: ConvertOptions) => {
			const file = await readMeshFile(from, options.from);
			for (const note of file.notes) io.stderr.write(`note: ${note}\n`);
			let { mesh } = file;
			const { scale, repair, merge } = options;
			if (scale !== undefined)
				mesh = createMesh({
					...mesh,
					positions: mesh.positions.map((x) => scale * x),
				});
			let written: MeshFile = { ...file, mesh };
			if (repair || merge !== undefined) {
				written = repairMeshFile(
					written,
					merge === undefined
						? {}
						: { mergeDistance: merge === true ? mergeDistance : merge },
				);
				for (const note of written.notes) io.stderr.write(`note: ${note}\n`);
			}
			const files = await writeMesh(written, basename(to));
			const folder = resultFolder(dirname(to));
			for (const [name, bytes] of Object.entries(files)) {
				const output = await folder.create(name);
				await output.write(bytes);
				await output.close();
			}
			io.stdout.write(
				`${Object.keys(files).join(", ")}\n${printMesh(meshReport(written.mesh))}\n`,
			);
		});
