/** What numerics need to run on, and the products of matrices that are only factored otherwise. */
import { singleThread } from "../../src/numerics/team.ts";
import { Arena } from "../../src/system/arena.ts";
import type { BlockMatrix } from "../../src/system/blockMatrix.ts";
import { type Vector, VectorSpace } from "../../src/system/vectorSpace.ts";

/** An arena, a thread and vectors for so many vertices. */
export async function newContext(vertexCount: number) {
	const team = await singleThread();
	const arena = new Arena(team.memory);
	const space = new VectorSpace(vertexCount, arena, team);
	return { team, arena, space };
}

/** A vector of these numbers. */
export function vectorOf(
	space: VectorSpace,
	numbers: ArrayLike<number>,
): Vector {
	const vector = space.vector();
	vector.array.set(numbers);
	return vector;
}

/** matrix · x. */
export function multiplyBlocks(
	{ pattern, blocks }: BlockMatrix,
	x: Float64Array,
): Float64Array {
	const out = new Float64Array(x.length);
	for (let row = 0; row < pattern.rows; row++)
		for (let k = pattern.rowStart[row]; k < pattern.rowStart[row + 1]; k++)
			for (let i = 0; i < 9; i++)
				out[3 * row + Math.floor(i / 3)] +=
					blocks[9 * k + i] * x[3 * pattern.columns[k] + (i % 3)];
	return out;
}
