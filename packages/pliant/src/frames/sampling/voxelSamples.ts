import { requireGrid, type VoxelGrid } from "../../voxels/voxelGrid.ts";
import type { Samples } from "../samples.ts";

/** A sample at the centre of every voxel of an object, with its density and stiffness. */
export function voxelSamples(grid: VoxelGrid): Samples {
	requireGrid("voxelSamples", grid);
	const { voxels, density, stiffness } = grid;
	const count = voxels.length;
	const positions = new Float64Array(3 * count);
	for (let i = 0; i < count; i++) positions.set(grid.centre(voxels[i]), 3 * i);
	const ofVoxels = (values: Float64Array) =>
		Float64Array.from(voxels, (voxel) => values[voxel]);
	return {
		count,
		positions,
		volumes: new Float64Array(count).fill(grid.voxelVolume),
		...(density && { densities: ofVoxels(density) }),
		...(stiffness && { stiffness: ofVoxels(stiffness) }),
	};
}
