import type { Vector3 } from "pliant";
import type { WeightField } from "pliant/frames";
import { VoxelGrid } from "pliant/voxels";

/** Weights and gradients at a point. */
export function at(field: WeightField, p: ArrayLike<number>) {
	const weights = new Float64Array(field.frameCount).fill(Number.NaN);
	const gradients = new Float64Array(3 * field.frameCount).fill(Number.NaN);
	field.evaluate(p, weights, gradients);
	return { weights, gradients };
}

export const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);

/** Largest difference of gradients [1/m] to central differences of the weights over a step [m]. */
export function gradientError(
	field: WeightField,
	p: Vector3,
	step: number,
): number {
	const { gradients } = at(field, p);
	let worst = 0;
	for (let axis = 0; axis < 3; axis++) {
		const aside = (h: number) =>
			at(
				field,
				p.map((c, k) => (k === axis ? c + h : c)),
			).weights;
		const [above, below] = [aside(step), aside(-step)];
		for (let i = 0; i < field.frameCount; i++)
			worst = Math.max(
				worst,
				Math.abs((above[i] - below[i]) / (2 * step) - gradients[3 * i + axis]),
			);
	}
	return worst;
}

/** A block of cubes of side h with its minimum corner at the origin, all of the object or those that `contains` says. */
export function blockGrid(
	counts: Vector3,
	h = 1,
	contains: (x: number, y: number, z: number) => boolean = () => true,
): VoxelGrid {
	const parts = {
		origin: [0, 0, 0] as const,
		spacing: [h, h, h] as const,
		counts,
		inside: new Uint8Array(counts[0] * counts[1] * counts[2]),
	};
	const box = new VoxelGrid(parts);
	const inside = parts.inside.map((_, voxel) =>
		contains(...box.centre(voxel)) ? 1 : 0,
	);
	return new VoxelGrid({ ...parts, inside });
}

/** A U of width 11 and height 10: legs of 3 at a distance of 5, on a foot of 3; 3 deep. */
export const uGrid = (perUnit = 1) =>
	blockGrid(
		[11 * perUnit, 10 * perUnit, 3 * perUnit],
		1 / perUnit,
		(x, y) => y < 3 || x < 3 || x > 8,
	);

/** mulberry32 */
export function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
