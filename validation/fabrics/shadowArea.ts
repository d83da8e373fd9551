/** Samples along the side of the square that is looked at. */
const samples = 1200;

/** Area [m²] that triangles cover of the ground, seen from above (along y), each place once; within `reach` [m] of the axis along x and z. */
export function shadowArea(
	triangles: Uint32Array,
	x: Float64Array,
	reach: number,
): number {
	const cell = (2 * reach) / samples;
	const covered = new Uint8Array(samples * samples);
	/** In cells, so that samples are at whole numbers. */
	const corner = (vertex: number) =>
		[x[3 * vertex], x[3 * vertex + 2]].map((c) => (c + reach) / cell - 0.5);
	for (let t = 0; t < triangles.length; t += 3) {
		const [a, b, c] = Array.from(triangles.subarray(t, t + 3), corner);
		const twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
		if (twice === 0) continue;
		const [fromX, toX] = range([a[0], b[0], c[0]]);
		const [fromZ, toZ] = range([a[1], b[1], c[1]]);
		for (let z = fromZ; z <= toZ; z++)
			for (let x = fromX; x <= toX; x++) {
				const [p, q] = [x - a[0], z - a[1]];
				const u = (p * (c[1] - a[1]) - (c[0] - a[0]) * q) / twice;
				const v = ((b[0] - a[0]) * q - p * (b[1] - a[1])) / twice;
				if (u >= 0 && v >= 0 && u + v <= 1) covered[samples * z + x] = 1;
			}
	}
	return covered.reduce((sum, is) => sum + is, 0) * cell ** 2;
}

/** Whole numbers between the least and the largest, within the square. */
const range = (values: readonly number[]): [number, number] => [
	Math.max(0, Math.ceil(Math.min(...values))),
	Math.min(samples - 1, Math.floor(Math.max(...values))),
];
