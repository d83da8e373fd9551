import { Command } from "commander";
import { runBench } from "../runBench.ts";
import type { CommandMaker } from "./command.ts";

/** Its options are its own: the tasks, which they depend on, are only there in the repository. */
export const benchCommand: CommandMaker = (io) =>
	new Command("bench")
		.summary("measure the library beside C++ and other engines")
		.argument("[arguments...]")
		.allowUnknownOption()
		.helpOption(false)
		.action((_: string[], __: object, command: Command) =>
			runBench(command.args, io),
		);
