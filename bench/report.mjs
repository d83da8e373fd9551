/** What the benchmark shows and writes. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** One line that is overwritten, on a terminal only. */
export class Progress {
	#active = process.stderr.isTTY;

	show(text) {
		if (this.#active) process.stderr.write(`\r\x1b[K${text}`);
	}

	clear() {
		this.show("");
	}
}

const number = (value) =>
	value === undefined
		? ""
		: value >= 1000
			? value.toFixed(0)
			: value.toPrecision(3);

export function formatTable(rows) {
	const head = [
		["task", "size", "row", "unit"],
		["ours", "median", "native", "median", "native/ours", "iterations"],
	].flat();
	const body = rows
		// By task as well as by size, whatever the order of running.
		.toSorted((a, b) => order(rows, a) - order(rows, b))
		.map((r) => [
			r.task,
			r.shape === "block" ? `${r.size} tets` : r.size,
			r.row,
			r.unit,
			number(r.ours.min),
			number(r.ours.median),
			number(r.native?.min),
			number(r.native?.median),
			number(r.ratio),
			[r.iterations, r.nativeIterations].filter(Boolean).join(" / "),
		]);
	const widths = head.map((title, i) =>
		Math.max(title.length, ...body.map((cells) => cells[i].length)),
	);
	const line = (cells) =>
		cells
			.map((cell, i) =>
				i < 4 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]),
			)
			.join("  ")
			.trimEnd();
	return [head, widths.map((w) => "-".repeat(w)), ...body].map(line).join("\n");
}

const order = (rows, row) => rows.findIndex(({ task }) => task === row.task);

/** Writes the results and says where. Quick ones are only written where asked for. */
export function writeResults({ rows, options, effort, native }) {
	if (options.quick && !options.json) return undefined;
	const date = new Date().toISOString().slice(0, 10);
	const cpu = os.cpus()[0].model.trim();
	const results = {
		date,
		machine: {
			cpu,
			cores: os.cpus().length,
			memoryGiB: Math.round(os.totalmem() / 2 ** 30),
			platform: os.platform(),
			arch: os.arch(),
		},
		commit: commit(),
		node: process.version,
		v8: process.versions.v8,
		compiler: native?.compiler ?? null,
		effort: { ...effort, quick: options.quick ?? false },
		rows,
	};
	const folder = fileURLToPath(new URL("results/", import.meta.url));
	const slug = cpu
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-|-$/g, "");
	if (!options.json) mkdirSync(folder, { recursive: true });
	const file = options.json ?? `${folder}${date}-${slug}.json`;
	writeFileSync(file, `${JSON.stringify(results, null, "\t")}\n`);
	return relative(process.cwd(), file);
}

/** The library's version, where there is a repository. */
function commit() {
	try {
		return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
			cwd: fileURLToPath(new URL(".", import.meta.url)),
			encoding: "utf8",
			stdio: ["ignore", "pipe", "ignore"],
		}).trim();
	} catch {
		return null;
	}
}
