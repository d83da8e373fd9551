/** Takes samples of rows. The library, with one and with two threads, and the native program take turns. */
import { setImmediate } from "node:timers/promises";
import { leastTime } from "./measure.mjs";
import { describe } from "./results.mjs";

/** A row that would take longer for one run [ms] is left out. */
const runLimit = 120_000;
/** Native times from here on [ms] are taken once for all rows that compare with them. */
const longNative = 1000;

/** Lets Ctrl-C through; calls `round` until there are enough samples or the time is over. */
async function takeTurns({ effort, io, progress }, title, round) {
	const until = performance.now() + 1000 * effort.rowLimit;
	for (let i = 0; i < effort.samples && performance.now() < until; i++) {
		progress.show(`${title}: ${i + 1} of ${effort.samples}`);
		await setImmediate();
		if (io.interrupt.aborted) throw new Error("interrupted");
		await round();
	}
}

/** Results of one row for each of the subjects, which differ in their number of threads. */
export async function sampleRow(bench, task, size, row, subjects) {
	const { effort, notes, forecast } = bench;
	const title = `${task.name} ${size.name}, ${row.name}`;
	const foreseen = forecast.foresee(title, size, row.growth);
	if (foreseen > runLimit) {
		notes.push(
			`${title}: left out, would take about ${(foreseen / 1000).toFixed(0)} s.`,
		);
		return [];
	}
	const variants = subjects.map((subject) => ({
		...row.prepare(subject),
		subject,
		samples: [],
	}));
	const native = nativeSamples(bench, row, size);
	await takeTurns(bench, title, async () => {
		for (const variant of variants)
			variant.samples.push(leastTime(variant, effort.budget));
		await native?.take();
	});
	const [first] = variants;
	forecast.learn(title, size, Math.min(...first.samples.map((s) => s.wall)));
	// The number of threads does not change results.
	const outcome = first.finish?.() ?? {};
	return variants.flatMap(({ subject, samples }) =>
		row.units.map((unit) =>
			describe({
				...{ task, size, row, unit, outcome },
				native: native?.samples ?? [],
				threads: subject.threads,
				scale: scaleOf(unit, subject.counts),
				ours: samples.map(({ wall }) => wall),
				cpu: samples.map(({ cpu }) => cpu / subject.threads),
			}),
		),
	);
}

/** From milliseconds to a unit such as ns/element. */
const scaleOf = (unit, counts) =>
	unit === "ms" ? 1 : 1e6 / counts[unit.slice("ns/".length)];

/** Undefined where there is nothing native to compare with, or it would take too long. */
function nativeSamples({ native, forecast, effort, longOnes }, row, size) {
	if (!native || !row.native || size.shape !== "cloth") return undefined;
	const key = `native ${row.native}`;
	if (forecast.foresee(key, size, row.nativeGrowth) > runLimit)
		return undefined;
	const longKey = `${key} ${size.name}`;
	const known = longOnes.get(longKey);
	if (known) return { samples: known, take: () => {} };
	const samples = [];
	return {
		samples,
		take: async () => {
			const sample = await native.run(size.cells, effort.budget, row.native);
			samples.push(sample);
			forecast.learn(key, size, sample.ms);
			if (sample.ms > longNative) longOnes.set(longKey, samples);
		},
	};
}

/** Tasks that measure in a process of their own give all their rows at once. */
export async function sampleProbe(bench, task, size) {
	const { notes, forecast, native, effort } = bench;
	const title = `${task.name} ${size.name}`;
	const note = (text) => {
		if (!notes.includes(text)) notes.push(text);
	};
	if (
		size.shape &&
		!task.endsAtLimit &&
		forecast.foresee(task.name, size) > runLimit
	) {
		notes.push(`${title}: left out, would take too long.`);
		return [];
	}
	const values = [];
	const natives = task.rows.map(() => []);
	await takeTurns(bench, title, async () => {
		const start = performance.now();
		values.push(await task.probe(size, { limit: effort.limit, note }));
		if (size.shape) forecast.learn(task.name, size, performance.now() - start);
		for (const [r, row] of task.rows.entries())
			if (native && row.native && size.shape === "cloth")
				natives[r].push(await native.run(size.cells, 0, row.native));
	});
	return task.rows.flatMap((row, r) => {
		const ours = values.map((v) => v[row.key]).filter(Number.isFinite);
		if (ours.length === 0) return [];
		return describe({
			...{ task, size, row, unit: row.unit, ours, native: natives[r] },
			threads: 1,
			scale: 1,
		});
	});
}
