/** What the benchmark finds out: its rows, and the file that they are written to. */
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measure.mjs";
import { output } from "./process.mjs";
import { elementCount } from "./sizes.mjs";

const summary = (values, scale) =>
	values.length
		? {
				min: Math.min(...values) * scale,
				median: median(values) * scale,
				samples: values.length,
			}
		: undefined;

/** One row of the results. */
export function describe(found) {
	const { task, size, row, unit, threads, scale, cpu, outcome } = found;
	const ours = summary(found.ours, scale);
	const last = found.native.at(-1);
	const native = summary(
		found.native.map(({ ms }) => ms),
		scale,
	);
	return {
		task: task.name,
		size: size.name,
		shape: size.shape,
		elements: size.shape && elementCount(size),
		row: row.name,
		unit,
		threads,
		ours: {
			...ours,
			cpuPerThread: cpu && Math.min(...cpu) * scale,
			...outcome,
		},
		native: native && {
			...native,
			...(last.iterations
				? { iterations: last.iterations, residual: last.residual }
				: {}),
		},
		ratio: native && native.min / ours.min,
	};
}

/** Rows with the machine that they are from. */
export async function makeResults({ rows, notes, effort, native }) {
	return {
		date: new Date().toISOString().slice(0, 10),
		machine: {
			cpu: os.cpus()[0].model.trim(),
			cores: os.cpus().length,
			memoryGiB: Math.round(os.totalmem() / 2 ** 30),
			platform: os.platform(),
			arch: os.arch(),
		},
		commit: await commit(),
		node: process.version,
		v8: process.versions.v8,
		compiler: native?.compiler ?? null,
		effort,
		notes,
		rows,
	};
}

/** Where the results of a complete run belong. */
export function resultsFile({ date, machine }) {
	const slug = machine.cpu.toLowerCase().match(/[a-z0-9]+/g);
	const name = `results/${date}-${slug.join("-")}.json`;
	return fileURLToPath(new URL(name, import.meta.url));
}

export const resultsText = (results) =>
	`${JSON.stringify(results, null, "\t")}\n`;

export function writeResults(file, results) {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, resultsText(results));
}

/** The library's version, where there is a repository; marked where the files differ from it. */
async function commit() {
	const cwd = fileURLToPath(new URL(".", import.meta.url));
	try {
		const args = ["describe", "--always", "--dirty", "--exclude=*"];
		return (await output("git", args, { cwd })).trim();
	} catch {
		return null;
	}
}
