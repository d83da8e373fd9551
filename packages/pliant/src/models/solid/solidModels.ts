/** Solid laws as models of bodies. */
import * as laws from "./laws/index.ts";
import { solidModel } from "./solidModel.ts";

export const stvk = solidModel(laws.stVenantKirchhoff);
export const stableNeoHookean = solidModel(laws.stableNeoHookean);
export const neoHookean = solidModel(laws.neoHookean);
export const mooneyRivlin = solidModel(laws.mooneyRivlin);
export const nearlyIncompressible = solidModel(laws.nearlyIncompressible);
export const linearElastic = solidModel(laws.linearElastic);
export const corotational = solidModel(laws.corotational);
export const orthotropicSolid = solidModel(laws.orthotropic);
export const fibreReinforced = solidModel(laws.fibreReinforced);
