import { requireGrid, type VoxelGrid } from "./voxelGrid.ts";

/** Which connected piece each voxel of a grid belongs to, counted from 1; 0 outside. Voxels hang together by faces. */
export function voxelPieces(grid: VoxelGrid): {
	readonly count: number;
	readonly pieces: Uint32Array;
} {
	requireGrid("voxelPieces", grid);
	const { inside, voxels, counts, strides } = grid;
	const pieces = new Uint32Array(inside.length);
	const open: number[] = [];
	let count = 0;
	for (const first of voxels) {
		if (pieces[first]) continue;
		pieces[first] = ++count;
		open.push(first);
		for (let voxel = open.pop(); voxel !== undefined; voxel = open.pop()) {
			const place = grid.place(voxel);
			for (let axis = 0; axis < 3; axis++)
				for (const step of [-1, 1]) {
					const at = place[axis] + step;
					if (at < 0 || at >= counts[axis]) continue;
					const other = voxel + step * strides[axis];
					if (!inside[other] || pieces[other]) continue;
					pieces[other] = count;
					open.push(other);
				}
		}
	}
	return { count, pieces };
}
