/** The pliant command as a function: reads arguments, does what they say, returns the exit status. */
import { readFile } from "node:fs/promises";
import type { Io } from "./io.ts";
import { helpText, parseOptions } from "./options.ts";
import { runBench } from "./runBench.ts";
import { runHangingCloth } from "./runHangingCloth.ts";
import { UsageError } from "./usageError.ts";

export const exitStatus = {
	success: 0,
	/** The simulation, or the command itself, failed. */
	failure: 1,
	/** The arguments, or the place for the results, cannot be used. */
	usage: 2,
	/** The user stopped it: 128 + SIGINT. */
	interrupted: 130,
} as const;

export async function main(argv: readonly string[], io: Io): Promise<number> {
	try {
		const [first, ...rest] = argv;
		if (first === "bench") {
			await runBench(rest, io);
			return exitStatus.success;
		}
		const options = parseOptions(argv);
		if (options.help) io.stdout.write(helpText);
		else if (options.version) io.stdout.write(`${await version()}\n`);
		else await runHangingCloth(options, io);
		return exitStatus.success;
	} catch (error) {
		if (io.interrupt.aborted) {
			io.stderr.write("pliant: interrupted; no files were written\n");
			return exitStatus.interrupted;
		}
		const message = error instanceof Error ? error.message : String(error);
		io.stderr.write(`pliant: ${message}\n`);
		return error instanceof UsageError ? exitStatus.usage : exitStatus.failure;
	}
}

async function version(): Promise<string> {
	// The same path from the sources and from what is built of them.
	const file = new URL("../package.json", import.meta.url);
	return JSON.parse(await readFile(file, "utf8")).version;
}
