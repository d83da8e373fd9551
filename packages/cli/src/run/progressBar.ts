/** A progress bar that is redrawn in place on a terminal; elsewhere one line at the start and one at the end. */
import type { StepReport } from "pliant";
import type { Output } from "../io.ts";

export interface Progress {
	/** Time simulated so far, and in all [s]; Infinity where nobody knows. */
	readonly time: number;
	readonly seconds: number;
	/** Time simulated by an earlier run that this one resumes [s]. */
	readonly before?: number;
	/** Wall-clock time since the start [s]. */
	readonly elapsed: number;
	/** Report of the last step. */
	readonly report?: Pick<
		StepReport,
		"iterations" | "linearIterations" | "residual" | "substeps" | "error"
	>;
}

/** Between two drawings [ms]. */
const redrawInterval = 1000 / 15;
const barWidth = 24;
const hideCursor = "\x1b[?25l";
const showCursor = "\x1b[?25h";
const clearRest = "\x1b[K";
const clearBelow = "\x1b[J";
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar of so many characters, filled to an eighth of one. */
export function formatBar(fraction: number, width: number): string {
	const filled = Math.round(Math.min(Math.max(fraction, 0), 1) * width * 8);
	const bar = "█".repeat(Math.floor(filled / 8)) + eighths[filled % 8];
	return bar.padEnd(width, "░");
}

/** One line of at most so many characters: what does not fit is left out, the least important first. */
export function formatProgress(progress: Progress, columns: number): string {
	const { time, seconds, before = 0, elapsed, report } = progress;
	const fraction = seconds > 0 ? time / seconds : 1;
	const parts = Number.isFinite(seconds)
		? [
				`${formatBar(fraction, barWidth)} ${String(Math.floor(100 * fraction + 1e-9)).padStart(3)} %`,
				`${time.toFixed(2)} of ${seconds.toFixed(2)} s`,
			]
		: [`${time.toFixed(2)} s`];
	if (time > before && elapsed > 0) {
		const speed = (time - before) / elapsed;
		parts.push(`${formatFactor(speed)} real time`);
		if (fraction < 1 && Number.isFinite(seconds))
			parts.push(`${formatDuration((seconds - time) / speed)} left`);
	}
	if (report) {
		const { iterations, linearIterations, substeps, error } = report;
		parts.push(
			[
				...(error === undefined ? [] : [`steps ${substeps}`]),
				`Newton ${iterations}`,
				...(linearIterations > 0 ? [`CG ${linearIterations}`] : []),
				// The residual is measured when it is looked at.
				error === undefined
					? `residual ${report.residual.toExponential(0)}`
					: `error ${error.toExponential(0)}`,
			].join(", "),
		);
	}
	let line = parts[0];
	for (const part of parts.slice(1)) {
		const longer = `${line} │ ${part}`;
		if (longer.length > columns) break;
		line = longer;
	}
	return line.slice(0, Math.max(columns, 0));
}

/** Simulated over wall-clock time, to two digits. */
export const formatFactor = (factor: number): string =>
	`${Number(factor.toPrecision(2))}×`;

export function formatDuration(seconds: number): string {
	const whole = Math.round(seconds);
	if (whole < 60) return `${whole} s`;
	if (whole < 3600)
		return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
	return `${Math.floor(whole / 3600)} h ${String(Math.floor((whole % 3600) / 60)).padStart(2, "0")} min`;
}

export class ProgressBar {
	private readonly output: Output;
	private readonly now: () => number;
	private readonly started: number;
	private drawn = Number.NEGATIVE_INFINITY;
	/** Characters of the line that is there. */
	private length = 0;

	/** `now` tells milliseconds. */
	constructor(output: Output, title: string, now = () => performance.now()) {
		this.output = output;
		this.now = now;
		this.started = now();
		output.write(output.isTTY ? `${title}\n${hideCursor}` : `${title}\n`);
	}

	/** Wall-clock time since the start [s]. */
	get elapsed(): number {
		return (this.now() - this.started) / 1000;
	}

	update(progress: Omit<Progress, "elapsed">): void {
		const now = this.now();
		const finished = progress.time >= progress.seconds;
		if (!this.output.isTTY) return;
		if (now - this.drawn < redrawInterval && !finished) return;
		this.drawn = now;
		const columns = this.output.columns || 80;
		const line = formatProgress(
			{ ...progress, elapsed: this.elapsed },
			// The last column stays free: a character there makes some terminals go to the next line.
			columns - 1,
		);
		// A terminal that became narrower has broken the line into several.
		const broken = Math.ceil(this.length / columns) - 1;
		const begin = broken > 0 ? `\x1b[${broken}A\r${clearBelow}` : "\r";
		this.output.write(`${begin}${line}${clearRest}`);
		this.length = line.length;
	}

	/** Leaves the terminal as it was found, with the bar above the cursor. */
	close(): void {
		if (this.output.isTTY) this.output.write(`${showCursor}\n`);
	}
}
