import { domains } from "../models/domain.ts";
import type { MassElements } from "../system/mass.ts";
import type { BodyRange } from "./bodyRange.ts";

/** The mass of a body whose cells have nodes in the middle of edges, given that of each cell; nothing for other bodies. */
export function quadraticMass(
	range: BodyRange,
	masses: Float64Array,
): MassElements[] | undefined {
	for (const { use, elements } of range.models) {
		const { cornerMass, nodes, inner = [], cells } = domains[use.model.domain];
		if (!cornerMass || cells !== range.body.massOn) continue;
		const corners = nodes - inner.length;
		const isCorner = (_: number, i: number) => i % nodes < corners;
		const ofNodes = (keep: typeof isCorner) =>
			range.allAmong(elements.filter(keep));
		return [
			{
				nodes: corners,
				vertices: ofNodes(isCorner),
				masses: masses.map((mass) => cornerMass * mass),
			},
			{
				nodes: 1,
				vertices: ofNodes((_, i) => !isCorner(_, i)),
				masses: Float64Array.from(
					{ length: inner.length * masses.length },
					(_, i) =>
						((1 - cornerMass) * masses[Math.floor(i / inner.length)]) /
						inner.length,
				),
			},
		];
	}
	return undefined;
}
