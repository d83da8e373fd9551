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
export { stableNeoHookean } from "./models/solid/stableNeoHookean.ts";
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
export type { Energies, Momentum } from "./system/measures.ts";
export type { PrincipalStretches } from "./system/principalStretches.ts";
export type { StaticsReport } from "./time/statics.ts";
