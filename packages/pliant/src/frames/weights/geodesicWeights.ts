/**
 * Weights by distance within the object, w = (1 − d²/R²)² within the cutoff R and 0 beyond: parts that are close in space but not
 * joined do not move together. One pass over the voxels up to the cutoff, so also for frames that are added while running.
 */

import { requireOptions, requireYesOrNo } from "../../checks.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { geodesicDistance } from "../../voxels/geodesicDistance.ts";
import { requireGrid, type VoxelGrid } from "../../voxels/voxelGrid.ts";
import { requireOrigins } from "../frameArguments.ts";
import { cutoffsOf, type DistanceWeightsOptions } from "./euclideanWeights.ts";
import {
	type VoxelWeights,
	type VoxelWeightsOptions,
	voxelWeights,
} from "./voxelWeights.ts";

export interface GeodesicWeightsOptions
	extends DistanceWeightsOptions,
		Pick<VoxelWeightsOptions, "boundary"> {
	/** Whether voxels may be left without any weight, as for a frame that is added to others. Default false. */
	readonly partial?: boolean;
}

const names = ["cutoff", "boundary", "partial"];

/** @param origins of the frames [m] */
export function geodesicWeights(
	grid: VoxelGrid,
	origins: readonly Vector3[],
	options: GeodesicWeightsOptions,
): VoxelWeights {
	requireGrid("geodesicWeights", grid);
	requireOrigins("geodesicWeights", origins);
	requireOptions("geodesicWeights", options, names);
	const { cutoff, boundary, partial = false } = options;
	requireYesOrNo("geodesicWeights: partial", partial);
	const frameCount = origins.length;
	const cutoffs = cutoffsOf("geodesicWeights", cutoff, frameCount);
	const values = new Float64Array(grid.voxels.length * frameCount);
	origins.forEach((point, frame) => {
		const R = cutoffs[frame];
		geodesicDistance(grid, { point }, R).forEach((d, place) => {
			if (d < R) values[place * frameCount + frame] = (1 - (d / R) ** 2) ** 2;
		});
	});
	if (!partial) requireCovered(grid, frameCount, values);
	return voxelWeights(grid, frameCount, values, {
		...(boundary !== undefined && { boundary }),
	});
}

function requireCovered(
	grid: VoxelGrid,
	frameCount: number,
	values: Float64Array,
): void {
	let count = 0;
	let first = "";
	grid.voxels.forEach((voxel, place) => {
		const own = values.subarray(place * frameCount, (place + 1) * frameCount);
		if (own.some((w) => w > 0)) return;
		count++;
		first ||= grid.centre(voxel).join(", ");
	});
	if (count === 0) return;
	throw new Error(
		`geodesicWeights: ${count} of ${grid.voxels.length} voxels, the first at (${first}), are beyond the cutoff of every frame; raise it, or add frames`,
	);
}
