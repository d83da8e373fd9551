export { catmullRomWeights } from "./catmullRomWeights.ts";
export { type CutoffWeightsOptions, cutoffWeights } from "./cutoffWeights.ts";
export {
	type DistanceWeightsOptions,
	euclideanWeights,
} from "./euclideanWeights.ts";
export {
	type GeodesicWeightsOptions,
	geodesicWeights,
} from "./geodesicWeights.ts";
export {
	type HarmonicWeightsOptions,
	harmonicWeights,
} from "./harmonicWeights.ts";
export {
	type InterpolatingWeightsOptions,
	interpolatingWeights,
} from "./interpolatingWeights.ts";
export { joinWeights } from "./joinWeights.ts";
export { linearWeights } from "./linearWeights.ts";
export type { RigidRegion } from "./rigidRegion.ts";
export { type RigidWeightsOptions, rigidWeights } from "./rigidWeights.ts";
export {
	type SplineChain,
	type SplineWeightsOptions,
	splineWeights,
} from "./splineWeights.ts";
export {
	type VoxelWeights,
	type VoxelWeightsOptions,
	voxelWeights,
} from "./voxelWeights.ts";
export type { WeightField } from "./weightField.ts";
