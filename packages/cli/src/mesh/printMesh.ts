/** A mesh report for people. */
import { type CellKind, cellArrayNames, cellKinds } from "pliant/mesh";
import { formatBar } from "../run/progressBar.ts";
import { formatNumber, type MeshReport } from "./meshReport.ts";

const measures: Readonly<Record<CellKind, string>> = {
	edge: "m long",
	triangle: "m² in area",
	tetrahedron: "m³ in volume",
	hexahedron: "m³ in volume",
};

/** Counts, sizes and groups. */
export function printMesh(report: MeshReport): string {
	const { bounds, edgeLength, groups, components, holes } = report;
	const lines = [`vertices    ${report.vertices}`];
	for (const kind of cellKinds) {
		const count = report.cells[kind];
		if (count === 0) continue;
		const size = report.measure[kind];
		lines.push(
			`${cellArrayNames[kind].padEnd(12)}${count}${size === undefined ? "" : `, ${formatNumber(size)} ${measures[kind]}`}`,
		);
	}
	const corner = (values: readonly number[]) =>
		`[${values.map(formatNumber).join(", ")}]`;
	if (report.vertices > 0)
		lines.push(
			`lies        from ${corner(bounds.min)} to ${corner(bounds.max)} m`,
		);
	if (Number.isFinite(edgeLength.mean))
		lines.push(
			`edges       ${formatNumber(edgeLength.shortest)} to ${formatNumber(edgeLength.longest)} m, ${formatNumber(edgeLength.mean)} m in the mean`,
		);
	const rims =
		report.cells.triangle === 0 || holes === undefined
			? ""
			: holes === 0
				? ", closed"
				: `, ${holes} ${holes === 1 ? "rim or hole" : "rims or holes"}`;
	if (components > 0) lines.push(`pieces      ${components}${rims}`);
	const named = Object.entries(groups);
	if (named.length > 0)
		lines.push(
			`groups      ${named.map(([name, count]) => `${name} (${count})`).join(", ")}`,
		);
	return lines.join("\n");
}

/** How well shaped its cells are. */
export function printQuality({ quality }: MeshReport): string {
	return Object.entries(quality)
		.map(([kind, counts]) => {
			const total = counts.reduce((n, count) => n + count, 0);
			const most = Math.max(...counts);
			const rows = counts.map((count, i) => {
				const range = `${(i / 10).toFixed(1)}–${((i + 1) / 10).toFixed(1)}`;
				const share = `${((100 * count) / total).toFixed(1)} %`;
				return count === 0
					? ""
					: `  ${range}  ${formatBar(count / most, 24).replaceAll("░", " ")} ${share}`;
			});
			return [
				`quality of ${cellArrayNames[kind as CellKind]} (radius ratio; 1: equilateral, 0: flat)`,
				...rows.filter(Boolean),
			].join("\n");
		})
		.join("\n");
}

/** What is wrong with it and what could be better. */
export function printDiagnosis({ problems, suggestions }: MeshReport): string {
	const lines = problems.map(
		({ severity, message, remedy }) =>
			`${severity}: ${message}${message.startsWith("…") ? "" : `; ${inShell(remedy)}`}`,
	);
	for (const suggestion of suggestions) lines.push(`hint: ${suggestion}`);
	return lines.length > 0 ? lines.join("\n") : "nothing wrong";
}

/** A remedy in words of the command. */
const inShell = (remedy: string): string =>
	remedy
		.replaceAll("repairMesh", "convert --repair")
		.replaceAll("mergeDistance", "--merge");
