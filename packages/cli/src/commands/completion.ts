import { Argument, Command } from "commander";
import { completionScript, shells } from "../completionScript.ts";
import type { CommandMaker } from "./command.ts";

export const completionCommand: CommandMaker = (io) =>
	new Command("completion")
		.summary("print a script that completes commands in your shell")
		.description(
			"Prints a script that completes commands, options and files in your shell.",
		)
		.addArgument(new Argument("<shell>", "your shell").choices(shells))
		.addHelpText(
			"after",
			`
Examples:
  source <(pliant completion bash)                          in ~/.bashrc
  source <(pliant completion zsh)                           in ~/.zshrc
  pliant completion fish > ~/.config/fish/completions/pliant.fish
`,
		)
		.action((shell: (typeof shells)[number], _: object, command: Command) => {
			const program = command.parent as Command;
			io.stdout.write(completionScript(shell, program));
		});
