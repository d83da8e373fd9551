/** Pliant: deformable objects whose behaviour comes from real material parameters. */
export { referenceBackend } from "./backends/reference.ts";
export { wasmBackend } from "./backends/wasm.ts";
export {
	Collider,
	type ColliderOptions,
	collider,
} from "./contact/collider.ts";
export type { ContactReport } from "./contact/contact.ts";
export type { Shape } from "./contact/shapes/shape.ts";
export {
	FrameBody,
	type FrameBodyDefinition,
	type FramePose,
	type FrameSurface,
	frameBody,
} from "./frames/frameBody.ts";
export type { FrameSimulationOptions } from "./frames/frameOptions.ts";
export { type Influences, influencesOf } from "./frames/influences.ts";
export type { Samples } from "./frames/samples.ts";
export * from "./frames/sampling/index.ts";
export * from "./frames/simulateFrames.ts";
export { SkinnedPoints } from "./frames/skinnedPoints.ts";
export * from "./frames/weights/index.ts";
export { dualQuaternionSkinning } from "./mappings/dualQuaternionSkinning.ts";
export { linearBlendSkinning } from "./mappings/linearBlendSkinning.ts";
export * from "./mappings/quaternion.ts";
export type { Skinning } from "./mappings/skinning.ts";
export * from "./materials/index.ts";
export * from "./mesh/index.ts";
export { bridsonHinge } from "./models/bending/bridsonHinge.ts";
export { crossoverSprings } from "./models/bending/crossoverSprings.ts";
export { curvedBending } from "./models/bending/curvedBending.ts";
export { discreteShellHinge } from "./models/bending/discreteShellHinge.ts";
export { isometricBending } from "./models/bending/isometricBending.ts";
export {
	calibratedBending,
	linearBending,
} from "./models/bending/linearBending.ts";
export { morleyBending } from "./models/bending/morley/morleyBending.ts";
export { orthotropicMorley } from "./models/bending/morley/orthotropicMorley.ts";
export { nonlinearBending } from "./models/bending/nonlinearBending.ts";
export { shellBending } from "./models/bending/shell/shellBending.ts";
export { domains } from "./models/domain.ts";
export {
	type AnyElementModel,
	type AppliedModel,
	type ElementModel,
	type ElementModelDefinition,
	elementModel,
} from "./models/elementModel.ts";
export {
	hexahedronSampleVolume,
	hexahedronShapeGradients,
	restArea,
	restLength,
	restVolume,
	tetrahedronShapeGradients,
	triangleShapeGradients,
} from "./models/geometry.ts";
export { corotationalMembrane } from "./models/membrane/corotationalMembrane.ts";
export { linearMembrane } from "./models/membrane/linearMembrane.ts";
export { neoHookeanMembrane } from "./models/membrane/neoHookeanMembrane.ts";
export { orthotropicMembrane } from "./models/membrane/orthotropicMembrane.ts";
export { positiveMembrane } from "./models/membrane/positiveMembrane.ts";
export { safeTrbs } from "./models/membrane/safeTrbs.ts";
export { trbs } from "./models/membrane/trbs.ts";
export { trqs } from "./models/membrane/trqs.ts";
export { onPattern } from "./models/onPattern.ts";
export * from "./models/parameters.ts";
export { type NamedModel, namedModels, registry } from "./models/registry.ts";
export {
	hyperelastic,
	type Invariants,
	reduced,
} from "./models/solid/laws/hyperelastic.ts";
export * as laws from "./models/solid/laws/index.ts";
export { onHexahedra, onTetrahedra } from "./models/solid/onElements.ts";
export {
	type AppliedLaw,
	type SolidLaw,
	type SolidLawDefinition,
	solidLaw,
} from "./models/solid/solidLaw.ts";
export * from "./models/solid/solidModels.ts";
export { sumOfLaws } from "./models/solid/sumOfLaws.ts";
export {
	biquadraticSpring,
	henckySpring,
	quadraticSpring,
	spring,
} from "./models/springs/spring.ts";
export {
	cotangentSprings,
	tensileSprings,
	tetrahedralSprings,
	vanGelder,
} from "./models/springs/springRules.ts";
export {
	type SpringRule,
	type SpringStiffness,
	springStiffness,
} from "./models/springs/springStiffness.ts";
export { didYouMean, nearest } from "./nearest.ts";
export * from "./scene/bodies.ts";
export {
	Body,
	type BodyDefinition,
	type Timed,
	type Vertices,
} from "./scene/body.ts";
export { Scene, type SceneOptions } from "./scene/scene.ts";
export * from "./simulate.ts";
export { SimulationError } from "./simulationError.ts";
export {
	checkContact,
	type SimulationOptions,
	type StaticsOptions,
	simulationSettings,
} from "./simulationOptions.ts";
export {
	type LinearMethod,
	type LinearOptions,
	linearOptions,
	linearSolvers,
} from "./solvers/linear/linearSolvers.ts";
export type { Energies, Momentum } from "./system/measures.ts";
export type { PrincipalStretches } from "./system/principalStretches.ts";
export type { StaticsReport } from "./time/statics.ts";
export * from "./voxels/index.ts";
