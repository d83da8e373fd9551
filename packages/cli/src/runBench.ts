/** Runs the benchmark of the repository: native code and other engines make it no part of an installed package. */
import { existsSync } from "node:fs";
import {
	type BenchOptions,
	type BenchTask,
	benchHelp,
	parseBenchOptions,
} from "./benchOptions.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./usageError.ts";

/** What bench/run.mjs offers. */
interface Benchmark {
	readonly tasks: readonly BenchTask[];
	runBench(options: BenchOptions, io: Io): Promise<void>;
}

/** The same path from the sources and from what is built of them. */
const inRepository = new URL("../../../bench/run.mjs", import.meta.url);

export async function runBench(
	argv: readonly string[],
	io: Io,
	file: URL = inRepository,
): Promise<void> {
	if (!existsSync(file))
		throw new UsageError(
			"the benchmark is in Pliant's repository, not in the installed package; in a clone of it run `npm ci` and `npm run bench`",
		);
	const benchmark: Benchmark = await import(file.href);
	const options = parseBenchOptions(argv, benchmark.tasks);
	if (options.help) io.stdout.write(benchHelp(benchmark.tasks));
	else await benchmark.runBench(options, io);
}
