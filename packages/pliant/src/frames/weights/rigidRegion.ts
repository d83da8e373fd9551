import {
	isObject,
	requireFunction,
	requireList,
	requireThat,
} from "../../checks.ts";
import type { VoxelGrid } from "../../voxels/voxelGrid.ts";

/** A part of an object that moves rigidly with one frame: its weight is 1 there and that of the others 0. */
export interface RigidRegion {
	readonly frame: number;
	/** Whether a point [m] belongs to it; asked at the centres of voxels. */
	readonly contains: (x: number, y: number, z: number) => boolean;
}

/** For every voxel of the object, one more than the frame that it is rigid with, or 0. */
export function rigidVoxels(
	name: string,
	grid: VoxelGrid,
	frameCount: number,
	regions: readonly RigidRegion[],
): Uint32Array {
	requireList(`${name}: regions`, regions);
	const rigid = new Uint32Array(grid.voxels.length);
	regions.forEach((given, region) => {
		requireThat(
			isObject(given),
			`${name}: regions[${region}]`,
			given,
			"an object with frame and contains",
		);
		const { frame, contains } = given;
		requireFunction(`${name}: regions[${region}].contains`, contains);
		if (!(Number.isInteger(frame) && frame >= 0 && frame < frameCount)) {
			throw new Error(
				`${name}: regions[${region}].frame is ${frame}; there are frames 0 to ${frameCount - 1}`,
			);
		}
		let count = 0;
		grid.voxels.forEach((voxel, place) => {
			if (!contains(...grid.centre(voxel))) return;
			if (rigid[place] && rigid[place] !== frame + 1) {
				throw new Error(
					`${name}: the voxel at (${grid.centre(voxel).join(", ")}) is in regions of frames ${rigid[place] - 1} and ${frame}; regions must not overlap`,
				);
			}
			rigid[place] = frame + 1;
			count++;
		});
		if (count === 0) {
			throw new Error(
				`${name}: regions[${region}] contains no voxel's centre; make it larger, or the voxels smaller`,
			);
		}
	});
	return rigid;
}
