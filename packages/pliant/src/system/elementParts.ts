/** Elements in parts whose results are computed and gathered one after the other, so that these need little room and are still in the cache. */
import type { ElementGroup } from "./elementGroup.ts";

/** Some cells of a group, one after the other. */
export interface CellRange {
	readonly group: ElementGroup;
	readonly first: number;
	readonly end: number;
}

/** What is computed at once; all where that is little. */
export type ElementPart = readonly CellRange[];

/** A multiple of the elements that kernels compute side by side. */
const mostCells = 2 ** 16;

export function elementParts(groups: readonly ElementGroup[]): ElementPart[] {
	const whole = (group: ElementGroup): CellRange => ({
		group,
		first: 0,
		end: group.cells,
	});
	if (groups.reduce((sum, { cells }) => sum + cells, 0) <= mostCells)
		return [groups.map(whole)];
	return groups.flatMap((group): ElementPart[] => {
		// Samples of a cell are summed up before.
		if (group.samples > 1) return [[whole(group)]];
		return Array.from(
			{ length: Math.ceil(group.cells / mostCells) },
			(_, i) => {
				const first = i * mostCells;
				return [
					{ group, first, end: Math.min(first + mostCells, group.cells) },
				];
			},
		);
	});
}
