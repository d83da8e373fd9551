/** Patterns of matrices to order and to factor. */
import fc from "fast-check";
import type { BlockPattern } from "../../src/system/blockPattern.ts";

export type Pair = readonly [number, number];

export function patternOf(rows: number, pairs: Iterable<Pair>): BlockPattern {
	const lists = Array.from({ length: rows }, (_, row) => new Set([row]));
	for (const [a, b] of pairs) {
		lists[a].add(b);
		lists[b].add(a);
	}
	const rowStart = new Int32Array(rows + 1);
	const columns: number[] = [];
	for (const [row, list] of lists.entries()) {
		columns.push(...[...list].sort((a, b) => a - b));
		rowStart[row + 1] = columns.length;
	}
	return { rows, rowStart, columns: Int32Array.from(columns) };
}

/** Vertices of an nx × ny × nz grid, each coupled with its neighbours at the offsets. */
export function gridOf(
	[nx, ny, nz]: readonly [number, number, number],
	offsets: readonly (readonly [number, number, number])[],
): BlockPattern {
	const pairs: Pair[] = [];
	for (let x = 0; x < nx; x++) {
		for (let y = 0; y < ny; y++) {
			for (let z = 0; z < nz; z++) {
				for (const [dx, dy, dz] of offsets) {
					const [u, v, w] = [x + dx, y + dy, z + dz];
					if (u < 0 || v < 0 || w < 0 || u >= nx || v >= ny || w >= nz)
						continue;
					pairs.push([(x * ny + y) * nz + z, (u * ny + v) * nz + w]);
				}
			}
		}
	}
	return patternOf(nx * ny * nz, pairs);
}

export const membrane = [
	[1, 0, 0],
	[0, 1, 0],
	[1, 1, 0],
] as const;
export const bending = [...membrane, [1, -1, 0], [1, 2, 0], [2, 1, 0]] as const;
/** A box of cubes, each cut into six tetrahedra along its diagonal. */
export const tetrahedra = [
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
	[1, 1, 0],
	[0, 1, 1],
	[1, 0, 1],
	[1, 1, 1],
] as const;
export const brick = [-1, 0, 1].flatMap((x) =>
	[-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z] as const)),
);

export const randomGraph = fc.integer({ min: 1, max: 40 }).chain((rows) => {
	const row = fc.nat({ max: rows - 1 });
	return fc
		.array(fc.tuple(row, row), { maxLength: 3 * rows })
		.map((pairs) => patternOf(rows, pairs));
});

export const star = (rows: number) =>
	patternOf(
		rows,
		Array.from({ length: rows - 1 }, (_, k): Pair => [0, k + 1]),
	);

export const patterns: Record<string, BlockPattern> = {
	"no rows": patternOf(0, []),
	"one row": patternOf(1, []),
	"two separate rows": patternOf(2, []),
	"two coupled rows": patternOf(2, [[0, 1]]),
	"isolated rows": patternOf(50, []),
	"two chains and an isolated row": patternOf(7, [
		[0, 2],
		[2, 4],
		[1, 3],
		[3, 6],
	]),
	"all coupled": patternOf(
		30,
		Array.from({ length: 900 }, (_, k): Pair => [Math.floor(k / 30), k % 30]),
	),
	"one row coupled with all": star(2000),
	"membrane grid": gridOf([31, 31, 1], membrane),
	"bending grid": gridOf([25, 20, 1], bending),
	"brick box": gridOf([6, 7, 5], brick),
	beam: gridOf([60, 3, 3], brick),
};
