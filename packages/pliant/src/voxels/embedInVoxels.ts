import type { EmbeddedSurface } from "../mesh/embeddedSurface.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { VoxelGrid } from "./voxelGrid.ts";

/**
 * Ties a surface to the hexahedra of its voxels (`voxelMesh`). Vertices outside of all voxels follow the nearest one as if it went on, so
 * that the skin stays smooth where voxels have steps.
 */
export function embedInVoxels(
	surface: Mesh,
	grid: VoxelGrid,
	solid: Mesh,
): EmbeddedSurface {
	const { origin, spacing, counts, nearest, voxels, strides } = grid;
	const { positions } = surface;
	const vertexCount = positions.length / 3;
	const vertices = new Uint32Array(8 * vertexCount);
	const shares = new Float64Array(8 * vertexCount);
	for (let v = 0; v < vertexCount; v++) {
		const places = counts.map((_, axis) => {
			const p = positions[3 * v + axis];
			return (p - origin[axis]) / spacing[axis];
		});
		const box = places.reduce((sum, place, axis) => {
			const cell = Math.min(Math.max(Math.floor(place), 0), counts[axis] - 1);
			return sum + cell * strides[axis];
		}, 0);
		const cell = nearest[box];
		const [x, y, z] = grid
			.place(voxels[cell])
			.map((start, axis) => places[axis] - start);
		vertices.set(solid.hexahedra.subarray(8 * cell, 8 * cell + 8), 8 * v);
		const around = [(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y];
		for (const [i, share] of around.entries()) {
			shares[8 * v + i] = share * (1 - z);
			shares[8 * v + 4 + i] = share * z;
		}
	}
	return { mesh: surface, count: 8, vertices, shares, notes: grid.notes };
}
