/** Lists of contributions by target, so that sums run over them in a fixed order, whoever computes them. */
import type { ArraySource } from "./arena.ts";

export interface GatherTable {
	/** Start of each target's contributions in `items`, length targets + 1. */
	readonly start: Uint32Array;
	readonly items: Uint32Array;
}

/** Pointers to a gather table in the arena. */
export interface ArenaTable {
	readonly start: number;
	readonly items: number;
}

/** Calls `visit` twice, to count and to fill; contributions of a target keep the order in which they are given. */
export function gatherTable(
	targets: number,
	visit: (give: (target: number, item: number) => void) => void,
): GatherTable {
	const start = new Uint32Array(targets + 1);
	visit((target) => {
		start[target + 1]++;
	});
	for (let i = 0; i < targets; i++) start[i + 1] += start[i];
	const items = new Uint32Array(start[targets]);
	const next = start.slice(0, targets);
	visit((target, item) => {
		items[next[target]++] = item;
	});
	return { start, items };
}

/** A table for some of the targets, those from `first` on. */
export interface PartTable extends ArenaTable {
	readonly first: number;
	readonly count: number;
}

/** Like `gatherTable`, in the arena, for the targets from the first to the last that are given anything. */
export function partTable(
	arena: ArraySource,
	visit: (give: (target: number, item: number) => void) => void,
): PartTable {
	let first = Number.POSITIVE_INFINITY;
	let end = 0;
	visit((target) => {
		if (target < first) first = target;
		if (target >= end) end = target + 1;
	});
	if (end === 0) first = 0;
	const table = gatherTable(end - first, (give) =>
		visit((target, item) => give(target - first, item)),
	);
	return { ...arenaTable(table, arena), first, count: end - first };
}

/** A copy of a gather table in the arena. */
export const arenaTable = (
	{ start, items }: GatherTable,
	arena: ArraySource,
): ArenaTable => ({
	start: arena.indices(start).pointer,
	items: arena.indices(items).pointer,
});
