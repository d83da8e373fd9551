/** Bodies without a density, which have equilibria where no load goes by mass. */
import type { CellKind } from "../mesh/mesh.ts";
import type { Body } from "./body.ts";

/** What the density of a body is called, by the cells that carry its mass. */
const densityNames: Record<CellKind, string> = {
	edge: "linearDensity",
	triangle: "arealDensity",
	tetrahedron: "density",
	hexahedron: "density",
};

/** Stands for a density that is not given: what is computed does not depend on it. */
export const anyDensity = 1;

/** Throws where something needs the mass of a body that has no density. */
export function requireDensity(
	{ density, label, massOn }: Body,
	what: string,
): void {
	if (density !== undefined) return;
	throw new Error(
		`${label}: it has no ${densityNames[massOn]}, which ${what} needs; give it one (only statics without gravity and other loads by mass does without)`,
	);
}
