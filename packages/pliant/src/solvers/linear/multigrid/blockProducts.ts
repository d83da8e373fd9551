/** Products of dense blocks whose right factor has six columns, unrolled over these. */

/** out += a·b for a of n × n and b of n × 6. */
export function addBlockProduct(
	a: Float64Array,
	atA: number,
	n: number,
	b: Float64Array,
	atB: number,
	out: Float64Array,
	atOut: number,
): void {
	for (let i = 0; i < n; i++)
		for (let k = 0; k < n; k++)
			addRow(a[atA + i * n + k], b, atB + 6 * k, out, atOut + 6 * i);
}

/** out += aᵀ·b for a and b of n × 6. */
export function addTransposedBlockProduct(
	a: Float64Array,
	atA: number,
	n: number,
	b: Float64Array,
	atB: number,
	out: Float64Array,
	atOut: number,
): void {
	for (let k = 0; k < n; k++)
		for (let i = 0; i < 6; i++)
			addRow(a[atA + 6 * k + i], b, atB + 6 * k, out, atOut + 6 * i);
}

/** out += factor · row. */
function addRow(
	factor: number,
	row: Float64Array,
	at: number,
	out: Float64Array,
	atOut: number,
): void {
	out[atOut] += factor * row[at];
	out[atOut + 1] += factor * row[at + 1];
	out[atOut + 2] += factor * row[at + 2];
	out[atOut + 3] += factor * row[at + 3];
	out[atOut + 4] += factor * row[at + 4];
	out[atOut + 5] += factor * row[at + 5];
}
