/** Grids of voxels from surfaces and images, and distances in them. */
export { embedInVoxels } from "./embedInVoxels.ts";
export { type FilledSurface, fillSurface } from "./fillSurface.ts";
export { type GeodesicSource, geodesicDistance } from "./geodesicDistance.ts";
export { type ImageVoxelsOptions, imageVoxels } from "./imageVoxels.ts";
export type { VolumeImage } from "./volumeImage.ts";
export { VoxelGrid, type VoxelGridParts } from "./voxelGrid.ts";
export {
	enclosedVolume,
	requireClosed,
	type VoxeliseOptions,
	voxelise,
} from "./voxelise.ts";
export { voxelMesh } from "./voxelMesh.ts";
export { voxelPieces } from "./voxelPieces.ts";
