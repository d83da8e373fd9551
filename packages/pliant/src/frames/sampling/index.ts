export { type BarSamplesOptions, barSamples } from "./barSamples.ts";
export { type BoxSamplesOptions, boxSamples } from "./boxSamples.ts";
export { voxelSamples } from "./voxelSamples.ts";
