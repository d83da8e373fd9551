/** Scenes, meshes and results as files. */
export { FileError } from "./fileError.ts";
export type * from "./folder.ts";
export type * from "./meshes/meshFormat.ts";
export { meshFormats } from "./meshes/meshFormats.ts";
export { readMesh } from "./meshes/readMesh.ts";
export { writeMesh } from "./meshes/writeMesh.ts";
export type * from "./results/resultFormat.ts";
