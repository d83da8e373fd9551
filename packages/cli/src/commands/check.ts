import { basename, dirname, extname } from "node:path";
import { loadScene, SceneError, simulateScene } from "@pliant/files";
import { Command } from "commander";
import { Body, type Mesh } from "pliant";
import { FrameBody } from "pliant/frames";
import { inputFolder } from "../disk/inputFolder.ts";
import { isSceneFile, readMeshFile } from "../disk/readMeshFile.ts";
import { exitStatus } from "../exitStatus.ts";
import type { Io } from "../io.ts";
import { knownMass } from "../knownMass.ts";
import { frameReport, printFrames } from "../mesh/frameReport.ts";
import { type MeshReport, meshReport } from "../mesh/meshReport.ts";
import { obtuseHints } from "../mesh/obtuseHints.ts";
import { printDiagnosis, printMesh, printQuality } from "../mesh/printMesh.ts";
import { printAccuracy, sceneAccuracy } from "../run/accuracy.ts";
import type { CommandMaker } from "./command.ts";

interface CheckOptions {
	readonly json?: boolean;
	readonly meshFolder?: string;
	readonly estimate: boolean;
}

/** So long the estimate of errors may take [ms]. */
const patience = 20_000;

export const checkCommand: CommandMaker = (io, setStatus) =>
	new Command("check")
		.summary("say what is wrong with a scene or a mesh")
		.description(
			"Says what is wrong with a scene or a mesh, and what would help. Exit status 1 if it cannot be simulated.",
		)
		.argument("<file>", "scene (.json, .jsonc) or mesh")
		.option(
			"--mesh-folder <folder>",
			"where meshes may lie, besides the scene's",
		)
		.option(
			"--no-estimate",
			"leave out how far the stress of solids may be off, which takes an equilibrium",
		)
		.option("--json", "as JSON")
		.addHelpText(
			"after",
			"\nExamples:\n  pliant check scene.jsonc\n  pliant check garment.obj\n",
		)
		.action(async (file: string, options: CheckOptions) => {
			const isGood = isSceneFile(file)
				? await checkScene(file, options, io)
				: await checkMeshFile(file, options, io);
			if (!isGood) setStatus(exitStatus.failure);
		});

async function checkMeshFile(
	file: string,
	{ json }: CheckOptions,
	{ stdout }: Io,
): Promise<boolean> {
	const { mesh, notes } = await readMeshFile(file);
	const report = meshReport(mesh, extname(file).toLowerCase());
	stdout.write(
		json
			? `${JSON.stringify({ file, ...report, notes }, null, "\t")}\n`
			: `${[printMesh(report), printQuality(report), ...notes.map((note) => `note: ${note}`), printDiagnosis(report)].filter(Boolean).join("\n\n")}\n`,
	);
	return isUsable(report);
}

/** The report on a mesh, with what its models have to say of it. */
function bodyReport({ mesh, models }: Body): MeshReport {
	const report = meshReport(mesh);
	const hints = obtuseHints(
		mesh,
		models.map(({ model }) => model.name),
	);
	return {
		...report,
		suggestions: [...report.suggestions, ...hints, ...linearHints(models)],
	};
}

/** Advice for solids of linear elements, which bend too stiffly. */
const linearHints = (models: Body["models"]): string[] =>
	models.flatMap(({ model }) => {
		const isLinear = ["tetrahedron", "hexahedron"].includes(model.domain);
		const law = model.name.replace(/-(tetra|hexa)hedra$/, "");
		return model.solid && isLinear
			? [
					`'${model.name}' has linear elements, which bend and twist too stiffly unless many are across; '${law}' has quadratic ones`,
				]
			: [];
	});

/** The report on a surface that frames move: the shape of its triangles makes no difference. */
const surfaceReport = (mesh: Mesh): MeshReport => ({
	...meshReport(mesh),
	quality: {},
	suggestions: [],
});

const isUsable = ({ problems }: MeshReport): boolean =>
	!problems.some(({ severity }) => severity === "error");

/** Reads it, builds it as far as the first step, and estimates how good the meshes of solids are under the loads that it starts with. */
async function checkScene(
	file: string,
	{ json, meshFolder, estimate }: CheckOptions,
	{ stdout, interrupt }: Io,
): Promise<boolean> {
	try {
		const loaded = await loadScene(
			basename(file),
			inputFolder(dirname(file), meshFolder),
		);
		const started = performance.now();
		const simulation = await simulateScene(loaded, {
			isInterrupted: () =>
				interrupt.aborted || performance.now() - started > patience,
		});
		const accuracies = estimate ? sceneAccuracy(loaded, simulation) : undefined;
		simulation.close();
		const objects = loaded.bodies.map((body) => ({
			name: body.name,
			mass: knownMass(body),
			held: body instanceof Body ? body.constraints.size : body.held.size,
			...(body instanceof FrameBody && { frames: frameReport(body) }),
			models: body.models.map(({ model, material }) => ({
				model: model.name,
				...material,
			})),
			mesh: body instanceof Body ? bodyReport(body) : surfaceReport(body.mesh),
			accuracy: accuracies?.get(body),
		}));
		if (json) {
			const { notes } = loaded;
			stdout.write(
				`${JSON.stringify({ file, problems: [], objects, notes }, null, "\t")}\n`,
			);
			return true;
		}
		for (const { name, mass, held, frames, models, mesh, accuracy } of objects)
			stdout.write(
				[
					`${name}`,
					printMesh(mesh),
					`mass        ${mass === undefined ? "not given" : `${mass.toPrecision(4)} kg`}`,
					frames ? printFrames(frames) : `held        ${held} vertices`,
					...models.map(
						({ model, ...values }) =>
							`model       ${model}: ${Object.entries(values)
								.map(
									([key, value]) =>
										`${key} ${typeof value === "number" ? value : "per element"}`,
								)
								.join(", ")}`,
					),
					printQuality(mesh),
					accuracy
						? `accuracy    ${"unknown" in accuracy ? `unknown: ${accuracy.unknown}` : printAccuracy(accuracy)}`
						: "",
					printDiagnosis(mesh),
					"",
					"",
				]
					.filter((part, i, all) => part !== "" || i > all.length - 3)
					.join("\n"),
			);
		for (const note of loaded.notes) stdout.write(`note: ${note}\n`);
		stdout.write(`${file} can be simulated\n`);
		return true;
	} catch (error) {
		if (!(error instanceof SceneError)) throw error;
		stdout.write(
			json
				? `${JSON.stringify({ file, problems: error.problems }, null, "\t")}\n`
				: `${error.message}\n`,
		);
		return false;
	}
}
