/** Finds the experiments of the repository, chooses among them and runs them. */
import { existsSync } from "node:fs";
import { UnknownNameError } from "pliant";
import { UsageError } from "../usageError.ts";
import { type Experiment, isRed, type Outcome } from "./experiment.ts";

const root = new URL("../../../../validation/", import.meta.url);
/** Sources run sources, what is built runs what is built. */
const inRepository = new URL(
	import.meta.url.endsWith(".ts") ? "index.ts" : "dist/index.js",
	root,
);

export async function loadExperiments(
	folder: URL = root,
	file: URL = inRepository,
): Promise<readonly Experiment[]> {
	// A file that no other folder of this name would have.
	if (!existsSync(new URL("reference/A6.json", folder)))
		throw new UsageError(
			"the experiments are in Pliant's repository, not in the installed package; in a clone of it run `npm ci` and `npm run validate`",
		);
	if (!existsSync(file))
		throw new UsageError(
			"the experiments are not built yet; run `npm run build`",
		);
	return (await import(file.href)).experiments;
}

/** Those of the given ids, or below them; all where there are none. */
export function chooseExperiments(
	experiments: readonly Experiment[],
	names: readonly string[],
): readonly Experiment[] {
	const matches = ({ id }: Experiment, name: string) =>
		id === name || id.startsWith(`${name.replace(/\/$/, "")}/`);
	for (const name of names)
		if (!experiments.some((experiment) => matches(experiment, name))) {
			const ids = experiments.map(({ id }) => id);
			const papers = new Set(ids.map((id) => id.split("/")[0]));
			throw new UnknownNameError(
				"experiment",
				name,
				name.includes("/") ? ids : [...papers, ...ids],
			);
		}
	return experiments.filter(
		(experiment) =>
			names.length === 0 || names.some((name) => matches(experiment, name)),
	);
}

export interface Result extends Outcome {
	readonly experiment: Experiment;
	/** What stopped it, if something did. */
	readonly failure?: string;
	/** Wall-clock time [s]. */
	readonly seconds: number;
}

/** An experiment that cannot be run has failed; the others go on. */
export async function runExperiment(experiment: Experiment): Promise<Result> {
	const start = performance.now();
	const seconds = () => (performance.now() - start) / 1000;
	try {
		const outcome = await experiment.run("full");
		return { experiment, ...outcome, seconds: seconds() };
	} catch (error) {
		const failure = error instanceof Error ? error.message : String(error);
		return { experiment, rows: [], failure, seconds: seconds() };
	}
}

export const succeeded = ({ rows, failure }: Result): boolean =>
	failure === undefined && !rows.some(isRed);
