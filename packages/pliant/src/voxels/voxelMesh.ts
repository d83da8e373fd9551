import { createMesh, type Mesh } from "../mesh/mesh.ts";
import { requireGrid, type VoxelGrid } from "./voxelGrid.ts";

/** The voxels of an object as hexahedra that share vertices, in the order of `grid.voxels`. */
export function voxelMesh(grid: VoxelGrid): Mesh {
	requireGrid("voxelMesh", grid);
	const { origin, spacing, counts } = grid;
	const [nx, ny] = [counts[0] + 1, counts[1] + 1];
	const numbers = new Map<number, number>();
	const positions: number[] = [];
	const vertexAt = (i: number, j: number, k: number) => {
		const key = i + nx * (j + ny * k);
		let vertex = numbers.get(key);
		if (vertex === undefined) {
			vertex = positions.length / 3;
			numbers.set(key, vertex);
			for (const [axis, place] of [i, j, k].entries())
				positions.push(origin[axis] + place * spacing[axis]);
		}
		return vertex;
	};
	const hexahedra: number[] = [];
	for (const voxel of grid.voxels) {
		const [i, j, k] = grid.place(voxel);
		for (const z of [k, k + 1])
			hexahedra.push(
				vertexAt(i, j, z),
				vertexAt(i + 1, j, z),
				vertexAt(i + 1, j + 1, z),
				vertexAt(i, j + 1, z),
			);
	}
	return createMesh({ positions, hexahedra });
}
