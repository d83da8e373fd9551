/** Bodies that a handful of moving frames deform: their samples, weights, skinning and simulation, and shapes to try them on. */
export { dualQuaternionSkinning } from "../mappings/dualQuaternionSkinning.ts";
export { linearBlendSkinning } from "../mappings/linearBlendSkinning.ts";
export {
	conjugate,
	exponential,
	logarithm,
	multiplyQuaternions,
	normalized,
	type Quaternion,
	rotationOf,
	turned,
} from "../mappings/quaternion.ts";
export type { Skinning } from "../mappings/skinning.ts";
export { type BarOptions, bar } from "../mesh/generators/bar.ts";
export {
	type Bunny,
	type BunnyOptions,
	bunny,
} from "../mesh/generators/bunny.ts";
export type { FramedShape } from "../mesh/generators/framedShape.ts";
export {
	type MannequinOptions,
	mannequin,
} from "../mesh/generators/mannequin.ts";
export { type PumaOptions, puma } from "../mesh/generators/puma.ts";
export { type TShapeOptions, tShape } from "../mesh/generators/tShape.ts";
export { type TurtleOptions, turtle } from "../mesh/generators/turtle.ts";
export { type UShapeOptions, uShape } from "../mesh/generators/uShape.ts";
export {
	FrameBody,
	type FrameBodyDefinition,
	type FrameForceKind,
	type FrameSurface,
	frameBody,
} from "./frameBody.ts";
export type { FramePose, HeldPart } from "./framedBody.ts";
export type { Samples } from "./samples.ts";
export { type BarSamplesOptions, barSamples } from "./sampling/barSamples.ts";
export { type BoxSamplesOptions, boxSamples } from "./sampling/boxSamples.ts";
export {
	type ReducedSamples,
	type ReducedSamplesOptions,
	reducedSamples,
} from "./sampling/reducedSamples.ts";
export { voxelSamples } from "./sampling/voxelSamples.ts";
export { catmullRomWeights } from "./weights/catmullRomWeights.ts";
export {
	type CutoffWeightsOptions,
	cutoffWeights,
} from "./weights/cutoffWeights.ts";
export {
	type DistanceWeightsOptions,
	euclideanWeights,
} from "./weights/euclideanWeights.ts";
export {
	type GeodesicWeightsOptions,
	geodesicWeights,
} from "./weights/geodesicWeights.ts";
export {
	type HarmonicWeightsOptions,
	harmonicWeights,
} from "./weights/harmonicWeights.ts";
export {
	type InterpolatingWeightsOptions,
	interpolatingWeights,
} from "./weights/interpolatingWeights.ts";
export { joinWeights } from "./weights/joinWeights.ts";
export { linearWeights } from "./weights/linearWeights.ts";
export type { RigidRegion } from "./weights/rigidRegion.ts";
export {
	type RigidWeightsOptions,
	rigidWeights,
} from "./weights/rigidWeights.ts";
export {
	type SplineChain,
	type SplineWeightsOptions,
	splineWeights,
} from "./weights/splineWeights.ts";
export {
	type VoxelWeights,
	type VoxelWeightsOptions,
	voxelWeights,
} from "./weights/voxelWeights.ts";
export type { WeightField } from "./weights/weightField.ts";
