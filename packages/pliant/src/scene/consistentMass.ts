import { domains } from "../models/domain.ts";
import { quadraticMassShares } from "../models/solid/quadraticMassShares.ts";
import type { MassElements } from "../system/mass.ts";
import type { BodyRange } from "./bodyRange.ts";

/**
 * The elements of a body's mass as its interpolation has it. Steps take another one for quadratic cells, whose corners would have negative
 * mass: it makes bars turn about themselves 2 to 4 % too slowly, with four cells across.
 */
export function consistentMass(
	range: BodyRange,
	others: (range: BodyRange) => MassElements[],
): MassElements[] {
	const { body } = range;
	for (const { use, elements } of range.models) {
		const { cornerMass, nodes, cells } = domains[use.model.domain];
		if (!cornerMass || cells !== body.massOn) continue;
		const vertices = range.allAmong(elements);
		const shares = quadraticMassShares(
			cells === "hexahedron" ? "hexahedron" : "tetrahedron",
		);
		return [{ nodes, vertices, masses: body.cellMasses(), shares }];
	}
	return others(range);
}
