import type { BlockPattern } from "../../system/blockPattern.ts";
import { minimumDegreeOrder } from "./ordering.ts";
import { findSupernodes, type Supernodes } from "./supernodes.ts";
import { factorTile, solveTile, subtractProduct } from "./tiles.ts";

/**
 * Sparse direct solver for A·x = b with A symmetric positive definite, made of 3×3 blocks: P·A·Pᵀ = L·Lᵀ.
 *
 * Left-looking and supernodal. A panel of L starts as columns of A; every earlier panel with rows R from
 * the panel's first column on, of which C are among its columns, subtracts L(R)·L(C)ᵀ; what is left is
 * factored as a dense matrix. All of it happens in 3×3 tiles in an order that only the pattern decides,
 * so equal input gives equal bits.
 *
 * Y. Chen, T. Davis, W. Hager, S. Rajamanickam, "Algorithm 887: CHOLMOD", ACM TOMS 35(3), 2008, which
 * collects updates in a buffer for the sake of BLAS; here each tile goes straight to its place.
 */
export class SparseCholesky {
	/** Number of 3×3 blocks in L, fill included. */
	readonly factorBlocks: number;
	/** Block row where the last factorisation met a pivot that was not positive and finite; −1 if none. */
	failedRow = -1;
	private factored = false;
	private readonly pattern: BlockPattern;
	private readonly nodes: Supernodes;
	/** The panels of L: 3·height rows of 3·width numbers, with the reciprocals of the diagonal in its place. */
	private readonly values: Float64Array;
	/** Start of each panel in `values`, length count + 1. */
	private readonly panelStart: Int32Array;
	/** Block row of each column within the panel being computed. */
	private readonly panelRow: Int32Array;
	/** First of the supernodes waiting to update each one, −1 for none; `nextUpdate` goes on from there. */
	private readonly firstUpdate: Int32Array;
	private readonly nextUpdate: Int32Array;
	/** Index into `nodes.rows` of the first row of each supernode's next update. */
	private readonly updateRow: Int32Array;
	/** Right-hand side, then solution, in the order of elimination. */
	private readonly work: Float64Array;

	/** Finds the order of elimination and the structure of L, and allocates everything. */
	constructor(pattern: BlockPattern) {
		requireSymmetric(pattern);
		const nodes = findSupernodes(pattern, minimumDegreeOrder(pattern));
		const { count, firstColumn, rowStart } = nodes;
		this.pattern = pattern;
		this.nodes = nodes;
		this.panelStart = new Int32Array(count + 1);
		let aboveDiagonal = 0;
		for (let s = 0; s < count; s++) {
			const width = firstColumn[s + 1] - firstColumn[s];
			const height = rowStart[s + 1] - rowStart[s];
			this.panelStart[s + 1] = this.panelStart[s] + 9 * width * height;
			aboveDiagonal += (width * (width - 1)) / 2;
		}
		this.factorBlocks = this.panelStart[count] / 9 - aboveDiagonal;
		this.values = new Float64Array(this.panelStart[count]);
		this.panelRow = new Int32Array(pattern.rows);
		this.firstUpdate = new Int32Array(count);
		this.nextUpdate = new Int32Array(count);
		this.updateRow = new Int32Array(count);
		this.work = new Float64Array(3 * pattern.rows);
	}

	/**
	 * Factors the matrix; false when it is not positive definite, with `failedRow` telling where.
	 * `blocks` holds 9 numbers per block of the pattern, row-major. Of each pair of mirrored blocks only
	 * one is read.
	 */
	factor(blocks: Float64Array): boolean {
		requireLength("factor: blocks", blocks, 9 * this.pattern.columns.length);
		const { count, rowStart, rows } = this.nodes;
		this.factored = false;
		this.failedRow = -1;
		this.values.fill(0);
		this.firstUpdate.fill(-1);
		for (let s = 0; s < count; s++) {
			for (let k = rowStart[s]; k < rowStart[s + 1]; k++) {
				this.panelRow[rows[k]] = k - rowStart[s];
			}
			this.loadPanel(s, blocks);
			this.updatePanel(s);
			if (!this.factorPanel(s)) return false;
		}
		this.factored = true;
		return true;
	}

	/** Solves A·x = b with the last factor; x may be the same array as b. */
	solve(b: Float64Array, x: Float64Array): void {
		if (!this.factored) {
			throw new Error(
				"SparseCholesky.solve: there is no factor; call factor first and check that it returned true",
			);
		}
		requireLength("solve: b", b, this.work.length);
		requireLength("solve: x", x, this.work.length);
		const { work } = this;
		const { order } = this.nodes;
		for (let k = 0; k < order.length; k++) {
			work[3 * k] = b[3 * order[k]];
			work[3 * k + 1] = b[3 * order[k] + 1];
			work[3 * k + 2] = b[3 * order[k] + 2];
		}
		this.solveLower();
		this.solveUpper();
		for (let k = 0; k < order.length; k++) {
			x[3 * order[k]] = work[3 * k];
			x[3 * order[k] + 1] = work[3 * k + 1];
			x[3 * order[k] + 2] = work[3 * k + 2];
		}
	}

	/** Copies columns of A into a panel. They are read as rows: block (i, j) is block (j, i) transposed. */
	private loadPanel(s: number, blocks: Float64Array): void {
		const { values, panelRow } = this;
		const { order, columnOf, firstColumn } = this.nodes;
		const { rowStart, columns } = this.pattern;
		const begin = firstColumn[s];
		const stride = 3 * (firstColumn[s + 1] - begin);
		for (let column = begin; column < firstColumn[s + 1]; column++) {
			const start = this.panelStart[s] + 3 * (column - begin);
			const row = order[column];
			for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
				const other = columnOf[columns[k]];
				if (other < column) continue;
				let t = start + 3 * panelRow[other] * stride;
				for (let b = 9 * k; b < 9 * k + 3; b++, t += stride) {
					values[t] = blocks[b];
					values[t + 1] = blocks[b + 3];
					values[t + 2] = blocks[b + 6];
				}
			}
		}
	}

	/** Applies the waiting updates to a panel and passes each supernode on to the next one it updates. */
	private updatePanel(s: number): void {
		const { values, panelRow, panelStart } = this;
		const { firstColumn, rowStart, rows } = this.nodes;
		const begin = firstColumn[s];
		const end = firstColumn[s + 1];
		const stride = 3 * (end - begin);
		let source = this.firstUpdate[s];
		while (source >= 0) {
			const following = this.nextUpdate[source];
			const length = 3 * (firstColumn[source + 1] - firstColumn[source]);
			const first = this.updateRow[source];
			const last = rowStart[source + 1];
			let columnsEnd = first;
			while (columnsEnd < last && rows[columnsEnd] < end) columnsEnd++;
			const firstStrip =
				panelStart[source] + 3 * (first - rowStart[source]) * length;
			let a = firstStrip;
			for (let i = first; i < last; i++, a += 3 * length) {
				const t = panelStart[s] + 3 * (panelRow[rows[i]] * stride - begin);
				let b = firstStrip;
				for (let j = first; j < columnsEnd && j <= i; j++, b += 3 * length) {
					const tile = t + 3 * rows[j];
					subtractProduct(values, a, b, length, length, tile, stride);
				}
			}
			this.awaitUpdate(source, columnsEnd);
			source = following;
		}
	}

	/** Dense Cholesky of a panel, row by row: a tile needs only those left of it and the rows above. */
	private factorPanel(s: number): boolean {
		const { values } = this;
		const { firstColumn, rowStart, order } = this.nodes;
		const width = firstColumn[s + 1] - firstColumn[s];
		const height = rowStart[s + 1] - rowStart[s];
		const stride = 3 * width;
		const start = this.panelStart[s];
		for (let i = 0; i < height; i++) {
			const a = start + 3 * i * stride;
			for (let j = 0; j < width && j <= i; j++) {
				const b = start + 3 * j * stride;
				const tile = a + 3 * j;
				subtractProduct(values, a, b, stride, 3 * j, tile, stride);
				if (j < i) {
					solveTile(values, b + 3 * j, tile, stride);
				} else if (!factorTile(values, tile, stride)) {
					this.failedRow = order[firstColumn[s] + i];
					return false;
				}
			}
		}
		this.awaitUpdate(s, rowStart[s] + width);
		return true;
	}

	/** Lines supernode `source` up to update the owner of its row at index `row` of `nodes.rows`. */
	private awaitUpdate(source: number, row: number): void {
		const { rows, rowStart, owner } = this.nodes;
		if (row === rowStart[source + 1]) return;
		const s = owner[rows[row]];
		this.updateRow[source] = row;
		this.nextUpdate[source] = this.firstUpdate[s];
		this.firstUpdate[s] = source;
	}

	/** work ← L⁻¹·work */
	private solveLower(): void {
		const { values, work, panelStart } = this;
		const { count, firstColumn, rowStart, rows } = this.nodes;
		for (let s = 0; s < count; s++) {
			const begin = 3 * firstColumn[s];
			const end = 3 * firstColumn[s + 1];
			const stride = end - begin;
			let l = panelStart[s];
			for (let i = begin; i < end; i++, l += stride) {
				let sum = work[i];
				for (let j = begin; j < i; j++) sum -= values[l + j - begin] * work[j];
				work[i] = sum * values[l + i - begin];
			}
			for (let k = rowStart[s] + stride / 3; k < rowStart[s + 1]; k++) {
				let sum0 = 0;
				let sum1 = 0;
				let sum2 = 0;
				for (let j = begin; j < end; j++, l++) {
					sum0 += values[l] * work[j];
					sum1 += values[l + stride] * work[j];
					sum2 += values[l + 2 * stride] * work[j];
				}
				l += 2 * stride;
				const i = 3 * rows[k];
				work[i] -= sum0;
				work[i + 1] -= sum1;
				work[i + 2] -= sum2;
			}
		}
	}

	/** work ← L⁻ᵀ·work */
	private solveUpper(): void {
		const { values, work, panelStart } = this;
		const { count, firstColumn, rowStart, rows } = this.nodes;
		for (let s = count - 1; s >= 0; s--) {
			const begin = 3 * firstColumn[s];
			const end = 3 * firstColumn[s + 1];
			const stride = end - begin;
			let l = panelStart[s] + stride * stride;
			for (let k = rowStart[s] + stride / 3; k < rowStart[s + 1]; k++) {
				const i = 3 * rows[k];
				const x0 = work[i];
				const x1 = work[i + 1];
				const x2 = work[i + 2];
				for (let j = begin; j < end; j++, l++) {
					work[j] -=
						values[l] * x0 +
						values[l + stride] * x1 +
						values[l + 2 * stride] * x2;
				}
				l += 2 * stride;
			}
			l = panelStart[s] + stride * stride;
			for (let i = end - 1; i >= begin; i--) {
				l -= stride;
				work[i] *= values[l + i - begin];
				for (let j = begin; j < i; j++) {
					work[j] -= values[l + j - begin] * work[i];
				}
			}
		}
	}
}

/** With rows in ascending order, block (i, j) must find (j, i) as the next unmatched block of row j. */
function requireSymmetric({ rows, rowStart, columns }: BlockPattern): void {
	const unmatched = rowStart.slice(0, rows);
	for (let i = 0; i < rows; i++) {
		let diagonal = false;
		for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
			const j = columns[k];
			diagonal ||= i === j;
			if (unmatched[j] < rowStart[j + 1] && columns[unmatched[j]] === i) {
				unmatched[j]++;
				continue;
			}
			throw new Error(
				`SparseCholesky: the pattern has block (${i}, ${j}) but not (${j}, ${i}), or row ${j} is not sorted; rows must hold both triangles, columns ascending`,
			);
		}
		if (!diagonal) {
			throw new Error(
				`SparseCholesky: the pattern lacks the diagonal block of row ${i}; add it, with zeros if need be`,
			);
		}
	}
}

function requireLength(
	what: string,
	array: Float64Array,
	length: number,
): void {
	if (array.length === length) return;
	throw new Error(
		`SparseCholesky.${what} has length ${array.length}; the pattern needs ${length}`,
	);
}
