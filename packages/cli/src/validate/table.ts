/** Results as text for people and as rows for programs. */
import {
	deviation,
	isRed,
	type Row,
	type RowKind,
	rowKinds,
	verdict,
} from "./experiment.ts";
import { type Result, succeeded } from "./validation.ts";

/** To six digits, without noise. */
export function formatNumber(value: number): string {
	if (!Number.isFinite(value)) return String(value);
	const rounded = Number(value.toPrecision(6));
	const text =
		rounded !== 0 && Math.abs(rounded) < 1e-4
			? rounded.toExponential()
			: String(rounded);
	return text.replace("-", "−").replace("e-", "e−");
}

/** What is asked of a number: "0.12 ± 0.01", "≤ 5", "(5)" beside one that is told, or nothing. */
export function formatExpected({ expected, test }: Row): string {
	if (expected === null) return "";
	const value = formatNumber(expected);
	if (test === null) return `(${value})`;
	if (test.kind === "within")
		return `${value} ± ${formatNumber(test.tolerance)}`;
	return `${test.kind === "at most" ? "≤" : "≥"} ${value}`;
}

/** To two digits [%], or nothing. */
export function formatDeviation(row: Row): string {
	const part = deviation(row);
	if (part === null || !Number.isFinite(part)) return "";
	const percent = formatNumber(Number((100 * part).toPrecision(2)));
	return `${part > 0 ? "+" : ""}${percent} %`;
}

export function formatResult(result: Result): string {
	const { experiment, rows, failure, seconds } = result;
	const cells = rows.map((row) => [
		row.kind,
		verdict(row) ?? "",
		row.quantity,
		formatNumber(row.measured),
		formatExpected(row),
		formatDeviation(row),
	]);
	const widths = [0, 1, 2, 3, 4].map((column) =>
		Math.max(0, ...cells.map((line) => line[column].length)),
	);
	const lines = cells.map((line) =>
		line
			.map((cell, i) =>
				i === 3 ? cell.padStart(widths[i]) : cell.padEnd(widths[i] ?? 0),
			)
			.join("  ")
			.trimEnd(),
	);
	if (failure) lines.push(`fail  it could not be run: ${failure}`);
	return `${experiment.id}  (${experiment.paper}, ${experiment.figure}; ${seconds.toFixed(1)} s)\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}

/** How many rows there are of a kind, and how many of them are not red. */
export interface KindCount {
	readonly kind: RowKind;
	readonly rows: number;
	readonly good: number;
}

export const countsByKind = (rows: readonly Row[]): readonly KindCount[] =>
	rowKinds.map((kind) => {
		const own = rows.filter((row) => row.kind === kind);
		const red = own.filter(isRed).length;
		return { kind, rows: own.length, good: own.length - red };
	});

const sentences: Readonly<Record<RowKind, (count: KindCount) => string>> = {
	exact: ({ rows, good }) => `${good} of ${rows} exact values pass`,
	paper: ({ rows, good }) =>
		`${good} of ${rows} values bounded by a paper's number pass`,
	ordering: ({ rows, good }) => `${good} of ${rows} orderings hold`,
	told: ({ rows }) => `${rows} values are told`,
};

export function formatSummary(results: readonly Result[]): string {
	const counts = countsByKind(results.flatMap(({ rows }) => rows))
		.filter(({ rows }) => rows > 0)
		.map((count) => sentences[count.kind](count));
	const red = results.filter((result) => !succeeded(result));
	const verdicts =
		red.length === 0
			? `nothing is red in ${results.length} experiments`
			: `red: ${red.map(({ experiment }) => experiment.id).join(", ")}`;
	return `${[...counts, verdicts].join("; ")}\n`;
}

/** One object per row, where `pass` says that it is not red; an experiment that could not be run has one that says so. */
export function jsonRows(results: readonly Result[]): object[] {
	return results.flatMap(({ experiment: { id, paper, figure }, ...result }) => {
		const about = { id, paper, figure };
		const rows = result.rows.map((row) => ({
			...about,
			kind: row.kind,
			quantity: row.quantity,
			expected: row.expected,
			tolerance: row.test?.kind === "within" ? row.test.tolerance : null,
			test: row.test?.kind ?? null,
			measured: row.measured,
			deviation: deviation(row),
			verdict: verdict(row),
			pass: !isRed(row),
			source: row.source,
		}));
		if (result.failure === undefined) return rows;
		const failed = {
			...about,
			kind: null,
			quantity: "could not be run",
			expected: null,
			tolerance: null,
			test: null,
			measured: null,
			deviation: null,
			verdict: "fail",
			pass: false,
			failure: result.failure,
		};
		return [...rows, failed];
	});
}
