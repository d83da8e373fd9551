/** Loads: forces of fixed direction per vertex, length, area or mass. */

/** A force weights[i] · force(time) [N] on vertices[i]: weights are 1 for point loads, tributary lengths, areas or masses for others. */
export interface DeadLoad {
	readonly vertices: Uint32Array;
	readonly weights: Float64Array;
	/** One vector for all vertices, or xyz for each; the next call may overwrite it. */
	readonly force: (time: number) => ArrayLike<number>;
}

/** out += factor · all forces at a time. */
export function addDeadLoads(
	loads: readonly DeadLoad[],
	time: number,
	factor: number,
	out: Float64Array,
): void {
	for (const { vertices, weights, force } of loads) {
		const f = force(time);
		const stride = f.length === 3 ? 0 : 3;
		for (let i = 0; i < vertices.length; i++) {
			const vertex = vertices[i];
			const weight = factor * weights[i];
			const from = stride * i;
			out[3 * vertex] += weight * f[from];
			out[3 * vertex + 1] += weight * f[from + 1];
			out[3 * vertex + 2] += weight * f[from + 2];
		}
	}
}

/** Potential [J] of the forces at a time, zero where all positions are the origin. */
export function deadLoadPotential(
	loads: readonly DeadLoad[],
	time: number,
	x: Float64Array,
): number {
	let sum = 0;
	for (const { vertices, weights, force } of loads) {
		const f = force(time);
		const stride = f.length === 3 ? 0 : 3;
		for (let i = 0; i < vertices.length; i++) {
			const at = 3 * vertices[i];
			const from = stride * i;
			sum -=
				weights[i] *
				(f[from] * x[at] + f[from + 1] * x[at + 1] + f[from + 2] * x[at + 2]);
		}
	}
	return sum;
}
