/** Results for people to read. */

const number = (value) =>
	value === undefined
		? ""
		: value >= 1000
			? value.toFixed(0)
			: value.toPrecision(3);
const power = (value) =>
	value === undefined ? "" : value.toExponential(0).replace("+", "");
/** Ours and, after a stroke, native. */
const both = (row, key, format) =>
	[row.ours[key], row.native?.[key]]
		.filter((value) => value !== undefined)
		.map(format)
		.join(" / ");

const columns = [
	["task", (r) => r.task],
	["size", (r) => (r.shape === "block" ? `${r.size} tets` : r.size)],
	["row", (r) => r.row],
	["threads", (r) => `${r.threads}`],
	["unit", (r) => r.unit],
	["ours", (r) => number(r.ours.min)],
	["median", (r) => number(r.ours.median)],
	["CPU/thread", (r) => number(r.ours.cpuPerThread)],
	["native", (r) => number(r.native?.min)],
	["median", (r) => number(r.native?.median)],
	["native/ours", (r) => number(r.ratio)],
	["iterations", (r) => both(r, "iterations", String)],
	["residual", (r) => both(r, "residual", power)],
];
const words = 5;

/** What was measured of one size, as soon as it was. */
export function formatCase(task, size, rows) {
	const width = Math.max(...rows.map(({ row }) => row.length), 0);
	const lines = rows.map(({ row, unit, ours }) =>
		`  ${row.padEnd(width)}  ${number(ours.min).padStart(8)} ${unit}`.trimEnd(),
	);
	return [`${task.name}: ${size.name}`, ...lines, ""].join("\n");
}

export function formatTable(rows) {
	// By task as well as by size, whatever the order of running.
	const tasks = [...new Set(rows.map(({ task }) => task))];
	const sorted = tasks.flatMap((task) => rows.filter((r) => r.task === task));
	const head = columns.map(([title]) => title);
	const body = sorted.map((row) => columns.map(([, value]) => value(row)));
	const widths = head.map((title, i) =>
		Math.max(title.length, ...body.map((cells) => cells[i].length)),
	);
	const line = (cells) =>
		cells
			.map((cell, i) =>
				i < words ? cell.padEnd(widths[i]) : cell.padStart(widths[i]),
			)
			.join("  ")
			.trimEnd();
	const rule = widths.map((width) => "-".repeat(width));
	return [head, rule, ...body].map((cells) => `${line(cells)}\n`).join("");
}
