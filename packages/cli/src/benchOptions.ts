/** The options of `pliant bench`. */
import { parseArgs } from "node:util";
import { UsageError } from "./usageError.ts";

export interface BenchTask {
	readonly name: string;
	readonly about: string;
}

export interface BenchOptions {
	/** Tasks to run; all where there are none. */
	readonly names: readonly string[];
	readonly quick: boolean;
	/** Elements that a mesh may have. */
	readonly largest?: number;
	/** File for the results, or true for standard output. */
	readonly json?: string | true;
	readonly help: boolean;
}

const kinds = {
	json: { type: "boolean" },
	quick: { type: "boolean" },
	largest: { type: "string" },
	help: { type: "boolean", short: "h" },
} as const;

export const benchHelp = (
	tasks: readonly BenchTask[],
): string => `pliant bench: measures the library beside plain C++ and other engines

Usage: pliant bench [TASK…] [options]

Tasks (all where none is named):
${tasks.map(({ name, about }) => `  ${name.padEnd(15)}${about}`).join("\n")}

Options:
  --quick        small meshes, few samples: about a minute
  --largest N    leaves out meshes of more than N elements
  --json [FILE]  writes the results to FILE, which ends in .json, or as JSON to
                 standard output in place of the table
  -h, --help     show this text

A complete run is also written to bench/results. bench/README.md tells what is
measured.
`;

export function parseBenchOptions(
	argv: readonly string[],
	tasks: readonly BenchTask[],
): BenchOptions {
	const { tokens } = parseArgs({
		args: [...argv],
		options: kinds,
		strict: false,
		tokens: true,
	});
	const names: string[] = [];
	const given: { -readonly [K in keyof BenchOptions]: BenchOptions[K] } = {
		names,
		quick: false,
		help: false,
	};
	for (const [i, token] of tokens.entries()) {
		if (token.kind === "positional") {
			const before = tokens[i - 1];
			const followsJson = before?.kind === "option" && before.name === "json";
			if (followsJson && token.value.endsWith(".json"))
				given.json = token.value;
			else names.push(taskName(token.value, tasks));
		}
		if (token.kind !== "option") continue;
		const { name, rawName, value } = token;
		if (name === "largest") given.largest = countOf(rawName, value);
		else if (name === "json") given.json = value ?? true;
		else if (name === "quick" || name === "help") given[name] = true;
		else
			throw new UsageError(
				`unknown option '${rawName}'; options of bench are ${Object.keys(kinds)
					.map((kind) => `--${kind}`)
					.join(", ")}`,
			);
	}
	return given;
}

function taskName(name: string, tasks: readonly BenchTask[]): string {
	if (!tasks.some((task) => task.name === name))
		throw new UsageError(
			`unknown task '${name}'; tasks are ${tasks.map((task) => task.name).join(", ")}`,
		);
	return name;
}

function countOf(option: string, value: string | undefined): number {
	const count = Number(value);
	if (!value?.trim() || !(count > 0))
		throw new UsageError(
			`${option} is ${value ?? "missing"}; it must be a number of elements, as in ${option} 250000`,
		);
	return count;
}
