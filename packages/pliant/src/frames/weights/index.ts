export { catmullRomWeights } from "./catmullRomWeights.ts";
export { linearWeights } from "./linearWeights.ts";
export type { WeightField } from "./weightField.ts";
