/** Numbers over time, such as probes and energies, as a table that grows by rows. */

import { attemptAll } from "../attemptAll.ts";
import { FileError } from "../fileError.ts";
import type { OutputFolder } from "../folder.ts";
import { z } from "../zod.ts";
import { TextFile } from "./textFile.ts";

export const tableFormats = ["csv", "jsonl"] as const;

/** "csv": comma-separated with a line of titles. "jsonl": JSON Lines, an object per row. */
export type TableFormat = (typeof tableFormats)[number];

export interface TableColumn {
	readonly name: string;
	/** Such as "J"; "" for numbers without one. */
	readonly unit: string;
}

export interface TableOptions {
	readonly folder: OutputFolder;
	/** With extension. */
	readonly path: string;
	readonly format: TableFormat;
	readonly columns: readonly TableColumn[];
	/** From an earlier writer, to go on where it was. */
	readonly progress?: unknown;
}

export interface TableWriter {
	/** A value per column. NaN and infinity become empty cells (CSV) or null (JSON). */
	add(values: readonly number[]): Promise<void>;
	/** Puts all rows so far into the file. */
	publish(): Promise<void>;
	close(): Promise<void>;
	/** Plain data from which `openTable` goes on after the rows so far, which are in the file then. */
	progress(): Promise<unknown>;
}

export async function openTable(options: TableOptions): Promise<TableWriter> {
	const { folder, path, format, columns, progress } = options;
	const titles = columns.map(({ name, unit }) =>
		unit === "" ? name : `${name} [${unit}]`,
	);
	const length =
		progress === undefined ? 0 : lengthBefore(path, titles, progress);
	const file = await folder.extend(path, length);
	const text = new TextFile(file, length);
	if (format === "csv" && length === 0) {
		text.add(`${titles.map(quoteWhereNeeded).join(",")}\n`);
	}
	const keys = titles.map((title) => JSON.stringify(title));
	const row =
		format === "csv"
			? (values: readonly number[]) =>
					values.map((v) => (Number.isFinite(v) ? String(v) : "")).join(",")
			: (values: readonly number[]) =>
					`{${values.map((v, i) => `${keys[i]}:${Number.isFinite(v) ? v : null}`).join(",")}}`;

	return {
		async add(values) {
			if (values.length !== columns.length) {
				throw new FileError(
					`${path}: a row has ${values.length} values; the table has ${columns.length} columns (${titles.join(", ")})`,
				);
			}
			// First what was there: a row that was refused for want of room is not there later.
			if (text.full) await text.write();
			text.add(`${row(values)}\n`);
		},
		publish: () => text.write(),
		close: () => attemptAll([() => text.write(), () => file.close()]),
		async progress() {
			await text.write();
			await file.sync();
			return { length: text.length, titles };
		},
	};
}

const progressState = z.object({
	length: z.int().min(0),
	titles: z.array(z.string()),
});

function lengthBefore(
	path: string,
	titles: readonly string[],
	progress: unknown,
): number {
	const before = progressState.safeParse(progress);
	if (!before.success) {
		throw new FileError(
			`${path}: this progress is not from a table; start it again`,
		);
	}
	if (before.data.titles.join() !== titles.join()) {
		throw new FileError(
			`${path}: the progress is of a table with the columns ${before.data.titles.join(", ")}, now they are ${titles.join(", ")}; start it again`,
		);
	}
	return before.data.length;
}

/** As RFC 4180 has it: in quotes if it holds a comma, a quote or a line break; quotes inside doubled. */
function quoteWhereNeeded(title: string): string {
	return /[",\r\n]/.test(title) ? `"${title.replaceAll('"', '""')}"` : title;
}
