/** Shapes of colliders as a list, and what it takes to add one. */
export type {
	Friction,
	FrictionCoefficients,
	PairFriction,
} from "./friction.ts";
export {
	type AnyColliderShape,
	type ColliderShape,
	colliderShape,
	type ShapeParameters,
} from "./shapes/colliderShape.ts";
export { colliderShapes } from "./shapes/index.ts";
export type { Shape } from "./shapes/shape.ts";
export type { ShapeParameter } from "./shapes/shapeParameter.ts";
export * as shapeParameter from "./shapes/shapeParameter.ts";
export { describeColliderMesh } from "./surface/describeCollider.ts";
export { edgeMeetsTriangle } from "./surface/intersections.ts";
export {
	checkSurfaceContact,
	type SurfaceContactOptions,
} from "./surface/surfaceOptions.ts";
export type { SurfaceContactReport } from "./surface/surfaceReport.ts";
