import { describe, expect, it } from "vitest";
import {
	formatBar,
	formatDuration,
	formatProgress,
	ProgressBar,
} from "../src/run/progressBar.ts";
import { memoryIo } from "./memoryIo.ts";

const half = {
	time: 1,
	seconds: 2,
	elapsed: 8,
	report: {
		iterations: 3,
		linearIterations: 40,
		residual: 2.4e-3,
		substeps: 1,
	},
};

describe("the line of a progress bar", () => {
	it("shows bar, percent, time, speed, time left and iterations", () => {
		expect(formatProgress(half, 120)).toBe(
			"████████████░░░░░░░░░░░░  50 % │ 1.00 of 2.00 s │ 0.13× real time │ 8 s left │ Newton 3, CG 40, residual 2e-3",
		);
	});

	it("leaves out what does not fit", () => {
		for (let columns = 0; columns < 130; columns++)
			expect(formatProgress(half, columns).length).toBeLessThanOrEqual(columns);
		expect(formatProgress(half, 52)).toBe(
			"████████████░░░░░░░░░░░░  50 % │ 1.00 of 2.00 s",
		);
	});

	it("counts the speed of a resumed run from where it began, and needs no end", () => {
		const resumed = { time: 3, seconds: 4, before: 2, elapsed: 2 };
		expect(formatProgress(resumed, 120)).toBe(
			"██████████████████░░░░░░  75 % │ 3.00 of 4.00 s │ 0.5× real time │ 2 s left",
		);
		expect(formatProgress({ ...resumed, seconds: Infinity }, 120)).toBe(
			"3.00 s │ 0.5× real time",
		);
	});

	it("does not speak of speed before the first step, nor of the rest after the last", () => {
		expect(formatProgress({ time: 0, seconds: 2, elapsed: 0.1 }, 120)).toBe(
			"░░░░░░░░░░░░░░░░░░░░░░░░   0 % │ 0.00 of 2.00 s",
		);
		expect(formatProgress({ time: 2, seconds: 2, elapsed: 1 }, 120)).toBe(
			"████████████████████████ 100 % │ 2.00 of 2.00 s │ 2× real time",
		);
	});

	it("fills by eighths of a character", () => {
		expect(formatBar(0.5 / 8, 2)).toBe("▏░");
		expect(formatBar(0.75, 2)).toBe("█▌");
		expect(formatBar(-1, 2)).toBe("░░");
		expect(formatBar(7, 2)).toBe("██");
	});

	it("tells durations", () => {
		expect([3.4, 59.7, 125, 3720].map(formatDuration)).toEqual([
			"3 s",
			"1 min 00 s",
			"2 min 05 s",
			"1 h 02 min",
		]);
	});
});

describe("a progress bar", () => {
	/** A thousand updates in ten seconds. */
	function fill(isTTY: boolean): string {
		const { io, written } = memoryIo({ isTTY });
		let now = 0;
		const bar = new ProgressBar(io.stderr, "work", () => now);
		for (let i = 0; i <= 1000; i++, now += 10)
			bar.update({ time: i / 1000, seconds: 1 });
		bar.close();
		return written.stderr;
	}

	it("redraws in place at most 15 times a second, and the end in any case", () => {
		const text = fill(true);
		const drawings = text.split("\r").slice(1);
		expect(drawings.length).toBeGreaterThan(100);
		expect(drawings.length).toBeLessThanOrEqual(152);
		expect(drawings[drawings.length - 1]).toContain("100 %");
		expect(text.startsWith("work\n\x1b[?25l")).toBe(true);
		expect(text.endsWith("\x1b[?25h\n")).toBe(true);
	});

	it("does not draw where there is no terminal", () => {
		expect(fill(false)).toBe("work\n");
	});
});
