/**
 * How long the edges of a mesh may be where a sheet folds under its own weight. Folds are about as narrow as the length over which a sheet bends so,
 *
 *   c = ∛(B/(ρ g))
 *
 * An edge is to be at most half of it, for a fold to have some. And flat triangles lock: a stiff membrane keeps them from bending unless E κ² h⁴/B is small
 * (docs/bending.md). With κ = 1/c, drape coefficients of woven fabrics are within 3 points of those on finer meshes up to 4000, and 18 points too high at
 * 14000; `wellBelow` is what is asked for. Positions to 0.2 % of a sheet's length take 10, a quarter of this length.
 */
import { positive } from "../models/parameters.ts";
import { checkNumbers } from "./checkNumbers.ts";
import { isotropicFabric } from "./isotropicFabric.ts";
import type { Fabric } from "./material.ts";
import { arealDensity } from "./quantities.ts";

/** Of E κ² h⁴/B. */
const wellBelow = 2500;

const parameters = {
	youngModulus2d: positive({
		unit: "N/m",
		meaning: "Young modulus of the sheet",
		typical: 2000,
	}),
	bendingRigidity: positive({
		unit: "N·m",
		meaning: "bending rigidity",
		typical: 5e-6,
	}),
	arealDensity,
	gravity: positive({
		unit: "m/s²",
		meaning: "acceleration that makes it fold",
		typical: 9.81,
		default: 9.80665,
	}),
};

export interface FoldingSheet {
	/** [N/m] */
	readonly youngModulus2d: number;
	/** [N·m] */
	readonly bendingRigidity: number;
	/** [kg/m²] */
	readonly arealDensity: number;
	/** [m/s²] */
	readonly gravity?: number;
}

/** The longest edge [m] that folds of a sheet under its own weight allow. */
export function foldEdge(sheet: FoldingSheet): number {
	const {
		youngModulus2d: E,
		bendingRigidity: B,
		arealDensity: rho,
		gravity: g,
	} = checkNumbers("foldEdge", parameters, sheet);
	const bendingLength = Math.cbrt(B / (rho * g));
	const unlocked = ((wellBelow * B * bendingLength ** 2) / E) ** 0.25;
	return Math.min(bendingLength / 2, unlocked);
}

/** The same for a fabric of the library, by its means over all directions. */
export function foldEdgeOf(fabric: Fabric): number {
	const { membrane, bending } = isotropicFabric(fabric);
	return foldEdge({
		youngModulus2d: membrane.youngModulus2d,
		...bending,
		arealDensity: fabric.arealDensity,
	});
}
