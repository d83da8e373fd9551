export { catmullRomWeights } from "./catmullRomWeights.ts";
export {
	type DistanceWeightsOptions,
	euclideanWeights,
} from "./euclideanWeights.ts";
export {
	type HarmonicWeightsOptions,
	harmonicWeights,
} from "./harmonicWeights.ts";
export { linearWeights } from "./linearWeights.ts";
export type { RigidRegion } from "./rigidRegion.ts";
export {
	type VoxelWeights,
	type VoxelWeightsOptions,
	voxelWeights,
} from "./voxelWeights.ts";
export type { WeightField } from "./weightField.ts";
