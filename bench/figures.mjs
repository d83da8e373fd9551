/** The plots of docs/performance.md, by file name. */
import { logPlot } from "./logPlot.mjs";
import { costs, rowsWith } from "./selection.mjs";

/** Colours that can be told apart without red and green (Okabe and Ito). */
const styles = {
	native: { color: "#444444", marker: "square" },
	one: { color: "#0072B2", marker: "circle" },
	two: { color: "#56B4E9", marker: "triangle", dashes: "5 3" },
	newLevels: { color: "#D55E00", marker: "diamond" },
	keptLevels: { color: "#E69F00", marker: "triangle", dashes: "5 3" },
};
const elementNames = {
	native: "C++, f64",
	one: "Pliant",
	two: "Pliant, 2 threads",
};
const solverNames = {
	native: "C++, block Jacobi",
	one: "Pliant, block Jacobi",
	two: "Pliant, block Jacobi, 2 threads",
	newLevels: "Pliant, multigrid",
	keptLevels: "Pliant, multigrid, kept levels",
};

/** A series of rows, without those that lack what is plotted; none where nothing is left. */
function series(style, names, rows, point) {
	const points = rows.map(point).filter((p) => p.every((v) => v > 0));
	return points.length
		? [{ ...styles[style], name: names[style], points }]
		: [];
}

const bySize = (side) => (row) => [row.elements, row[side]?.min ?? 0];

/** Ours with one and two threads, and native. */
function sidesOf(results, names, wanted) {
	const rows = (threads) =>
		rowsWith(results, { shape: "cloth", threads, ...wanted });
	return [
		...series("native", names, rows(1), bySize("native")),
		...series("one", names, rows(1), bySize("ours")),
		...series("two", names, rows(2), bySize("ours")),
	];
}

const costPanels = (results) =>
	Object.entries(costs).map(([title, wanted]) => ({
		title,
		xLabel: "triangles",
		yLabel: "ns per triangle",
		series: sidesOf(results, elementNames, { ...wanted, unit: "ns/element" }),
	}));

function stepPanels(results) {
	const to = (row) =>
		rowsWith(results, { task: "step", shape: "cloth", threads: 1, row });
	const multigrid = (style, levels) =>
		series(
			style,
			solverNames,
			to(`multigrid to 1e-4, ${levels} levels`),
			bySize("ours"),
		);
	const axes = { xLabel: "triangles", yLabel: "ms per step" };
	const sides = (row) => sidesOf(results, solverNames, { task: "step", row });
	return [
		{ ...axes, title: "25 iterations", series: sides("25 iterations") },
		{
			...axes,
			title: "to a tolerance of 1e−4",
			series: [
				...sides("block Jacobi to 1e-4"),
				...multigrid("newLevels", "new"),
				...multigrid("keptLevels", "kept"),
			],
		},
	];
}

function residualPanels(results) {
	const rows = rowsWith(results, { task: "residual", threads: 1 });
	const curve = (style, method, side) =>
		series(
			style,
			solverNames,
			rows.filter(({ row }) => row.startsWith(method)),
			(row) => [row[side]?.min ?? 0, row[side]?.residual ?? 0],
		);
	return [
		{
			title: `${rows[0]?.size} triangles`,
			xLabel: "ms per step",
			yLabel: "‖b − A x‖ / ‖b‖",
			series: [
				...curve("native", "block Jacobi", "native"),
				...curve("one", "block Jacobi", "ours"),
				...curve("newLevels", "multigrid, new", "ours"),
				...curve("keptLevels", "multigrid, kept", "ours"),
			],
		},
	];
}

function peerPanels(results) {
	const peers = (row) => rowsWith(results, { task: "peers", row });
	const panel = (title, yLabel, row, value) => ({
		title: `${title} (lower left is better)`,
		xLabel: "ms of CPU per step of 1/60 s",
		yLabel,
		labelled: true,
		series: peers("step").flatMap(({ size, ours }) =>
			series(
				size.startsWith("Pliant") ? "one" : "native",
				{ one: size, native: size },
				peers(row).filter((found) => found.size === size),
				(found) => [ours.min, value(found.ours.min)],
			),
		),
	});
	return [
		panel(
			"Depth at rest",
			"error of the sag, %",
			"error of the sag",
			(error) => error,
		),
		panel(
			"Stretch while it swings",
			"99th percentile of edges, %",
			"edge stretch, 99 %, after 3 s",
			(stretch) => 100 * (stretch - 1),
		),
	];
}

const wide = { columns: 1, width: 720, height: 300 };

/** A plot without any data is left out. */
export function figures(results) {
	const all = {
		"cost-per-element": {
			title: "Cost per element",
			panels: costPanels(results),
		},
		"step-time": {
			title: "Implicit step of one Newton iteration",
			panels: stepPanels(results),
		},
		"residual-time": {
			title: "Residual against time",
			panels: residualPanels(results),
			...wide,
		},
		peers: {
			title: "A hanging cloth of 5041 vertices",
			panels: peerPanels(results),
			...wide,
		},
	};
	const hasData = ({ panels }) =>
		panels.every(({ series }) => series.some(({ points }) => points.length));
	return Object.fromEntries(
		Object.entries(all)
			.filter(([, plot]) => hasData(plot))
			.map(([name, plot]) => [`${name}.svg`, logPlot(plot)]),
	);
}
