/** Every solid law, by the name that programs have for it. */
export { corotational } from "./corotational.ts";
export { fibreReinforced } from "./fibreReinforced.ts";
export { linearElastic } from "./linearElastic.ts";
export { mooneyRivlin } from "./mooneyRivlin.ts";
export { nearlyIncompressible } from "./nearlyIncompressible.ts";
export { neoHookean } from "./neoHookean.ts";
export { orthotropic } from "./orthotropic.ts";
export { slenderStVenantKirchhoff } from "./slenderStVenantKirchhoff.ts";
export { stableNeoHookean } from "./stableNeoHookean.ts";
export { stVenantKirchhoff } from "./stVenantKirchhoff.ts";
export { volumePenalty } from "./volumePenalty.ts";
