import { innerMassShare } from "../models/meshModel.ts";
import type { MassElements } from "../system/mass.ts";
import type { BodyRange } from "./bodyRange.ts";

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
					(innerMassShare * masses[Math.floor(i / nodes)]) / nodes,
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
