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
	/** Parts of names of rows to measure; all where left out. */
	readonly rows?: readonly string[];
	/** Seconds of processor time after which a run of steps ends. */
	readonly limit?: number;
	/** File for the results, or true for standard output. */
	readonly json?: string | true;
	readonly help: boolean;
}

const kinds = {
	json: { type: "boolean" },
	quick: { type: "boolean" },
	largest: { type: "string" },
	rows: { type: "string" },
	limit: { type: "string" },
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
  --rows TEXT    measures only what has TEXT in its name (size or row), as in
                 --rows "10,082 triangles"; may be given more than once
  --limit S      ends runs of contact after S seconds of processor time, and
                 tells what was measured by then
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
	const rows: string[] = [];
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
		if (name === "largest")
			given.largest = positive(rawName, value, "of elements", 250_000);
		else if (name === "limit")
			given.limit = positive(rawName, value, "of seconds", 60);
		else if (name === "rows") rows.push(textOf(rawName, value));
		else if (name === "json") given.json = value ?? true;
		else if (name === "quick" || name === "help") given[name] = true;
		else
			throw new UsageError(
				`unknown option '${rawName}'; options of bench are ${Object.keys(kinds)
					.map((kind) => `--${kind}`)
					.join(", ")}`,
			);
	}
	return rows.length > 0 ? { ...given, rows } : given;
}

function textOf(option: string, value: string | undefined): string {
	if (!value?.trim())
		throw new UsageError(
			`${option} is missing; it must be a part of a row's name, as in ${option} MuJoCo`,
		);
	return value;
}

function taskName(name: string, tasks: readonly BenchTask[]): string {
	if (!tasks.some((task) => task.name === name))
		throw new UsageError(
			`unknown task '${name}'; tasks are ${tasks.map((task) => task.name).join(", ")}`,
		);
	return name;
}

function positive(
	...[option, value, what, example]: [
		string,
		string | undefined,
		string,
		number,
	]
): number {
	const count = Number(value);
	if (!value?.trim() || !(count > 0))
		throw new UsageError(
			`${option} is ${value ?? "missing"}; it must be a number ${what}, as in ${option} ${example}`,
		);
	return count;
}
