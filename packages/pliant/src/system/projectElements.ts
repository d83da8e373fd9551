/** Makes element Hessians positive semi-definite, so that Newton's direction is one of descent in compression and buckling. */
import type { Precision } from "./backend.ts";
import type { ElementGroup } from "./elementGroup.ts";
import { createEigenWorkspace, projectToPositive } from "./symmetricEigen.ts";

/** Replaces each cell's Hessian in `results` (from `base` on) by the nearest positive semi-definite one. */
export function projectElements(
	group: ElementGroup,
	precision: Precision,
	results: Float64Array | Float32Array,
	base: number,
): void {
	const { nodes, pairs, translationInvariant } = group;
	const lanes = group.lanes[precision];
	const size = 3 * nodes;
	const matrix = new Float64Array(size * size);
	const workspace = createEigenWorkspace(size);
	for (let cell = 0; cell < group.cells; cell++) {
		matrix.fill(0);
		const first = base + group.summedOffset("hessian", precision, cell, 0);
		for (const [pair, [a, b]] of pairs.entries())
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < 3; c++) {
					const value = results[first + lanes * (9 * pair + 3 * r + c)];
					const row = 3 * a + r;
					const column = 3 * b + c;
					matrix[row * size + column] = value;
					matrix[column * size + row] = value;
					if (translationInvariant) {
						matrix[row * size + 3 * a + c] -= value;
						matrix[(3 * b + c) * size + 3 * b + r] -= value;
					}
				}
		if (!projectToPositive(matrix, size, workspace)) continue;
		for (const [pair, [a, b]] of pairs.entries())
			for (let i = 0; i < 9; i++)
				results[first + lanes * (9 * pair + i)] =
					matrix[(3 * a + Math.floor(i / 3)) * size + 3 * b + (i % 3)];
	}
}
