/** Cells of the grid along an axis, as a power of two. A number along the curve has three times as many bits, which a double holds exactly. */
const bits = 17;
const top = 2 ** (bits - 1);

/**
 * Points in the order in which Hilbert's curve through the cube around them passes; those in the same cell of its grid keep
 * theirs. Positions are xyz per point.
 */
export function hilbertOrder(positions: Float64Array): Uint32Array {
	const { low, extent } = boundingCube(positions);
	const along = new Float64Array(positions.length / 3);
	const cell = new Int32Array(3);
	for (let point = 0; point < along.length; point++) {
		for (let k = 0; k < 3; k++) {
			const part = (positions[3 * point + k] - low[k]) / extent;
			// Where all points are in one place, this is not a number, which becomes 0.
			cell[k] = Math.min(part * 2 ** bits, 2 ** bits - 1);
		}
		along[point] = numberAlongCurve(cell);
	}
	return Uint32Array.from(along, (_, point) => point).sort(
		(a, b) => along[a] - along[b] || a - b,
	);
}

function boundingCube(positions: Float64Array): {
	low: number[];
	extent: number;
} {
	const low = [Infinity, Infinity, Infinity];
	const high = [-Infinity, -Infinity, -Infinity];
	for (let i = 0; i < positions.length; i++) {
		low[i % 3] = Math.min(low[i % 3], positions[i]);
		high[i % 3] = Math.max(high[i % 3], positions[i]);
	}
	return { low, extent: Math.max(...high.map((h, k) => h - low[k])) };
}

/**
 * How many cells the curve passes before this one; overwrites the cell.
 * J. Skilling, Programming the Hilbert curve, AIP Conference Proceedings 707 (2004), `AxestoTranspose`.
 */
function numberAlongCurve(cell: Int32Array): number {
	for (let bit = top; bit > 1; bit >>= 1) {
		const lower = bit - 1;
		for (let k = 0; k < 3; k++)
			if (cell[k] & bit) cell[0] ^= lower;
			else {
				const exchanged = (cell[0] ^ cell[k]) & lower;
				cell[0] ^= exchanged;
				cell[k] ^= exchanged;
			}
	}
	// Gray code.
	cell[1] ^= cell[0];
	cell[2] ^= cell[1];
	let flipped = 0;
	for (let bit = top; bit > 1; bit >>= 1) if (cell[2] & bit) flipped ^= bit - 1;
	let number = 0;
	for (let bit = top; bit > 0; bit >>= 1)
		for (let k = 0; k < 3; k++)
			number = 2 * number + ((cell[k] ^ flipped) & bit ? 1 : 0);
	return number;
}
