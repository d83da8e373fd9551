/**
 * Diffusion over the voxels of an object: the graph Laplacian Σⱼ gᵢⱼ (wᵢ − wⱼ) over neighbours within the object. What is outside
 * does not occur, which is the natural boundary condition (no flux), and also what blurring does that takes a voxel's own value for a
 * missing neighbour.
 */
import type { VoxelGrid } from "./voxelGrid.ts";

/**
 * - "faces": six neighbours, g = 1/h² along each axis: Laplace's equation by finite volumes.
 * - "gaussian": all 26 around, with the weights of the 3×3×3 blur (1, 2, 1)³/64. Where w no longer changes under that blur, its
 *   Laplacian is zero.
 */
export type DiffusionStencil = "faces" | "gaussian";

export interface Neighbour {
	/** Steps along x, y, z. */
	readonly steps: readonly [number, number, number];
	readonly weight: number;
}

export function stencilOf(
	grid: VoxelGrid,
	stencil: DiffusionStencil,
): Neighbour[] {
	const neighbours: Neighbour[] = [];
	for (let z = -1; z <= 1; z++)
		for (let y = -1; y <= 1; y++)
			for (let x = -1; x <= 1; x++) {
				const steps = [x, y, z] as const;
				const far = Math.abs(x) + Math.abs(y) + Math.abs(z);
				if (far === 0) continue;
				if (stencil === "gaussian")
					neighbours.push({ steps, weight: 2 ** -far / 8 });
				else if (far === 1) {
					const h = grid.spacing[steps.findIndex((step) => step !== 0)];
					neighbours.push({ steps, weight: 1 / h ** 2 });
				}
			}
	return neighbours;
}

/** A symmetric matrix by rows, its diagonal apart. */
export interface SparseRows {
	readonly diagonal: Float64Array;
	/** One more than rows. */
	readonly offsets: Uint32Array;
	readonly columns: Uint32Array;
	readonly values: Float64Array;
}

export interface Diffusion {
	/** The Laplacian of the free voxels. */
	readonly matrix: SparseRows;
	/** The free voxels, as places in `grid.voxels`. */
	readonly free: Uint32Array;
	/** Couplings of free voxels to held ones: row, place of the held one in `grid.voxels`, and weight, in this order. */
	readonly held: {
		readonly rows: Uint32Array;
		readonly places: Uint32Array;
		readonly weights: Float64Array;
	};
}

/** @param isHeld for every voxel of the object in the order of `grid.voxels` */
export function diffusion(
	grid: VoxelGrid,
	stencil: DiffusionStencil,
	isHeld: Uint8Array,
): Diffusion {
	const { voxels, inside, counts, strides, nearest } = grid;
	const neighbours = stencilOf(grid, stencil);
	const rowOf = new Int32Array(voxels.length).fill(-1);
	const free: number[] = [];
	for (let place = 0; place < voxels.length; place++)
		if (!isHeld[place]) rowOf[place] = free.push(place) - 1;

	const diagonal = new Float64Array(free.length);
	const offsets = new Uint32Array(free.length + 1);
	const columns = new Uint32Array(free.length * neighbours.length);
	const values = new Float64Array(columns.length);
	const held = { rows: [], places: [], weights: [] } as Record<
		"rows" | "places" | "weights",
		number[]
	>;
	let end = 0;
	for (let row = 0; row < free.length; row++) {
		const voxel = voxels[free[row]];
		const at = grid.place(voxel);
		for (const { steps, weight } of neighbours) {
			const isIn = steps.every((step, axis) => {
				const place = at[axis] + step;
				return place >= 0 && place < counts[axis];
			});
			if (!isIn) continue;
			const other =
				voxel +
				steps[0] * strides[0] +
				steps[1] * strides[1] +
				steps[2] * strides[2];
			if (!inside[other]) continue;
			diagonal[row] += weight;
			const place = nearest[other];
			if (rowOf[place] < 0) {
				held.rows.push(row);
				held.places.push(place);
				held.weights.push(weight);
			} else {
				columns[end] = rowOf[place];
				values[end++] = -weight;
			}
		}
		offsets[row + 1] = end;
	}
	return {
		matrix: {
			diagonal,
			offsets,
			columns: columns.slice(0, end),
			values: values.slice(0, end),
		},
		free: Uint32Array.from(free),
		held: {
			rows: Uint32Array.from(held.rows),
			places: Uint32Array.from(held.places),
			weights: Float64Array.from(held.weights),
		},
	};
}
