/** Groups of strongly coupled rows, which become the rows of a coarser matrix. */
import type { BlockSparse } from "./blockSparse.ts";

export interface Aggregates {
	readonly count: number;
	/** The group of each row; −1 for rows that are coupled to nothing, which smoothing solves exactly. */
	readonly of: Int32Array;
}

/**
 * Greedy aggregation after Vaněk, Mandel and Brezina: first whole neighbourhoods, then what is left joins its strongest
 * neighbour. Blocks count as strong where ‖A_ij‖² > θ² ‖A_ii‖ ‖A_jj‖.
 */
export function aggregate(A: BlockSparse, threshold: number): Aggregates {
	const { rows, rowStart, columnIndex } = A;
	const strength = couplingStrengths(A);
	const strong = (k: number) => strength[k] > threshold ** 2;
	const of = new Int32Array(rows).fill(-1);
	let count = 0;
	for (let row = 0; row < rows; row++) {
		let neighbours = 0;
		let free = of[row] < 0;
		for (let k = rowStart[row]; free && k < rowStart[row + 1]; k++)
			if (columnIndex[k] !== row && strong(k)) {
				neighbours++;
				free = of[columnIndex[k]] < 0;
			}
		if (!free || neighbours === 0) continue;
		of[row] = count;
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
			if (strong(k)) of[columnIndex[k]] = count;
		count++;
	}
	const joined = of.slice();
	for (let row = 0; row < rows; row++) {
		if (of[row] >= 0) continue;
		let best = threshold ** 2;
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
			if (
				columnIndex[k] !== row &&
				of[columnIndex[k]] >= 0 &&
				strength[k] > best
			) {
				best = strength[k];
				joined[row] = of[columnIndex[k]];
			}
	}
	return { count, of: joined };
}

function couplingStrengths(A: BlockSparse): Float64Array {
	const { rows, rowSize, rowStart, columnIndex, values } = A;
	const size = rowSize * rowSize;
	const squares = new Float64Array(columnIndex.length);
	const diagonal = new Float64Array(rows);
	for (let row = 0; row < rows; row++)
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
			for (let i = k * size; i < (k + 1) * size; i++)
				squares[k] += values[i] ** 2;
			if (columnIndex[k] === row) diagonal[row] = Math.sqrt(squares[k]);
		}
	for (let row = 0; row < rows; row++)
		for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
			squares[k] /= diagonal[row] * diagonal[columnIndex[k]];
	return squares;
}
