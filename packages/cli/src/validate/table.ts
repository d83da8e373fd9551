/** Results as text for people and as rows for programs. */
import { passes, type Row } from "./experiment.ts";
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

/** What is asked of a number: "0.12 ± 0.01", "≤ 5", or nothing. */
export function formatExpected({ expected, test }: Row): string {
	if (expected === null) return "";
	const value = formatNumber(expected);
	if (test.kind === "told") return `(${value})`;
	if (test.kind === "within")
		return `${value} ± ${formatNumber(test.tolerance)}`;
	return `${test.kind === "at most" ? "≤" : "≥"} ${value}`;
}

export const verdict = (row: Row): string =>
	row.test.kind === "told" ? "told" : passes(row) ? "pass" : "FAIL";

export function formatResult(result: Result): string {
	const { experiment, rows, failure, seconds } = result;
	const cells = rows.map((row) => [
		verdict(row),
		row.quantity,
		formatNumber(row.measured),
		formatExpected(row),
	]);
	const widths = [0, 1, 2].map((column) =>
		Math.max(0, ...cells.map((line) => line[column].length)),
	);
	const lines = cells.map(([state, quantity, measured, expected]) =>
		`  ${state.padEnd(widths[0])}  ${quantity.padEnd(widths[1])}  ${measured.padStart(widths[2])}  ${expected}`.trimEnd(),
	);
	if (failure) lines.push(`  FAIL  it could not be run: ${failure}`);
	return `${experiment.id}  (${experiment.paper}, ${experiment.figure}; ${seconds.toFixed(1)} s)\n${lines.join("\n")}\n`;
}

export function formatSummary(results: readonly Result[]): string {
	const rows = results.flatMap(({ rows }) => rows);
	const checked = rows.filter(({ test }) => test.kind !== "told");
	const failed = results.filter((result) => !succeeded(result));
	const counts = `${checked.filter(passes).length} of ${checked.length} values as expected, ${results.length - failed.length} of ${results.length} experiments`;
	return failed.length === 0
		? `${counts}\n`
		: `${counts}; failed: ${failed.map(({ experiment }) => experiment.id).join(", ")}\n`;
}

/** One object per row; an experiment that could not be run has one that says so. */
export function jsonRows(results: readonly Result[]): object[] {
	return results.flatMap(({ experiment: { id, paper, figure }, ...result }) => {
		const about = { id, paper, figure };
		const rows = result.rows.map((row) => ({
			...about,
			quantity: row.quantity,
			expected: row.expected,
			tolerance: row.test.kind === "within" ? row.test.tolerance : null,
			test: row.test.kind,
			measured: row.measured,
			pass: passes(row),
			source: row.source,
		}));
		if (result.failure === undefined) return rows;
		const failed = {
			...about,
			quantity: "could not be run",
			expected: null,
			tolerance: null,
			measured: null,
			pass: false,
			failure: result.failure,
		};
		return [...rows, failed];
	});
}
