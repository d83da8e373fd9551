/** Every solid law, by the name that programs have for it. */
export { mooneyRivlin } from "./mooneyRivlin.ts";
export { neoHookean } from "./neoHookean.ts";
export { slenderStVenantKirchhoff } from "./slenderStVenantKirchhoff.ts";
export { stableNeoHookean } from "./stableNeoHookean.ts";
export { stVenantKirchhoff } from "./stVenantKirchhoff.ts";
export { volumePenalty } from "./volumePenalty.ts";
