import { Command } from "commander";
import { requireScene } from "../disk/requireScene.ts";
import { type RunModesOptions, runModes } from "../run/runModes.ts";
import { type CommandMaker, countFrom } from "./command.ts";

export const modesCommand: CommandMaker = (io) =>
	new Command("modes")
		.summary("find the natural frequencies and shapes of a scene")
		.description(
			"Finds the lowest natural frequencies of a scene about its start, or about the equilibrium that its run asks for, and writes an animation of each shape.",
		)
		.argument("<scene>", "scene file, see pliant init")
		.option("--count <n>", "how many, rigid motions included", countFrom(1), 10)
		.option("--statics", "about the equilibrium under its loads")
		.option(
			"-o, --out <folder>",
			"for the results (default: out/<name of the scene>-modes)",
		)
		.option(
			"--mesh-folder <folder>",
			"where meshes may lie, besides the scene's",
		)
		.option("--json", "as JSON")
		.addHelpText(
			"after",
			`
Examples:
  pliant modes bell.jsonc
  pliant modes bridge.jsonc --statics --count 20
`,
		)
		.action((file: string, options: RunModesOptions) => {
			requireScene(file);
			return runModes(file, options, io);
		});
