/**
 * Weights given at the voxels of an object, and between them.
 *
 * At the centre of a voxel the weight is the voxel's and the gradient the difference of its neighbours: central where both belong to
 * the object, one-sided at its boundary. Between centres, values and gradients are those of the smooth function that has both
 * there: with Hermite's cubics H (value) and S (slope) along each axis,
 *
 *     w(p) = Σ_corners  w H(x)H(y)H(z) + w,x S(x)H(y)H(z) + w,y H(x)S(y)H(z) + w,z H(x)H(y)S(z)
 *
 * It reproduces what is linear, and keeps sums: weights that sum to one at voxels do so everywhere. Outside the object a corner takes
 * the value and gradient of the nearest voxel, extrapolated over at most one and a half voxels and constant beyond.
 *
 * Differences do not look out of a rigid region: the gradient at its voxels is exactly zero, so samples there feel no strain.
 */
import {
	requireCount,
	requireNumbers,
	requireOneOf,
	requireOptions,
} from "../../checks.ts";
import { requireGrid, type VoxelGrid } from "../../voxels/voxelGrid.ts";
import type { WeightField } from "./weightField.ts";

export interface VoxelWeightsOptions {
	/**
	 * What differences take for the missing neighbour at the boundary. Default "one-sided": none, the difference is between the voxel and its
	 * other neighbour. "constant": the voxel's own value, as in the paper, which halves the slope there.
	 */
	readonly boundary?: "one-sided" | "constant";
	/** A number for every voxel of the object, not 0 in regions out of which differences do not look. */
	readonly regions?: ArrayLike<number>;
}

/** Weights between voxels, for those who want the numbers behind the field. */
export interface VoxelWeights extends WeightField {
	readonly grid: VoxelGrid;
	/** Weights of every voxel of the object in the order of `grid.voxels`, all frames of the first voxel first. */
	readonly values: Float64Array;
	/** [1/m], xyz per value. */
	readonly gradients: Float64Array;
}

/** Farther than this many voxels from the object, weights stay as they are. */
const farthest = 1.5;
/** Nearer than this many voxels to a centre is at the centre. */
const atCentre = 1e-9;

/** @param values weights of every voxel of the object in the order of `grid.voxels`, all frames of the first voxel first */
export function voxelWeights(
	grid: VoxelGrid,
	frameCount: number,
	values: Float64Array,
	options: VoxelWeightsOptions = {},
): VoxelWeights {
	requireGrid("voxelWeights", grid);
	requireCount("voxelWeights: frameCount", frameCount);
	requireNumbers("voxelWeights: values", values);
	requireOptions("voxelWeights", options, ["boundary", "regions"]);
	const { boundary = "one-sided" } = options;
	requireOneOf("voxelWeights: boundary", boundary, ["one-sided", "constant"]);
	if (values.length !== frameCount * grid.voxels.length) {
		throw new Error(
			`voxelWeights: ${values.length} values; ${grid.voxels.length} voxels with ${frameCount} frames need ${frameCount * grid.voxels.length}`,
		);
	}
	const differences = differencesOf(grid, frameCount, values, options);
	const { origin, spacing, counts, strides, voxels } = grid;
	const first = [0, 0, 0];
	// Per axis and side: value H, slope S and their derivatives.
	const [H, S, dH, dS] = [0, 1, 2, 3].map(() => new Float64Array(6));
	return {
		frameCount,
		grid,
		values,
		gradients: differences,
		evaluate(p, weights, gradients) {
			weights.fill(0);
			gradients.fill(0);
			for (let axis = 0; axis < 3; axis++) {
				const h = spacing[axis];
				const u = (p[axis] - origin[axis]) / h - 0.5;
				const whole = Math.round(u);
				const at = Math.abs(u - whole) < atCentre ? whole : Math.floor(u);
				const t = at === whole && u - at < atCentre ? 0 : u - at;
				first[axis] = at;
				const side = 2 * axis;
				H[side] = (1 + 2 * t) * (1 - t) ** 2;
				H[side + 1] = t * t * (3 - 2 * t);
				dH[side] = (-6 * t * (1 - t)) / h;
				dH[side + 1] = -dH[side];
				S[side] = h * t * (1 - t) ** 2;
				S[side + 1] = -h * t * t * (1 - t);
				dS[side] = (1 - t) * (1 - 3 * t);
				dS[side + 1] = t * (3 * t - 2);
			}
			for (let corner = 0; corner < 8; corner++) {
				const x = corner & 1;
				const y = 2 + ((corner >> 1) & 1);
				const z = 4 + (corner >> 2);
				if (!contributes(x) || !contributes(y) || !contributes(z)) continue;
				addCorner(x, y, z, weights, gradients);
			}
		},
	};

	/** At a centre, the corners beyond it count for nothing. */
	function contributes(side: number): boolean {
		return H[side] !== 0 || S[side] !== 0 || dH[side] !== 0 || dS[side] !== 0;
	}

	function addCorner(
		x: number,
		y: number,
		z: number,
		weights: Float64Array,
		gradients: Float64Array,
	): void {
		let cell = 0;
		for (const [axis, side] of [x, y, z].entries()) {
			const place = first[axis] + (side & 1);
			cell += strides[axis] * Math.min(Math.max(place, 0), counts[axis] - 1);
		}
		const node = grid.nearest[cell];
		const [ox, oy, oz] = offsetFrom(voxels[node], x & 1, y & 1, z & 1);
		const [mx, my, mz] = [inReach(ox, 0), inReach(oy, 1), inReach(oz, 2)];
		for (let frame = 0; frame < frameCount; frame++) {
			const at = node * frameCount + frame;
			const gx = mx * differences[3 * at];
			const gy = my * differences[3 * at + 1];
			const gz = mz * differences[3 * at + 2];
			const w =
				values[at] +
				differences[3 * at] * ox +
				differences[3 * at + 1] * oy +
				differences[3 * at + 2] * oz;
			if (w === 0 && gx === 0 && gy === 0 && gz === 0) continue;
			const inX = w * H[x] + gx * S[x];
			weights[frame] +=
				inX * H[y] * H[z] + H[x] * (gy * S[y] * H[z] + gz * H[y] * S[z]);
			gradients[3 * frame] +=
				(w * dH[x] + gx * dS[x]) * H[y] * H[z] +
				dH[x] * (gy * S[y] * H[z] + gz * H[y] * S[z]);
			gradients[3 * frame + 1] +=
				inX * dH[y] * H[z] + H[x] * (gy * dS[y] * H[z] + gz * dH[y] * S[z]);
			gradients[3 * frame + 2] +=
				inX * H[y] * dH[z] + H[x] * (gy * S[y] * dH[z] + gz * H[y] * dS[z]);
		}
	}

	/** From the centre of a voxel to a corner of the present cell [m], no farther than weights are extrapolated. */
	function offsetFrom(voxel: number, i: number, j: number, k: number) {
		const place = grid.place(voxel);
		const sides = [i, j, k];
		return place.map((at, axis) => {
			const steps = first[axis] + sides[axis] - at;
			return Math.min(Math.max(steps, -farthest), farthest) * spacing[axis];
		});
	}

	/** 1 where weights are still extrapolated, 0 where they are constant. */
	function inReach(offset: number, axis: number): number {
		return Math.abs(offset) < farthest * spacing[axis] ? 1 : 0;
	}
}

function differencesOf(
	grid: VoxelGrid,
	frameCount: number,
	values: Float64Array,
	{ boundary = "one-sided", regions }: VoxelWeightsOptions,
): Float64Array {
	const { voxels, inside, counts, strides, spacing, nearest } = grid;
	const differences = new Float64Array(3 * values.length);
	const regionOf = (node: number) => regions?.[node] ?? 0;
	for (let node = 0; node < voxels.length; node++) {
		const place = grid.place(voxels[node]);
		const region = regionOf(node);
		for (let axis = 0; axis < 3; axis++) {
			/** The neighbour that differences may use, or the voxel itself. */
			const neighbour = (step: number) => {
				const at = place[axis] + step;
				const voxel = voxels[node] + step * strides[axis];
				if (at < 0 || at >= counts[axis] || !inside[voxel]) return node;
				const other = nearest[voxel];
				return region === 0 || regionOf(other) === region ? other : node;
			};
			const [before, after] = [neighbour(-1), neighbour(1)];
			const steps =
				boundary === "constant"
					? 2
					: (before === node ? 0 : 1) + (after === node ? 0 : 1);
			if (steps === 0) continue;
			const scale = 1 / (steps * spacing[axis]);
			for (let frame = 0; frame < frameCount; frame++)
				differences[3 * (node * frameCount + frame) + axis] =
					scale *
					(values[after * frameCount + frame] -
						values[before * frameCount + frame]);
		}
	}
	return differences;
}
