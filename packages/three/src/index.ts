/** Simulated bodies as three.js meshes. What a worker needs, without three.js, is in `@pliant/three/surface`. */
export {
	type BodyMesh,
	type BodyMeshOptions,
	bodyMesh,
	surfaceMesh,
} from "./bodyMesh.ts";
export { type DrawnMesh, meshSurface } from "./meshSurface.ts";
export {
	type DisplaySurface,
	displayPoints,
	displaySurface,
} from "./surface.ts";
