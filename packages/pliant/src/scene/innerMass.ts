import type { MassElements } from "../system/mass.ts";
import type { BodyRange } from "./bodyRange.ts";

/**
 * What vertices give of their mass to the inner nodes beside them. A node that turns an edge of length l by its way along it then has the
 * rotational inertia of a sheet of thickness √(12 · share) l, a ninth of the edge's length: too little to slow what a mesh
 * can show, enough that nothing is without mass. Its weight turns it by share · ρ g l³/B, which is as little where the mesh
 * is fine enough for the sheet's folds.
 */
const share = 1e-3;

/** The mass of a body's inner nodes, taken from the vertices that they are between, so that total and balance stay the same. */
export function innerMass(
	range: BodyRange,
	{ nodes, vertices, masses }: MassElements,
): MassElements[] {
	const { innerEnds, innerCount, count } = range;
	if (innerCount === 0) return [];
	const ends = range.allAmong(innerEnds);
	const given = new Map<number, number>();
	const takers = new Map<number, number>();
	for (const end of ends) takers.set(end, (takers.get(end) ?? 0) + 1);
	for (const [i, vertex] of vertices.entries())
		if (takers.has(vertex))
			given.set(
				vertex,
				(given.get(vertex) ?? 0) +
					(share * masses[Math.floor(i / nodes)]) / nodes,
			);
	const part = (end: number) =>
		(given.get(end) as number) / (takers.get(end) as number);
	return [
		{
			nodes: 1,
			vertices: Uint32Array.from({ length: innerCount }, (_, i) =>
				range.among(count + i),
			),
			masses: Float64Array.from(
				{ length: innerCount },
				(_, i) => part(ends[2 * i]) + part(ends[2 * i + 1]),
			),
		},
		{
			nodes: 1,
			vertices: Uint32Array.from(given.keys()),
			masses: Float64Array.from(given.values(), (mass) => -mass),
		},
	];
}
