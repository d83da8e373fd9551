import { Command, Option } from "commander";
import { requireScene } from "../disk/requireScene.ts";
import { exitStatus } from "../exitStatus.ts";
import { renderers } from "../run/drawShot.ts";
import { type RunSceneOptions, runScene } from "../run/runScene.ts";
import { runStudio } from "../studio/runStudio.ts";
import { type CommandMaker, countFrom, positiveNumber } from "./command.ts";

/** Slow enough to call it rest [m/s]. */
const restSpeed = 1e-3;

export const runCommand: CommandMaker = (io, setStatus) =>
	new Command("run")
		.summary("simulate a scene and write its results")
		.description("Simulates a scene and writes its results.")
		.argument("<scene>", "scene file, see pliant init")
		.option(
			"-o, --out <folder>",
			"for the results (default: out/<name of the scene>)",
		)
		.option(
			"--seconds <s>",
			"simulated time, instead of the scene's",
			positiveNumber,
		)
		.option(
			"--steps <n>",
			"number of steps, instead of the scene's",
			countFrom(0),
		)
		.option(
			"--until-rest [speed]",
			`stop when nothing moves faster than this [m/s] (${restSpeed} if left out)`,
			positiveNumber,
		)
		.option("--resume", "go on with a run that was interrupted, or crashed")
		.option(
			"--changed",
			"with --resume: although the scene has changed since, from there on as it is now",
		)
		.option(
			"--checkpoint-every <s>",
			"seconds between checkpoints (default: 60, the first after 3)",
			positiveNumber,
		)
		.option(
			"--threads <n>",
			"threads; results do not depend on it (default: by size)",
			countFrom(1, 64),
		)
		.option(
			"--mesh-folder <folder>",
			"where meshes may lie, besides the scene's",
		)
		.option(
			"--contacts",
			"mark in the picture where surfaces touch, in a colour for each two",
		)
		.addOption(
			new Option(
				"--renderer <kind>",
				"of the picture: as in the studio, in a Chromium without a window, or plain (default: studio where there is a Chromium)",
			).choices(renderers),
		)
		.option(
			"--studio",
			"afterwards, on a terminal, serve the studio with the scene open",
		)
		.option("--once", "with --studio: end after the run all the same")
		.option("--json", "tell start, steps and end as lines of JSON")
		.addHelpText(
			"after",
			`
Ctrl-C undoes the step that is under way, closes all files, leaves a checkpoint
and tells how to go on. After a crash, --resume goes on from the last checkpoint.

Examples:
  pliant run scene.jsonc
  pliant run scene.jsonc --seconds 10 --out results
  pliant run scene.jsonc --until-rest
  pliant run scene.jsonc --resume
  pliant run scene.jsonc --json | jq .residual
`,
		)
		.action(
			async (
				file: string,
				{
					untilRest,
					studio,
					once,
					...options
				}: Omit<RunSceneOptions, "untilRest"> & {
					untilRest?: number | true;
					studio?: true;
					once?: true;
				},
			) => {
				requireScene(file);
				const outcome = await runScene(
					file,
					{
						...options,
						...(untilRest && {
							untilRest: untilRest === true ? restSpeed : untilRest,
						}),
					},
					io,
				);
				if (outcome === "interrupted") setStatus(exitStatus.interrupted);
				else if (studio && !once && io.stdout.isTTY)
					await runStudio(file, {}, io);
			},
		);
