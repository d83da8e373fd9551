/** Models of springs, membranes, bending and solids, and what models of one's own are made of. */
export { bendingFriction } from "./bending/bendingFriction.ts";
export { bridsonHinge } from "./bending/bridsonHinge.ts";
export { crossoverSprings } from "./bending/crossoverSprings.ts";
export { curvedBending } from "./bending/curvedBending.ts";
export { discreteShellHinge } from "./bending/discreteShellHinge.ts";
export { isometricBending } from "./bending/isometricBending.ts";
export { calibratedBending, linearBending } from "./bending/linearBending.ts";
export { morleyBending } from "./bending/morley/morleyBending.ts";
export { orthotropicMorley } from "./bending/morley/orthotropicMorley.ts";
export { nonlinearBending } from "./bending/nonlinearBending.ts";
export { shellBending } from "./bending/shell/shellBending.ts";
export { brick } from "./bricks/brick.ts";
export {
	type BrickCorrection,
	type BrickSprings,
	bodyDiagonalCorrection,
	bodyDiagonalSprings,
	faceDiagonalSprings,
} from "./bricks/brickStiffness.ts";
export {
	brickCorrection,
	brickSprings,
	mergedBricks,
} from "./bricks/mergedBricks.ts";
export { planeBrick } from "./bricks/planeBrick.ts";
export { faceBrick, fullBrick } from "./bricks/springBrick.ts";
export type { DomainName } from "./domain.ts";
export {
	type AnyElementModel,
	type AppliedModel,
	type ElementModel,
	type ElementModelDefinition,
	elementModel,
} from "./elementModel.ts";
export {
	hexahedronSampleVolume,
	hexahedronShapeGradients,
	restArea,
	restLength,
	restVolume,
	tetrahedronShapeGradients,
	triangleShapeGradients,
} from "./geometry.ts";
export { corotationalMembrane } from "./membrane/corotationalMembrane.ts";
export { linearMembrane } from "./membrane/linearMembrane.ts";
export {
	type PlaneSolid,
	planeStrain,
	planeStress,
} from "./membrane/membraneMaterial.ts";
export { neoHookeanMembrane } from "./membrane/neoHookeanMembrane.ts";
export { orthotropicMembrane } from "./membrane/orthotropicMembrane.ts";
export { positiveMembrane } from "./membrane/positiveMembrane.ts";
export { safeTrbs } from "./membrane/safeTrbs.ts";
export { shearFriction } from "./membrane/shearFriction.ts";
export { trbs } from "./membrane/trbs.ts";
export { trqs } from "./membrane/trqs.ts";
export { onPattern } from "./onPattern.ts";
export {
	type Bounds,
	between,
	finite,
	flag,
	type Material,
	type MaterialNumbers,
	type MaterialValue,
	nonNegative,
	type Parameter,
	type Parameters,
	positive,
} from "./parameters.ts";
export { type NamedModel, namedModels, registry } from "./registry.ts";
export { rectangularRod, rod, sectionRod } from "./rods/rod.ts";
export {
	hyperelastic,
	type Invariants,
	reduced,
} from "./solid/laws/hyperelastic.ts";
export * as laws from "./solid/laws/index.ts";
export {
	mooneyRivlinHexahedra,
	mooneyRivlinTetrahedra,
	neoHookeanHexahedra,
	neoHookeanTetrahedra,
	stableNeoHookeanHexahedra,
	stableNeoHookeanTetrahedra,
	stvkHexahedra,
	stvkTetrahedra,
} from "./solid/linearElements.ts";
export {
	onHexahedra,
	onQuadraticHexahedra,
	onQuadraticTetrahedra,
	onTetrahedra,
} from "./solid/onElements.ts";
export {
	type AppliedLaw,
	type SolidLaw,
	type SolidLawDefinition,
	solidLaw,
} from "./solid/solidLaw.ts";
export { type SolidModel, solidModel } from "./solid/solidModel.ts";
export {
	corotational,
	fibreReinforced,
	linearElastic,
	mooneyRivlin,
	nearlyIncompressible,
	neoHookean,
	orthotropicSolid,
	stableNeoHookean,
	stvk,
} from "./solid/solidModels.ts";
export { sumOfLaws } from "./solid/sumOfLaws.ts";
export { linearSpring } from "./springs/linearSpring.ts";
export {
	biquadraticSpring,
	henckySpring,
	quadraticSpring,
	spring,
} from "./springs/spring.ts";
export {
	cotangentSprings,
	tensileSprings,
	tetrahedralSprings,
	vanGelder,
} from "./springs/springRules.ts";
export {
	type SpringRule,
	type SpringStiffness,
	springStiffness,
} from "./springs/springStiffness.ts";
export { stiffnessFromLengths } from "./springs/stiffnessFromLengths.ts";
export { warpAlong } from "./warp.ts";
