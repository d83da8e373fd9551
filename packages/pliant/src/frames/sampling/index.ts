export { type BarSamplesOptions, barSamples } from "./barSamples.ts";
export { type BoxSamplesOptions, boxSamples } from "./boxSamples.ts";
export {
	type ReducedSamples,
	type ReducedSamplesOptions,
	reducedSamples,
} from "./reducedSamples.ts";
export { voxelSamples } from "./voxelSamples.ts";
