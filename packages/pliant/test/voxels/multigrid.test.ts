import { describe, expect, test } from "vitest";
import { diffusion } from "../../src/voxels/diffusion.ts";
import { VoxelMultigrid } from "../../src/voxels/multigrid.ts";
import { VoxelGrid } from "../../src/voxels/voxelGrid.ts";
import { uGrid } from "../frames/weights/fieldChecks.ts";

/** Solves for a known solution on the free voxels of a grid whose first voxel is held. */
function solveOn(grid: VoxelGrid, stencil: "faces" | "gaussian") {
	const isHeld = new Uint8Array(grid.voxels.length);
	isHeld[0] = 1;
	const { matrix, free } = diffusion(grid, stencil, isHeld);
	const places = Int32Array.from(
		Array.from(free).flatMap((place) => grid.place(grid.voxels[place])),
	);
	const exact = Float64Array.from(free, (i) => Math.sin(0.1 * i));
	const b = exact.map((value, row) => {
		let sum = matrix.diagonal[row] * value;
		for (let e = matrix.offsets[row]; e < matrix.offsets[row + 1]; e++)
			sum += matrix.values[e] * exact[matrix.columns[e]];
		return sum;
	});
	const x = new Float64Array(free.length);
	const report = new VoxelMultigrid(matrix, places).solve(b, x, 1e-12);
	const error = Math.max(...x.map((value, i) => Math.abs(value - exact[i])));
	return { ...report, error };
}

describe.each(["faces", "gaussian"] as const)(
	"diffusion over %s",
	(stencil) => {
		test.each([2, 4, 8])(
			"is solved in few iterations, %d voxels per unit",
			(n) => {
				const { iterations, residual, error } = solveOn(uGrid(n), stencil);
				expect(iterations).toBeLessThan(25);
				expect(residual).toBeLessThan(1e-12);
				expect(error).toBeLessThan(1e-7);
			},
		);
	},
);

test("flat voxels take more, and still end", () => {
	const flat = new VoxelGrid({
		origin: [0, 0, 0],
		spacing: [1, 1, 6],
		counts: [30, 30, 10],
		inside: new Uint8Array(9000).fill(1),
	});
	const { iterations, error } = solveOn(flat, "faces");
	expect(iterations).toBeLessThan(100);
	expect(error).toBeLessThan(1e-7);
});
