/**
 * Any weights with rigid regions imposed: 1 for the region's frame and 0 for the others, blending into the given ones over a
 * transition outside. With the distance d within the object from the nearest region, of frame r,
 *
 *     wᵢ ← (1 − s) δᵢᵣ + s wᵢ / Σ w,   s = t²(3 − 2t),  t = d / transition from 0 to 1
 *
 * `harmonicWeights` takes regions itself and needs no transition.
 */

import { requireOptions, requirePositive } from "../../checks.ts";
import { geodesicDistance } from "../../voxels/geodesicDistance.ts";
import { requireGrid, type VoxelGrid } from "../../voxels/voxelGrid.ts";
import { requireField } from "../frameArguments.ts";
import { type RigidRegion, rigidVoxels } from "./rigidRegion.ts";
import {
	type VoxelWeights,
	type VoxelWeightsOptions,
	voxelWeights,
} from "./voxelWeights.ts";
import type { WeightField } from "./weightField.ts";

export interface RigidWeightsOptions
	extends Pick<VoxelWeightsOptions, "boundary"> {
	/** Distance [m] over which weights change from those of a region to those given. */
	readonly transition: number;
}

export function rigidWeights(
	grid: VoxelGrid,
	field: WeightField,
	regions: readonly RigidRegion[],
	options: RigidWeightsOptions,
): VoxelWeights {
	requireGrid("rigidWeights", grid);
	requireField("rigidWeights", field);
	requireOptions("rigidWeights", options, ["transition", "boundary"]);
	const { transition, boundary } = options;
	requirePositive("rigidWeights: transition", transition);
	const { frameCount } = field;
	const rigid = rigidVoxels("rigidWeights", grid, frameCount, regions);
	const nearestRegion = new Uint32Array(rigid.length);
	const distances = new Float64Array(rigid.length).fill(transition);
	for (const frame of new Set(regions.map((region) => region.frame))) {
		const voxels: number[] = [];
		rigid.forEach((label, place) => {
			if (label === frame + 1) voxels.push(place);
		});
		geodesicDistance(grid, { voxels }, transition).forEach((d, place) => {
			if (d >= distances[place]) return;
			distances[place] = d;
			nearestRegion[place] = frame;
		});
	}

	const values = new Float64Array(rigid.length * frameCount);
	const gradients = new Float64Array(3 * frameCount);
	grid.voxels.forEach((voxel, place) => {
		const start = place * frameCount;
		const own = values.subarray(start, start + frameCount);
		field.evaluate(grid.centre(voxel), own, gradients);
		const t = distances[place] / transition;
		const s = t * t * (3 - 2 * t);
		const sum = own.reduce((total, w) => total + w, 0);
		for (let i = 0; i < frameCount; i++) own[i] *= sum === 0 ? 0 : s / sum;
		own[nearestRegion[place]] += 1 - s;
	});
	return voxelWeights(grid, frameCount, values, {
		regions: rigid,
		...(boundary !== undefined && { boundary }),
	});
}
