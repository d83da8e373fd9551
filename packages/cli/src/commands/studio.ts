import { Command } from "commander";
import { runStudio, usualPort } from "../studio/runStudio.ts";
import { type CommandMaker, countFrom } from "./command.ts";

export const studioCommand: CommandMaker = (io) =>
	new Command("studio")
		.summary("open the studio, or a scene in it, in a browser")
		.description(
			"Serves the studio to browsers of this machine, with a scene open if one is given.",
		)
		.argument("[scene]", "scene file, see pliant init")
		.option(
			"--port <n>",
			`where it is served (default: ${usualPort}, or another that is free)`,
			countFrom(0, 65535),
		)
		.addHelpText(
			"after",
			`
Only this machine can reach it, and only the studio's own files and those of the
scene are served.

Examples:
  pliant studio
  pliant studio scene.jsonc
`,
		)
		.action((scene: string | undefined, options: { port?: number }) =>
			runStudio(scene, options, io),
		);
