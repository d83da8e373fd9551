/** Scenes, meshes and results as files. */
export { FileError } from "./fileError.ts";
export type * from "./folder.ts";
export type * from "./meshes/meshFormat.ts";
export type * from "./results/resultFormat.ts";
export { resultFormats } from "./results/resultFormats.ts";
export * from "./results/table.ts";
