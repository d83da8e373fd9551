/** The benchmark behind the command `pliant bench`. */
import { relative } from "node:path";
import { Forecast } from "./forecast.mjs";
import {
	makeResults,
	resultsFile,
	resultsText,
	writeResults,
} from "./results.mjs";
import { elementCount } from "./sizes.mjs";
import { formatCase, formatTable } from "./table.mjs";
import { tasks } from "./tasks/index.mjs";

export { tasks };

/** Milliseconds per sample; samples per row; seconds after which a row gets no further samples, and after which long runs end. */
const efforts = {
	full: { budget: 200, samples: 5, rowLimit: 30, limit: 600 },
	quick: { budget: 60, samples: 2, rowLimit: 5, limit: 5 },
};
const quickLargest = 25_000;

/**
 * Runs the tasks of the given names, all where there are none. `json` is a file, true for standard output, or undefined:
 * then a complete run is written to bench/results.
 */
export async function runBench(options, io) {
	const { names, quick, largest, rows: wanted, limit, json } = options;
	const { sampleProbe, sampleRow } = await import("./sample.mjs");
	const { compileNative, makeSubject, threadCounts, whyNoThreads } =
		await loadLibrary();
	const bench = {
		io,
		effort: { ...efforts[quick ? "quick" : "full"], ...(limit && { limit }) },
		notes: [],
		progress: progressLine(io.stderr),
		forecast: new Forecast(),
		longOnes: new Map(),
		native: await compileNative(),
	};
	const { notes, progress } = bench;
	if (!bench.native)
		notes.push(
			"No C++ compiler was found (g++, or the one that CXX names): native figures are left out.",
		);
	if (threadCounts.length === 1)
		notes.push(
			`Rows with two threads are left out, since the library has none: ${whyNoThreads}`,
		);

	const rows = [];
	const most = largest ?? (quick ? quickLargest : Number.POSITIVE_INFINITY);
	const subjects = keepSubjects(makeSubject, threadCounts, notes);
	const cases = casesBySize(await choose(names, notes), most, wanted);
	for (const { task, size, rows: chosen } of cases) {
		progress.show(`${task.name} ${size.name}: preparing`);
		await saveFrom(`${task.name} ${size.name}`, bench, async () => {
			if (task.probe) {
				const found = await sampleProbe(bench, task, size);
				rows.push(...found);
				progress.show("");
				if (json !== true) io.stdout.write(formatCase(task, size, found));
			} else {
				const made = await subjects.of(task, size);
				for (const row of chosen)
					await saveFrom(
						`${task.name} ${size.name}, ${row.name}`,
						bench,
						async () =>
							rows.push(...(await sampleRow(bench, task, size, row, made))),
					);
			}
		});
	}
	subjects.close();
	progress.show("");

	const results = await makeResults({ ...bench, rows });
	if (json === true) {
		io.stdout.write(resultsText(results));
		return;
	}
	io.stdout.write(formatTable(rows));
	for (const note of notes) io.stdout.write(`${note}\n`);
	const isComplete =
		names.length === 0 && !quick && !largest && !wanted && !limit;
	const file = json ?? (isComplete ? resultsFile(results) : undefined);
	if (!file) return;
	writeResults(file, results);
	io.stdout.write(`Written to ${relative(process.cwd(), file)}\n`);
}

async function loadLibrary() {
	try {
		const [native, subjects] = await Promise.all([
			import("./native.mjs"),
			import("./subjects.mjs"),
		]);
		return { ...native, ...subjects };
	} catch (error) {
		if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
		throw new Error("bench: the library is not built; run `npm run build`", {
			cause: error,
		});
	}
}

/** Tasks by name are installed where they need it; otherwise those that are ready are taken. */
async function choose(names, notes) {
	if (names.length > 0) {
		const chosen = tasks.filter(({ name }) => names.includes(name));
		for (const task of chosen)
			if (task.install && !task.isInstalled()) await task.install();
		return chosen;
	}
	return tasks.filter((task) => {
		const isReady = !task.install || task.isInstalled();
		if (!isReady)
			notes.push(
				`${task.name}: left out, not installed; \`pliant bench ${task.name}\` installs and runs it.`,
			);
		return isReady;
	});
}

/** All tasks of one size after each other, so that subjects are built once and only those of one size are in memory; only rows whose names have one of the texts that are wanted. */
function casesBySize(chosen, largest, wanted) {
	const isWanted = (name) =>
		!wanted ||
		wanted.some((text) => name.toLowerCase().includes(text.toLowerCase()));
	const all = chosen.flatMap((task) =>
		task.sizes
			.filter((size) => !size.shape || elementCount(size) <= largest)
			.map((size) => ({
				task,
				size,
				rows: task.rows.filter(
					(row) =>
						isWanted(size.name) ||
						(!task.probe && isWanted(`${size.name}, ${row.name}`)),
				),
				key: `${size.shape} ${size.name}`,
			}))
			.filter(({ rows }) => rows.length > 0),
	);
	if (all.length === 0)
		throw new Error(
			`bench: no row's name contains ${(wanted ?? []).map((text) => `'${text}'`).join(" or ")}; sizes are ${[...new Set(chosen.flatMap(({ sizes }) => sizes.map(({ name }) => name)))].join("; ")}`,
		);
	const keys = [...new Set(all.map(({ key }) => key))];
	return keys.flatMap((key) => all.filter((c) => c.key === key));
}

/** The subjects of a size, one for each number of threads; those of the last call are kept for the next. */
function keepSubjects(makeSubject, threadCounts, notes) {
	let kept = [];
	let keptKey;
	const close = () => {
		for (const subject of kept) subject.close();
		kept = [];
	};
	return {
		close,
		of: async ({ subject: options, isSingleThreaded }, size) => {
			const key = JSON.stringify([size, options]);
			if (key !== keptKey) {
				close();
				keptKey = key;
				for (const threads of isSingleThreaded ? [1] : threadCounts)
					try {
						const subject = await makeSubject(size, { ...options, threads });
						kept.push({ ...subject, threads });
					} catch (error) {
						if (threads === 1) throw error;
						notes.push(`${size.name}, ${threads} threads: ${error.message}`);
					}
			}
			return kept;
		},
	};
}

/** A failure costs its own rows, not those of an hour before it. */
async function saveFrom(what, { notes, io }, work) {
	try {
		await work();
	} catch (error) {
		if (io.interrupt.aborted) throw new Error("interrupted");
		notes.push(`${what}: failed: ${reason(error)}`);
	}
}

/** The line of a failed process that says why. */
const reason = ({ stderr, message }) =>
	`${stderr ?? ""}`.split("\n").find((line) => /error/i.test(line)) ?? message;

/** One line that is overwritten, on a terminal only. */
const progressLine = (stderr) => ({
	show: (text) => {
		if (stderr.isTTY) stderr.write(`\r\x1b[K${text}`);
	},
});
