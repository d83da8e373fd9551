/**
 * What linear bending takes for a sheet of a given rigidity: a modulus three times as large, since the model, as its paper
 * prints it, behaves like a third of its modulus on good meshes. That is exact for cylinders on equilateral triangles. On grids
 * strips have 0.75 to 0.8 of the rigidity with one diagonal per cell, 1.05 with crossed ones.
 */
import { nonNegative } from "../models/parameters.ts";
import { checkNumbers } from "./checkNumbers.ts";

const bendingRigidity = nonNegative({
	unit: "N·m",
	meaning: "moment per width over curvature, D",
	typical: 1e-5,
});

/** For `linearBending`, from the bending rigidity [N·m]. */
export function bendingOf(sheet: { readonly bendingRigidity: number }): {
	bendingModulus: number;
} {
	const s = checkNumbers("bendingOf", { bendingRigidity }, sheet);
	return { bendingModulus: 3 * s.bendingRigidity };
}
