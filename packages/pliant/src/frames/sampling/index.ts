export { type BoxSamplesOptions, boxSamples } from "./boxSamples.ts";
