/** Solid laws on linear tetrahedra and trilinear hexahedra: cheap by the cell, and too stiff on coarse meshes. */
import {
	mooneyRivlin,
	neoHookean,
	stableNeoHookean,
	stvk,
} from "./solidModels.ts";

export const { tetrahedra: stvkTetrahedra, hexahedra: stvkHexahedra } =
	stvk.elements;
export const {
	tetrahedra: stableNeoHookeanTetrahedra,
	hexahedra: stableNeoHookeanHexahedra,
} = stableNeoHookean.elements;
export const {
	tetrahedra: neoHookeanTetrahedra,
	hexahedra: neoHookeanHexahedra,
} = neoHookean.elements;
export const {
	tetrahedra: mooneyRivlinTetrahedra,
	hexahedra: mooneyRivlinHexahedra,
} = mooneyRivlin.elements;
