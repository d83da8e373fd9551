/** The tables of docs/performance.md, by the name of their place there. */
import { costs, rowsWith, rowWith } from "./selection.mjs";

const number = (value) =>
	value === undefined
		? "–"
		: value >= 1000
			? value.toFixed(0)
			: value.toPrecision(value >= 100 ? 3 : 2);
const ratio = (value) => (value === undefined ? "–" : `${number(value)}×`);

function table(head, body) {
	if (body.length === 0) return "Not measured in this run.";
	const line = (cells) => `| ${cells.join(" | ")} |`;
	const rule = head.map((_, i) => (i ? "--:" : "---"));
	return [head, rule, ...body].map(line).join("\n");
}

const cells = {
	cloth: "triangles",
	fabric: "triangles of fabric",
	block: "tetrahedra",
};
const sizeName = ({ size, shape }) => `${size} ${cells[shape]}`;

/** A line for each row that some wanted ones have, with ours on one and two threads, and native. */
function compared(results, names, lineHead) {
	return Object.entries(names).flatMap(([name, wanted]) =>
		rowsWith(results, { ...wanted, threads: 1 }).map((row) => {
			const { size, shape } = row;
			const two = rowWith(results, { ...wanted, threads: 2, size, shape });
			return [
				...lineHead(name, row),
				number(row.ours.min),
				number(two?.ours.min),
				number(row.native?.min),
				ratio(row.ratio),
				ratio(two?.ratio),
			];
		}),
	);
}
const sides = ["Pliant", "2 threads", "C++", "C++ / Pliant", "C++ / 2 threads"];

function costTable(results) {
	const elements = Object.fromEntries(
		Object.entries(costs).map(([name, wanted]) => [
			name,
			{ ...wanted, unit: "ns/element" },
		]),
	);
	const blocks = {
		"…, ns per 3×3 block": {
			...{ task: "matrixProduct", row: "edges, f32", unit: "ns/block" },
		},
	};
	return table(
		["ns per element", "mesh", ...sides],
		compared(results, { ...elements, ...blocks }, (name, row) => [
			name,
			sizeName(row),
		]),
	);
}

/** Ours and, after a stroke, native. */
const both = ({ ours, native }, key, format) =>
	[ours[key], native?.[key]]
		.filter((value) => value !== undefined)
		.map(format)
		.join(" / ");

const stepRows = [
	"25 iterations",
	...["1e-2", "1e-4", "1e-8"].flatMap((tolerance) => [
		`block Jacobi to ${tolerance}`,
		`multigrid to ${tolerance}, new levels`,
		`multigrid to ${tolerance}, kept levels`,
	]),
];

function stepTable(results) {
	const names = Object.fromEntries(
		stepRows.map((row) => [row, { task: "step", row, unit: "ms" }]),
	);
	return table(
		["ms per step", "mesh", "iterations", "residual", ...sides],
		compared(results, names, (name, row) => [
			name,
			sizeName(row),
			both(row, "iterations", String),
			both(row, "residual", (value) => value.toExponential(0)),
		]),
	);
}

function setupTable(results) {
	const rows = rowsWith(results, { task: "setup" });
	const sizes = new Map(rows.map((row) => [sizeName(row), row]));
	const wanted = [
		["both", "to a simulation, ms"],
		["first step", "first step, ms"],
		["second step", "second step, ms"],
		["arena after it", "arena, B/element"],
		["JavaScript's arrays", "other arrays, B/element"],
		["resident after two steps", "resident, B/element"],
	];
	return table(
		["mesh", ...wanted.map(([, title]) => title)],
		[...sizes].map(([name, { size, shape }]) => [
			name,
			...wanted.map(([row]) =>
				number(rowWith(results, { task: "setup", row, size, shape })?.ours.min),
			),
		]),
	);
}

function factorTable(results) {
	const sizes = rowsWith(results, { task: "factor", row: "factor" });
	const rows = ["factor", "solve"].flatMap((name) => [
		name,
		`${name}, CHOLMOD`,
		`${name}, ours / CHOLMOD`,
	]);
	const millions = ["numbers in L", "numbers in L, CHOLMOD"];
	return table(
		[
			"matrix of an implicit step",
			...["factor, ms", "CHOLMOD", "ratio"],
			...["solve, ms", "CHOLMOD", "ratio"],
			...["numbers in L, millions", "CHOLMOD"],
		],
		sizes.map(({ size, shape }) => {
			const found = (row) =>
				rowWith(results, { task: "factor", row, size, shape })?.ours ?? {};
			return [
				`${shape === "cloth" ? "cloth" : "block"}, ${size}`,
				...rows.map((row) =>
					row.endsWith("/ CHOLMOD")
						? ratio(found(row).median)
						: number(found(row).min),
				),
				...millions.map((row) => number(found(row).min / 1e6)),
			];
		}),
	);
}

function peerTable(results) {
	const steps = rowsWith(results, { task: "peers", row: "step" });
	const rows = [
		"step",
		"edge stretch, 99 %, after 3 s",
		"sag, 15 to 20 s",
		"error of the sag",
		"swing, 15 to 20 s",
	];
	return table(
		["", "ms per step", "stretch, 99 %", "sag, m", "its error, %", "swing, %"],
		steps.map(({ size }) => [
			size,
			...rows.map((row) =>
				formatPeer(rowWith(results, { task: "peers", row, size })),
			),
		]),
	);
}

/** Lengths and stretches differ in their third digit. */
const formatPeer = (row) =>
	row && row.unit !== "ms" && row.unit !== "%"
		? row.ours.min.toFixed(3)
		: number(row?.ours.min);

function machineText({ date, machine, commit, node, compiler, remark }) {
	const { cpu, cores, memoryGiB, platform } = machine;
	return `Measured on ${date}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${platform}; Node ${node}; ${compiler ?? "no compiler"}; commit ${commit}.${remark ? ` ${remark}` : ""}`;
}

export const pageTables = (results) => ({
	machine: machineText(results),
	cost: costTable(results),
	step: stepTable(results),
	factor: factorTable(results),
	setup: setupTable(results),
	peers: peerTable(results),
});
