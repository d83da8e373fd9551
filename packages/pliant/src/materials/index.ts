/** Materials with sources, and the ways from measurements to parameters. */
export {
	type ClothMaterial,
	cord,
	type FabricOptions,
	fabric,
	sheetOf,
	softSolid,
} from "./apply.ts";
export { axialStiffnessOf } from "./axialStiffness.ts";
export { fromCantilever } from "./cantileverTest.ts";
export { type ElasticConstants, elasticConstants } from "./elasticConstants.ts";
export { type FoldingSheet, foldEdge, foldEdgeOf } from "./foldEdge.ts";
export { isotropicFabric } from "./isotropicFabric.ts";
export {
	fromBiasExtension,
	fromKawabataBending,
	fromKawabataShear,
	fromKawabataTensile,
} from "./kawabata.ts";
export type {
	AnyMaterial,
	Cord,
	Fabric,
	Sheet,
	SoftSolid,
} from "./material.ts";
export { material, materials } from "./materials.ts";
export { fromShoreA } from "./shoreHardness.ts";
export {
	arealDensityOfWeave,
	fromDenier,
	fromGsm,
	fromOunces,
	fromTex,
	type YarnSystem,
} from "./textileUnits.ts";
export { membraneOf, plateRigidity, type ThinSheet } from "./thinSheet.ts";
