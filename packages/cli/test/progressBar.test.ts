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

	it("leaves nothing behind where the terminal becomes narrower or wider", () => {
		const terminal = new Terminal(100);
		let now = 0;
		const bar = new ProgressBar(terminal, "work", () => now);
		for (const columns of [100, 60, 25, 7, 90, 31, 120]) {
			terminal.resize(columns);
			for (let i = 0; i < 3; i++) bar.update({ ...half, time: ++now / 1e6 });
			now += 1000;
			bar.update(half);
			expect(terminal.lines).toEqual([
				"work",
				formatProgress({ ...half, elapsed: now / 1000 }, columns - 1),
			]);
		}
	});

	it("does not draw where there is no terminal", () => {
		expect(fill(false)).toBe("work\n");
	});
});

/** A terminal as far as a progress bar goes: it breaks lines that have become too long for it, and joins them again. */
class Terminal {
	readonly isTTY = true;
	columns: number;
	/** Lines as they were written; the last one has the cursor. */
	lines = [""];
	private cursor = 0;

	constructor(columns: number) {
		this.columns = columns;
	}

	resize(columns: number): void {
		this.columns = columns;
	}

	write(text: string): void {
		// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told what to do with these
		for (const [part] of text.matchAll(/\x1b\[[?\d]*[a-zA-Z]|[^\x1b]/gu))
			this.take(part);
	}

	private take(part: string): void {
		const last = this.lines.length - 1;
		if (part === "\n") {
			this.lines.push("");
			this.cursor = 0;
		} else if (part === "\r") this.cursor -= this.inRow();
		else if (part === "\x1b[K" || part === "\x1b[J")
			this.lines[last] = this.lines[last].slice(0, this.cursor);
		else if (part.endsWith("A"))
			this.cursor -= Number.parseInt(part.slice(2), 10) * this.columns;
		else if (!part.startsWith("\x1b")) {
			const line = this.lines[last];
			this.lines[last] =
				line.slice(0, this.cursor) + part + line.slice(this.cursor + 1);
			this.cursor++;
		}
		if (this.cursor < 0) throw new Error("the cursor left its line");
	}

	/** Characters before the cursor in its row; a full row keeps it at its end. */
	private inRow(): number {
		return this.cursor === 0 ? 0 : ((this.cursor - 1) % this.columns) + 1;
	}
}
