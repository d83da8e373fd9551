/** The options of the command line. */
import { parseArgs } from "node:util";
import { UsageError } from "./usageError.ts";

export interface Options {
	/** The folder for the results. */
	readonly out: string;
	/** Time to simulate [s]. */
	readonly seconds: number;
	/** Cells along each side of the cloth. */
	readonly cells: number;
	readonly help: boolean;
	readonly version: boolean;
}

const defaults: Options = {
	out: "out/hanging-cloth",
	seconds: 2,
	cells: 40,
	help: false,
	version: false,
};

/** At least one time step, and no more than a patient user wants to wait for. */
const secondsRange = { least: 0.02, most: 600 };
const cellsRange = { least: 2, most: 400 };

const kinds = {
	out: { type: "string" },
	seconds: { type: "string" },
	cells: { type: "string" },
	help: { type: "boolean", short: "h" },
	version: { type: "boolean" },
} as const;

export const helpText = `pliant: deformable objects from real material parameters

Usage: pliant [options]
       pliant bench [TASK…] [options]

Simulates a square of cloth, 1 m by 1 m, that is held at two corners, and writes
its shape, its history, a picture and a plot; or measures how fast the library
is (see pliant bench --help).

Options:
  --out DIR      folder for the results (default ${defaults.out})
  --seconds N    time to simulate, ${secondsRange.least} to ${secondsRange.most} s (default ${defaults.seconds})
  --cells N      cells along each side of the cloth, ${cellsRange.least} to ${cellsRange.most} (default ${defaults.cells})
  -h, --help     show this text
  --version      show the version

Examples:
  pliant
  pliant --cells 20 --seconds 4
  pliant --out /tmp/cloth

Exit status: 0 done, 1 the simulation failed, 2 the options or the folder cannot
be used, 130 stopped with Ctrl-C.
`;

export function parseOptions(argv: readonly string[]): Options {
	// Not strict: its messages take several lines, and it takes the value -1 for an option.
	const { tokens } = parseArgs({
		args: [...argv],
		options: kinds,
		strict: false,
		tokens: true,
	});
	const given: { -readonly [K in keyof Options]: Options[K] } = { ...defaults };
	for (const token of tokens) {
		if (token.kind === "positional")
			throw new UsageError(
				`unexpected argument '${token.value}'; there are options and the command bench only, see pliant --help`,
			);
		if (token.kind === "option")
			switch (token.name) {
				case "out":
					given.out = textOf(token.rawName, token.value, "a folder");
					break;
				case "seconds":
					given.seconds = numberOf(token.rawName, token.value, secondsRange);
					break;
				case "cells":
					given.cells = numberOf(token.rawName, token.value, cellsRange);
					if (!Number.isInteger(given.cells))
						throw new UsageError(
							`${token.rawName} is ${token.value}; it must be a whole number`,
						);
					break;
				case "help":
				case "version":
					if (token.value !== undefined)
						throw new UsageError(
							`${token.rawName} is '${token.value}'; it takes no value`,
						);
					given[token.name] = true;
					break;
				default:
					throw new UsageError(
						`unknown option '${token.rawName}'; options are ${Object.keys(kinds)
							.map((name) => `--${name}`)
							.join(", ")}`,
					);
			}
	}
	return given;
}

function textOf(
	option: string,
	value: string | undefined,
	what: string,
): string {
	if (!value?.trim() || value.startsWith("--"))
		throw new UsageError(
			`${option} has no value; give ${what}, as in ${option} ${option === "--out" ? defaults.out : "10"}`,
		);
	return value;
}

function numberOf(
	option: string,
	value: string | undefined,
	{ least, most }: { readonly least: number; readonly most: number },
): number {
	const text = textOf(option, value, "a number");
	const number = Number(text);
	if (!(number >= least && number <= most))
		throw new UsageError(
			`${option} is ${text}; it must be a number from ${least} to ${most}`,
		);
	return number;
}
