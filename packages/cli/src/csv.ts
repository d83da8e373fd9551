/** Comma-separated values: a header, then one line per row. */
export function csv<Row>(
	rows: readonly Row[],
	columns: Readonly<Record<string, (row: Row) => number>>,
): string {
	const values = Object.values(columns);
	const lines = [
		Object.keys(columns).join(","),
		...rows.map((row) => values.map((value) => format(value(row))).join(",")),
	];
	return `${lines.join("\n")}\n`;
}

/** Enough digits for any use, without the noise of the last ones. */
const format = (value: number): string => String(Number(value.toPrecision(10)));
