/**
 * Runs the benchmark: node bench/run.mjs [TASK…] [--quick] [--largest ELEMENTS] [--json FILE]
 *
 * The library and the native program take turns (A B A B …) on every row, so that ratios hold on a machine that is also
 * doing other things.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatTable, Progress, writeResults } from "./report.mjs";

if (!existsSync(new URL("../packages/pliant/dist/index.js", import.meta.url)))
	fail("bench: the library is not built; run `npm run build` first");
const { tasks } = await import("./tasks/index.mjs");
const { compileNative } = await import("./native.mjs");
const { leastTime, median } = await import("./measure.mjs");
const { elementCount, makeSubject } = await import("./subjects.mjs");

const { values: options, positionals } = readArguments();
/** Milliseconds per sample; samples per row; seconds after which a row gets no further samples. */
const effort = options.quick
	? { budget: 60, samples: 2, rowLimit: 5 }
	: { budget: 200, samples: 5, rowLimit: 30 };
/** A row that would take longer for one run [ms] is left out. */
const runLimit = 120_000;
const largest = Number(options.largest ?? (options.quick ? 25_000 : Infinity));

const chosen = positionals.length
	? positionals.map(findTask)
	: tasks.filter(({ optional }) => !optional);
const progress = new Progress();
const notes = [];
const native = await compileNative();
if (!native)
	notes.push(
		"No C++ compiler was found (g++, or the one that CXX names): native figures are left out.",
	);

const rows = [];
for (const { task, size } of casesBySize()) {
	progress.show(`${task.name} ${size.name}: preparing`);
	await task.install?.();
	const subject = task.probe ? undefined : await subjectOf(task, size);
	const take = task.probe ? probeRows : measureRow;
	rows.push(...(await take(task, size, subject)));
}
progress.clear();

console.info(formatTable(rows));
for (const note of notes) console.info(note);
const file = writeResults({ rows, options, effort, native });
if (file) console.info(`Written to ${file}`);

function readArguments() {
	try {
		return parseArgs({
			allowPositionals: true,
			options: {
				quick: { type: "boolean" },
				largest: { type: "string" },
				json: { type: "string" },
			},
		});
	} catch (error) {
		return fail(`bench: ${error.message}`);
	}
}

function findTask(name) {
	const task = tasks.find((t) => t.name === name);
	return (
		task ??
		fail(
			`bench: there is no task '${name}'; tasks are ${tasks.map((t) => t.name).join(", ")}`,
		)
	);
}

function fail(message) {
	console.info(message);
	process.exit(2);
}

/** All tasks of one size after each other, so that a subject is built once and only one is in memory. */
function casesBySize() {
	const all = chosen.flatMap((task) =>
		task.sizes
			.filter((size) => !size.shape || elementCount(size) <= largest)
			.map((size) => ({ task, size, key: `${size.shape} ${size.name}` })),
	);
	const keys = [...new Set(all.map(({ key }) => key))];
	return keys.flatMap((key) => all.filter((c) => c.key === key));
}

/** The subject of the last call is kept for the next. */
async function subjectOf(task, size) {
	const key = JSON.stringify([size, task.subject]);
	if (subjectOf.key !== key) {
		subjectOf.kept = undefined;
		subjectOf.kept = await makeSubject(size, task.subject);
		subjectOf.key = key;
	}
	return subjectOf.kept;
}

/** Milliseconds that one run of a row took, by side, to foresee the next size. */
function foreseen(task, row, side, size) {
	foreseen.known ??= new Map();
	const key = [task.name, row.name, side, size.shape].join();
	const smaller = foreseen.known.get(key);
	return {
		ms: smaller
			? smaller.ms *
				(elementCount(size) / smaller.elements) ** (row.growth ?? 1)
			: 0,
		learn: (ms) =>
			foreseen.known.set(key, { ms, elements: elementCount(size) }),
	};
}

function measureRow(task, size, subject) {
	return task.rows.flatMap((row) => {
		const sides = {};
		const cost = {
			ours: foreseen(task, row, "ours", size),
			native: foreseen(task, row, "native", size),
		};
		const isShort = ({ ms }) => ms < runLimit;
		if (!isShort(cost.ours)) {
			notes.push(
				`${task.name} ${size.name}, ${row.name}: left out, would take about ${(cost.ours.ms / 1000).toFixed(0)} s.`,
			);
			return [];
		}
		const { run, reset, finish, per } = row.prepare(subject);
		const hasNative =
			native && row.native && size.shape === "cloth" && isShort(cost.native);
		const samples = { ours: [], native: [] };
		const until = performance.now() + 1000 * effort.rowLimit;
		for (let i = 0; i < effort.samples && performance.now() < until; i++) {
			progress.show(
				`${task.name} ${size.name}, ${row.name}: ${i + 1} of ${effort.samples}`,
			);
			samples.ours.push(leastTime({ run, reset }, effort.budget));
			if (!hasNative) continue;
			const { ms, iterations } = native.run(
				size.cells,
				effort.budget,
				row.native,
			);
			samples.native.push(ms);
			if (iterations) sides.nativeIterations = iterations;
		}
		for (const side of ["ours", "native"])
			if (samples[side].length) cost[side].learn(Math.min(...samples[side]));
		const scale = row.unit === "ms" ? 1 : 1e6 / per;
		return [
			describe(task, size, row, samples, scale, { ...sides, ...finish?.() }),
		];
	});
}

/** Tasks that measure in a process of their own give all their rows at once. */
function probeRows(task, size) {
	const cost = foreseen(task, task, "ours", size);
	if (cost.ms > runLimit) {
		notes.push(`${task.name} ${size.name}: left out, would take too long.`);
		return [];
	}
	const samples = task.rows.map(() => ({ ours: [], native: [] }));
	const until = performance.now() + 1000 * effort.rowLimit;
	const start = performance.now();
	for (let i = 0; i < effort.samples && performance.now() < until; i++) {
		progress.show(`${task.name} ${size.name}: ${i + 1} of ${effort.samples}`);
		let values;
		try {
			values = task.probe(size);
		} catch (error) {
			notes.push(`${task.name} ${size.name}: failed: ${reason(error)}`);
			return [];
		}
		for (const [r, row] of task.rows.entries()) {
			samples[r].ours.push(values[row.key]);
			if (native && row.native && size.shape === "cloth")
				samples[r].native.push(native.run(size.cells, 0, row.native).ms);
		}
	}
	if (size.shape)
		cost.learn((performance.now() - start) / samples[0].ours.length);
	return task.rows.map((row, r) =>
		describe(task, size, row, samples[r], 1, {}),
	);
}

/** The line of a failed process that says why. */
const reason = ({ stderr, message }) =>
	`${stderr ?? ""}`.split("\n").find((line) => /error/i.test(line)) ?? message;

function describe(task, size, row, samples, scale, more) {
	const summary = (values) =>
		values.length
			? {
					min: Math.min(...values) * scale,
					median: median(values) * scale,
					samples: values.length,
				}
			: undefined;
	const ours = summary(samples.ours);
	const theirs = summary(samples.native);
	return {
		task: task.name,
		size: size.name,
		shape: size.shape,
		elements: size.shape && elementCount(size),
		row: row.name,
		unit: row.unit,
		ours,
		native: theirs,
		ratio: theirs && theirs.min / ours.min,
		...more,
	};
}
