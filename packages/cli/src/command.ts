/** The pliant command as a function: reads arguments, does what they say, returns the exit status. */
import { FileError, SceneError } from "@pliant/files";
import { Command, CommanderError } from "commander";
import { UnknownNameError } from "pliant";
import { benchCommand } from "./commands/bench.ts";
import { checkCommand } from "./commands/check.ts";
import { collidersCommand } from "./commands/colliders.ts";
import { completionCommand } from "./commands/completion.ts";
import { convertCommand } from "./commands/convert.ts";
import { infoCommand } from "./commands/info.ts";
import { initCommand } from "./commands/init.ts";
import { materialsCommand } from "./commands/materials.ts";
import { modelsCommand } from "./commands/models.ts";
import { modesCommand } from "./commands/modes.ts";
import { runCommand } from "./commands/run.ts";
import { studioCommand } from "./commands/studio.ts";
import { validateCommand } from "./commands/validate.ts";
import { exitStatus } from "./exitStatus.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./usageError.ts";
import { version } from "./version.ts";

/** In the order of the help text. */
const commands = [
	initCommand,
	runCommand,
	studioCommand,
	modesCommand,
	checkCommand,
	convertCommand,
	infoCommand,
	modelsCommand,
	materialsCommand,
	collidersCommand,
	validateCommand,
	benchCommand,
	completionCommand,
];

export async function main(argv: readonly string[], io: Io): Promise<number> {
	let status: number = exitStatus.success;
	const program = await pliantProgram(io, (given) => {
		status = given;
	});
	try {
		await program.parseAsync(argv, { from: "user" });
		return status;
	} catch (error) {
		if (error instanceof CommanderError && error.exitCode === 0) return status;
		const errors = error instanceof AggregateError ? error.errors : [error];
		for (const message of new Set(errors.map(messageOf)))
			io.stderr.write(`pliant: ${message}\n`);
		// The others follow from the first.
		return isUsers(errors[0]) ? exitStatus.usage : exitStatus.failure;
	}
}

const messageOf = (error: unknown): string =>
	(error instanceof Error ? error.message : String(error)).replace(
		/^error: /,
		"",
	);

/** Whether the user can mend it. */
const isUsers = (error: unknown): boolean =>
	[UsageError, UnknownNameError, FileError, SceneError, CommanderError].some(
		(kind) => error instanceof kind,
	);

/** `setStatus` takes the exit status of commands that have done their work, with a result that is not success. */
async function pliantProgram(
	io: Io,
	setStatus: (status: number) => void,
): Promise<Command> {
	const program = new Command("pliant")
		.description("Deformable objects from real material parameters.")
		.version(await version(), "--version", "show the version")
		.helpOption("-h, --help", "show this text")
		.helpCommand(false)
		.addHelpText(
			"after",
			`
Examples:
  pliant init my-cloth              an example scene, ready to be edited
  pliant run my-cloth/scene.jsonc   simulates it, writes results below out/
  pliant check garment.obj          what is wrong with a mesh, and what helps
  pliant materials silk             a material's values and their sources

Exit status: 0 done; 1 a simulation or a check failed; 2 the input cannot be
used; 130 stopped with Ctrl-C.
`,
		);
	for (const command of commands) program.addCommand(command(io, setStatus));
	for (const command of [program, ...program.commands])
		command.exitOverride().configureOutput({
			writeOut: (text) => io.stdout.write(text),
			// Errors are printed in one place, above.
			writeErr: () => {},
			getOutHelpWidth: () => io.stdout.columns ?? 80,
		});
	program.allowExcessArguments().action(() => {
		const [name] = program.args;
		if (name === undefined) program.help();
		const known = program.commands.map((command) => command.name());
		throw new UnknownNameError("command", name, known);
	});
	return program;
}
