/** The supernodes laid out in the arena, as numerics/front.ts and numerics/cholesky.ts describe them. */
import { constants, structures } from "../../../numerics/load.ts";
import type { ArenaArray, ArraySource } from "../../../system/arena.ts";
import type { FactorAnalysis } from "./analysis.ts";
import { entriesOfPanels, placesInParents } from "./frontPlan.ts";

const { frontBytes } = constants;

/** A factor whose numbers have a place, but no values yet. */
export interface Fronts {
	/** The structure that the numerics take. */
	readonly pointer: number;
	/** Nine numbers per block of A, to be filled. */
	readonly blocks: ArenaArray<Float64Array>;
	/** For each branch, and the top: the column whose pivot was not positive; 2³² − 1 for none. */
	readonly failures: ArenaArray<Uint32Array>;
}

export function layOutFronts(
	{ pattern, nodes, branches, plan }: FactorAnalysis,
	arena: ArraySource,
): Fronts {
	const { panelStart, shareStart, updateStart, updateBytes } = plan;
	const { count, parent, firstColumn, rowStart } = nodes;
	const widthOf = (s: number) => firstColumn[s + 1] - firstColumn[s];
	const belowOf = (s: number) => rowStart[s + 1] - rowStart[s];

	const { sources, targets, start } = entriesOfPanels(
		pattern,
		nodes,
		panelStart,
	);

	const f64 = (bytes: number) => arena.f64(bytes / 8);
	const u32 = (from: ArrayLike<number>) => arena.indices(from);
	const panels = f64(panelStart[count]);
	const updates = f64(updateBytes);
	const shares = f64(shareStart[count]);
	const blocks = f64(72 * pattern.columns.length);
	const rows = u32(nodes.rows);
	const places = u32(placesInParents(nodes));
	const fronts = u32(new Uint32Array((count * frontBytes) / 4));
	const failures = u32(new Uint32Array(branches.ranges.length + 1));

	/** The list of children of each front, made from its end. */
	const child = new Uint32Array(count);
	const sibling = new Uint32Array(count);
	const frontPointer = (s: number) => fronts.pointer + frontBytes * s;
	for (let s = count - 1; s >= 0; s--) {
		if (parent[s] < 0) continue;
		sibling[s] = child[parent[s]];
		child[parent[s]] = frontPointer(s);
	}
	const fields = structures.Front;
	for (let s = 0; s < count; s++) {
		const front: Record<(typeof fields)[number], number> = {
			columns: widthOf(s),
			firstColumn: firstColumn[s],
			below: belowOf(s),
			panel: panels.pointer + panelStart[s],
			update: updates.pointer + updateStart[s],
			rows: rows.pointer + 4 * rowStart[s],
			places: places.pointer + 4 * rowStart[s],
			child: child[s],
			sibling: sibling[s],
			entry: start[s],
			entriesEnd: start[s + 1],
			share: shares.pointer + shareStart[s],
		};
		fronts.array.set(
			fields.map((field) => front[field]),
			(s * frontBytes) / 4,
		);
	}
	const { pointer } = arena.structure("Cholesky", {
		fronts: fronts.pointer,
		branches: u32(branches.ranges.flat()).pointer,
		branchCount: branches.ranges.length,
		top: u32(branches.top).pointer,
		topCount: branches.top.length,
		blocks: blocks.pointer,
		sources: u32(sources).pointer,
		targets: u32(targets).pointer,
		panels: panels.pointer,
		failures: failures.pointer,
		next: u32([0]).pointer,
		unknowns: f64(24 * pattern.rows).pointer,
		order: u32(nodes.order).pointer,
		rows: pattern.rows,
	});
	return { pointer, blocks, failures };
}
