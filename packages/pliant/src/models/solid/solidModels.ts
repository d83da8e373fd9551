/** Solid laws as models of bodies: each on linear tetrahedra and on trilinear hexahedra. */
import * as laws from "./laws/index.ts";
import { onHexahedra, onTetrahedra } from "./onElements.ts";

export const stvk = onTetrahedra(laws.stVenantKirchhoff);
export const stvkHexahedra = onHexahedra(laws.stVenantKirchhoff);
export const stableNeoHookean = onTetrahedra(laws.stableNeoHookean);
export const stableNeoHookeanHexahedra = onHexahedra(laws.stableNeoHookean);
export const neoHookean = onTetrahedra(laws.neoHookean);
export const neoHookeanHexahedra = onHexahedra(laws.neoHookean);
export const mooneyRivlin = onTetrahedra(laws.mooneyRivlin);
export const mooneyRivlinHexahedra = onHexahedra(laws.mooneyRivlin);
