/** Bodies without a density, which have equilibria where no load goes by mass. */
import type { CellKind } from "../mesh/mesh.ts";
import type { Body } from "./body.ts";

function densityName(massOn: CellKind): string {
	if (massOn === "edge") return "linearDensity";
	return massOn === "triangle" ? "arealDensity" : "density";
}

/** Stands for a density that is not given: what is computed does not depend on it. */
export const anyDensity = 1;

/** Throws where something needs the mass of a body that has no density. */
export function requireDensity(
	{ density, label, massOn }: Body,
	what: string,
): void {
	if (density === undefined)
		throw new Error(
			`${label}: ${what} needs its ${densityName(massOn)}; statics without loads by mass does not`,
		);
}
