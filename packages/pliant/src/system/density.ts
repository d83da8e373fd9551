/** Bodies without a density, which have equilibria where no load goes by mass. */
import type { CellKind } from "../mesh/mesh.ts";

interface Weighed {
	/** How messages refer to it. */
	readonly label: string;
	/** The name of the density that it was not given, if any. */
	readonly missingDensity: string | undefined;
}

/** What the density of a body is called, by the cells that carry its mass. */
export const densityNames: Readonly<Record<CellKind, string>> = {
	edge: "linearDensity",
	triangle: "arealDensity",
	tetrahedron: "density",
	hexahedron: "density",
};

/** Stands for a density that is not given: what is computed does not depend on it. */
export const anyDensity = 1;

/** Throws where something needs the mass of a body that has no density. */
export function requireDensity(
	{ label, missingDensity }: Weighed,
	what: string,
): void {
	if (missingDensity)
		throw new Error(
			`${label}: ${what} needs its ${missingDensity}; statics without loads by mass does not`,
		);
}
