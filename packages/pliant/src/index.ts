/** What first programs need: scenes, bodies, colliders, simulation, and the models and materials in most use. */
export {
	type Anchor,
	Attachment,
	type AttachmentOptions,
} from "./attachments/attachment.ts";
export {
	ball,
	springBetween,
	weld,
} from "./attachments/attachmentKinds.ts";
export { referenceBackend } from "./backends/reference.ts";
export { wasmBackend } from "./backends/wasm.ts";
export { Collider, type ColliderOptions } from "./contact/collider.ts";
export type { ContactReport } from "./contact/contactInputs.ts";
export { collider } from "./contact/shapes/index.ts";
export type { Shape } from "./contact/shapes/shape.ts";
export { cord, fabric, sheetOf, softSolid } from "./materials/apply.ts";
export { material } from "./materials/materials.ts";
export { createMesh, type Mesh, type Vector3 } from "./mesh/mesh.ts";
export { morleyBending } from "./models/bending/morley/morleyBending.ts";
export type { AppliedModel } from "./models/elementModel.ts";
export { trbs } from "./models/membrane/trbs.ts";
export { stableNeoHookeanHexahedra } from "./models/solid/linearElements.ts";
export { stableNeoHookean } from "./models/solid/solidModels.ts";
export { quadraticSpring } from "./models/springs/spring.ts";
export { MaterialPoint } from "./points/materialPoint.ts";
export {
	RigidBody,
	type RigidBodyDefinition,
	rigidBody,
} from "./rigid/rigidBody.ts";
export {
	type CableOptions,
	type ClothOptions,
	cable,
	cloth,
	type SolidOptions,
	solid,
} from "./scene/bodies.ts";
export {
	Body,
	type BodyDefinition,
	type Vertices,
} from "./scene/body.ts";
export type { Field, PerVertex, Timed } from "./scene/field.ts";
export { Scene, type SceneBody, type SceneOptions } from "./scene/scene.ts";
export { simulate } from "./simulate.ts";
export type { FrameInsertion, FrameView } from "./simulation/frameView.ts";
export {
	checkSimulation,
	type SimulationOptions,
	type StaticsOptions,
} from "./simulation/options.ts";
export type { Reaction } from "./simulation/reaction.ts";
export type { RunOptions, RunOutcome } from "./simulation/run.ts";
export type { Simulation } from "./simulation/simulation.ts";
export { SimulationError } from "./simulation/simulationError.ts";
export type { Observation, StepReport } from "./simulation/stepReport.ts";
export type { Energies, Momentum } from "./system/measures.ts";
export type { PrincipalStretches } from "./system/principalStretches.ts";
export type { EnergyFlows, StepEnergy } from "./time/energyBalance.ts";
export type { StaticsReport } from "./time/statics.ts";
export { UnknownNameError } from "./unknownNameError.ts";
