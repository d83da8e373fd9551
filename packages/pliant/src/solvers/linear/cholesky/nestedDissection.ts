/**
 * Fill-reducing elimination order by nested dissection: a separator goes last, after the two sides, which do not couple, each ordered
 * the same way (A. George, "Nested dissection of a regular finite element mesh", SIAM J. Numer. Anal. 10(2), 1973). Parts that are
 * small are ordered by minimum degree.
 */
import type { BlockPattern } from "../../../system/blockPattern.ts";
import { components, graphOfRows } from "./graph.ts";
import { isDenseRow, minimumDegreeOrder } from "./minimumDegree.ts";
import { separate, separating } from "./separator.ts";

/** Rows of a part that is not divided further. */
const smallPart = 100;

/** Returns the block rows in the order in which to eliminate them, a permutation of 0 … rows − 1. */
export function nestedDissectionOrder(pattern: BlockPattern): Int32Array {
	const order = new Int32Array(pattern.rows);
	const vertexOf = new Int32Array(pattern.rows);
	const sparse: number[] = [];
	let end = pattern.rows;
	for (let row = pattern.rows - 1; row >= 0; row--)
		if (isDenseRow(pattern, row)) order[--end] = row;
	for (let row = 0; row < pattern.rows; row++)
		if (!isDenseRow(pattern, row)) sparse.push(row);
	placeLast(Int32Array.from(sparse));
	return order;

	/** Fills the free places of the order from its end. */
	function placeLast(rows: Int32Array): void {
		const graph = graphOfRows(pattern, rows, vertexOf);
		if (rows.length <= smallPart) {
			placeSmall(rows);
			return;
		}
		const parts = components(graph);
		if (parts.length > 1) {
			for (const part of parts) placeLast(rowsOf(part));
			return;
		}
		const sides = separate(graph);
		const bySide: number[][] = [[], [], []];
		for (let i = 0; i < rows.length; i++) bySide[sides[i]].push(i);
		const [left, right] = bySide;
		if (left.length === 0 || right.length === 0) {
			placeSmall(rows);
			return;
		}
		for (const i of bySide[separating]) order[--end] = rows[i];
		placeLast(rowsOf(left));
		placeLast(rowsOf(right));

		function rowsOf(vertices: readonly number[]): Int32Array {
			return Int32Array.from(vertices, (i) => rows[i]).sort();
		}
	}

	/** Rows that couple with the part are there while it is ordered, or else it would be eliminated from its border inwards. */
	function placeSmall(rows: Int32Array): void {
		const around = withNeighbours(pattern, rows);
		const { start, neighbours } = graphOfRows(pattern, around, vertexOf);
		const own = minimumDegreeOrder(
			{ rows: around.length, rowStart: start, columns: neighbours },
			rows.length,
		);
		for (let k = own.length - 1; k >= 0; k--) order[--end] = rows[own[k]];
	}
}

/** The rows, and then those that they couple with. */
function withNeighbours(pattern: BlockPattern, rows: Int32Array): Int32Array {
	const { rowStart, columns } = pattern;
	const all = new Set(rows);
	for (const row of rows)
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
			if (!isDenseRow(pattern, columns[k])) all.add(columns[k]);
	return Int32Array.from(all);
}
