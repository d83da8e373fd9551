import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { exitStatus } from "../exitStatus.ts";
import type { Io } from "../io.ts";
import type { Experiment } from "../validate/experiment.ts";
import { reportFigures, reportHtml } from "../validate/report.ts";
import { formatResult, formatSummary, jsonRows } from "../validate/table.ts";
import {
	chooseExperiments,
	loadExperiments,
	type Result,
	runExperiment,
	succeeded,
} from "../validate/validation.ts";
import type { CommandMaker } from "./command.ts";

interface ValidateOptions {
	readonly json?: boolean;
	readonly report?: string;
	readonly list?: boolean;
}

export const validateCommand: CommandMaker = (io, setStatus) =>
	new Command("validate")
		.summary("repeat the experiments of papers and compare")
		.description(
			"Repeats experiments of papers and reference solutions, and compares what comes out with what they say. Exit status 1 if anything differs. For Pliant's repository.",
		)
		.argument(
			"[names...]",
			"only these: delingette/traction, or delingette for all of a paper",
		)
		.option("--list", "name the experiments, without running them")
		.option("--json", "as JSON, one object per value")
		.option(
			"--report <folder>",
			"write a page with plots and pictures, and the plots as SVG",
		)
		.addHelpText(
			"after",
			"\nExamples:\n  pliant validate\n  pliant validate delingette/traction reference\n  pliant validate --report out/validation\n",
		)
		.action(async (names: string[], options: ValidateOptions) => {
			const chosen = chooseExperiments(await loadExperiments(), names);
			if (options.list) {
				io.stdout.write(listed(chosen, options));
				return;
			}
			const results = await runAll(chosen, io, options);
			if (options.json)
				io.stdout.write(`${JSON.stringify(jsonRows(results), null, "\t")}\n`);
			else io.stdout.write(formatSummary(results));
			if (options.report) await writeReport(options.report, results, io);
			if (!results.every(succeeded)) setStatus(exitStatus.failure);
		});

function listed(
	experiments: readonly Experiment[],
	{ json }: ValidateOptions,
): string {
	if (json) {
		const list = experiments.map(({ run: _, ...about }) => about);
		return `${JSON.stringify(list, null, "\t")}\n`;
	}
	const width = Math.max(...experiments.map(({ id }) => id.length));
	return experiments
		.map(
			({ id, figure, title }) => `${id.padEnd(width)}  ${title} (${figure})\n`,
		)
		.join("");
}

async function runAll(
	experiments: readonly Experiment[],
	{ stdout, stderr, interrupt }: Io,
	{ json }: ValidateOptions,
): Promise<Result[]> {
	const results: Result[] = [];
	const tell = (text: string) => {
		if (stderr.isTTY) stderr.write(`\r\x1b[K${text}`);
	};
	for (const [i, experiment] of experiments.entries()) {
		tell(`${i + 1} of ${experiments.length}: ${experiment.id} …`);
		const result = await runExperiment(experiment);
		if (interrupt.aborted) throw new Error("interrupted");
		tell("");
		results.push(result);
		if (!json) stdout.write(`${formatResult(result)}\n`);
	}
	return results;
}

async function writeReport(
	folder: string,
	results: readonly Result[],
	{ stderr }: Io,
): Promise<void> {
	const file = join(folder, "index.html");
	await mkdir(folder, { recursive: true });
	const date = new Date().toISOString().slice(0, 10);
	await writeFile(file, reportHtml(results, { date }));
	for (const [name, svg] of reportFigures(results))
		await writeFile(join(folder, name), svg);
	stderr.write(`Report written to ${file}\n`);
}
