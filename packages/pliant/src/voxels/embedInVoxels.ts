import type { EmbeddedSurface } from "../mesh/embeddedSurface.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { VoxelGrid } from "./voxelGrid.ts";

/**
 * Ties a surface to the hexahedra of its voxels (`voxelMesh`). Each of its vertices is where the eight voxels around it, or the nearest ones
 * where the object ends, would take it if they went on as they are, blended by how near they are. So it stays smooth over the steps of
 * voxels and follows affine motions exactly. (By the nearest voxel alone, creases showed in a neck that was bent.)
 */
export function embedInVoxels(
	surface: Mesh,
	grid: VoxelGrid,
	solid: Mesh,
): EmbeddedSurface {
	const { origin, spacing, nearest, voxels } = grid;
	const { positions } = surface;
	const offsets = [0];
	const vertices: number[] = [];
	const shares: number[] = [];
	for (let start = 0; start < positions.length; start += 3) {
		const place = origin.map(
			(low, axis) => (positions[start + axis] - low) / spacing[axis],
		);
		for (const [voxel, weight] of voxelsAround(place, grid)) {
			if (weight === 0) continue;
			const cell = nearest[voxel];
			const corner = grid.place(voxels[cell]);
			const inside = place.map((p, axis) => p - corner[axis]);
			for (const [i, share] of trilinear(inside).entries()) {
				vertices.push(solid.hexahedra[8 * cell + i]);
				shares.push(weight * share);
			}
		}
		offsets.push(vertices.length);
	}
	return {
		mesh: surface,
		offsets: Uint32Array.from(offsets),
		vertices: Uint32Array.from(vertices),
		shares: Float64Array.from(shares),
		notes: grid.notes,
	};
}

/** The voxels whose centres are around a place, given in voxels from the grid's corner, and how near it is to each. */
function voxelsAround(
	place: readonly number[],
	{ counts, strides }: VoxelGrid,
): [number, number][] {
	let around: [number, number][] = [[0, 1]];
	for (const [axis, p] of place.entries()) {
		const low = Math.floor(p - 0.5);
		const far = p - 0.5 - low;
		const step = (cell: number) =>
			Math.min(Math.max(cell, 0), counts[axis] - 1) * strides[axis];
		around = around.flatMap(([voxel, weight]): [number, number][] => [
			[voxel + step(low), weight * (1 - far)],
			[voxel + step(low + 1), weight * far],
		]);
	}
	return around;
}

/** Shares of the corners of a cube in VTK order at coordinates, which may lie outside of [0, 1]. */
function trilinear([x, y, z]: readonly number[]): number[] {
	const face = [(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y];
	return [1 - z, z].flatMap((level) => face.map((share) => share * level));
}
