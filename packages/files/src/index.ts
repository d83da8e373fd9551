/** Scenes, meshes and results as files. */
export { attemptAll } from "./attemptAll.ts";
export { type FieldColors, fieldColors } from "./fields.ts";
export { FileError } from "./fileError.ts";
export * from "./folder.ts";
export type * from "./images/imageFormat.ts";
export { imageFormats } from "./images/imageFormats.ts";
export { readImage } from "./images/readImage.ts";
export type * from "./meshes/meshFormat.ts";
export { meshFormats } from "./meshes/meshFormats.ts";
export { meshSource } from "./meshes/meshSource.ts";
export { readMesh } from "./meshes/readMesh.ts";
export { repairMeshFile } from "./meshes/repairMeshFile.ts";
export { writeMesh } from "./meshes/writeMesh.ts";
export { Recorder, type RecorderOptions } from "./recorder.ts";
export { createWhole } from "./results/createWhole.ts";
export type * from "./results/resultFormat.ts";
export { resultFormats } from "./results/resultFormats.ts";
export * from "./results/table.ts";
export { floorHeight } from "./scene/floorHeight.ts";
export { sceneJsonSchema } from "./scene/jsonSchema.ts";
export {
	type Duration,
	type LoadedScene,
	loadScene,
	type Output,
	simulateScene,
} from "./scene/loadScene.ts";
export type { Probe } from "./scene/probes.ts";
export { type Path, type Problem, SceneError } from "./scene/problem.ts";
export type { Picture } from "./scene/schema/picture.ts";
export * from "./sceneShot.ts";
