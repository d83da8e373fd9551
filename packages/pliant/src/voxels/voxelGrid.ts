import {
	requireCounts,
	requirePositives,
	requireThat,
	requireVector3,
} from "../checks.ts";
import type { Vector3 } from "../mesh/mesh.ts";

export interface VoxelGridParts {
	/** The minimum corner [m]. */
	readonly origin: Vector3;
	/** Sides of a voxel [m]. */
	readonly spacing: Vector3;
	/** Voxels along x, y, z. */
	readonly counts: Vector3;
	/** 1 where a voxel belongs to the object; x fastest, then y, then z. */
	readonly inside: Uint8Array;
	/** [kg/m³] of every voxel; the body's where left out. */
	readonly density?: Float64Array;
	/** Factor of the material's stiffness in every voxel; 1 where left out. */
	readonly stiffness?: Float64Array;
	/** What the grid misses of the object, for people. */
	readonly notes?: readonly string[];
}

/** More than any use needs, and less than what would take all memory. */
export const mostVoxels = 2 ** 27;

/** A box of voxels of which some belong to an object. A voxel's number is i + nx·(j + ny·k). */
export class VoxelGrid implements VoxelGridParts {
	readonly origin: Vector3;
	readonly spacing: Vector3;
	readonly counts: Vector3;
	readonly inside: Uint8Array;
	readonly density?: Float64Array;
	readonly stiffness?: Float64Array;
	readonly notes: readonly string[];
	/** The voxels of the object, ascending. */
	readonly voxels: Uint32Array;
	#nearest?: Uint32Array;

	constructor(parts: VoxelGridParts) {
		const { origin, spacing, counts, inside, density, stiffness } = parts;
		requireVector3("VoxelGrid: origin", origin);
		requirePositives("VoxelGrid: spacing", spacing, 3);
		requireCounts("VoxelGrid: counts", counts, 3);
		const total = counts[0] * counts[1] * counts[2];
		for (const [name, values] of Object.entries({ inside, density, stiffness }))
			if (values && values.length !== total) {
				throw new Error(
					`VoxelGrid: ${name} has ${values.length} values; ${counts.join(" × ")} voxels need ${total}`,
				);
			}
		this.origin = origin;
		this.spacing = spacing;
		this.counts = counts;
		this.inside = inside;
		if (density) this.density = density;
		if (stiffness) this.stiffness = stiffness;
		this.notes = parts.notes ?? [];
		let count = 0;
		for (let voxel = 0; voxel < total; voxel++) if (inside[voxel]) count++;
		this.voxels = new Uint32Array(count);
		for (let voxel = 0, at = 0; voxel < total; voxel++)
			if (inside[voxel]) this.voxels[at++] = voxel;
	}

	/** Volume of one voxel [m³]. */
	get voxelVolume(): number {
		return this.spacing[0] * this.spacing[1] * this.spacing[2];
	}

	/** From a voxel to the next one along x, y, z. */
	get strides(): Vector3 {
		return [1, this.counts[0], this.counts[0] * this.counts[1]];
	}

	/** Place i, j, k of a voxel along x, y, z. */
	place(voxel: number): [number, number, number] {
		const [nx, ny] = this.counts;
		return [
			voxel % nx,
			Math.floor(voxel / nx) % ny,
			Math.floor(voxel / (nx * ny)),
		];
	}

	/** [m] */
	centre(voxel: number): [number, number, number] {
		const [i, j, k] = this.place(voxel);
		const { origin, spacing } = this;
		return [
			origin[0] + (i + 0.5) * spacing[0],
			origin[1] + (j + 0.5) * spacing[1],
			origin[2] + (k + 0.5) * spacing[2],
		];
	}

	/** For every voxel of the box, a nearest one of the object as its place in `voxels`, counted over faces. */
	get nearest(): Uint32Array {
		this.#nearest ??= this.#findNearest();
		return this.#nearest;
	}

	#findNearest(): Uint32Array {
		const { voxels, counts, strides } = this;
		const none = 2 ** 32 - 1;
		const nearest = new Uint32Array(this.inside.length).fill(none);
		voxels.forEach((voxel, i) => {
			nearest[voxel] = i;
		});
		let layer = Array.from(voxels);
		while (layer.length > 0) {
			const next: number[] = [];
			for (const voxel of layer) {
				const place = this.place(voxel);
				for (let axis = 0; axis < 3; axis++)
					for (const step of [-1, 1]) {
						const at = place[axis] + step;
						const other = voxel + step * strides[axis];
						if (at < 0 || at >= counts[axis] || nearest[other] !== none)
							continue;
						nearest[other] = nearest[voxel];
						next.push(other);
					}
			}
			layer = next;
		}
		return nearest;
	}

	/** The voxel of the object whose centre is nearest to a point [m]; a grid without any is refused. */
	nearestVoxel(p: ArrayLike<number>): number {
		let nearest = -1;
		let least = Number.POSITIVE_INFINITY;
		for (const voxel of this.voxels) {
			const [x, y, z] = this.centre(voxel);
			const squared = (x - p[0]) ** 2 + (y - p[1]) ** 2 + (z - p[2]) ** 2;
			if (squared >= least) continue;
			least = squared;
			nearest = voxel;
		}
		if (nearest < 0) {
			throw new Error(
				"VoxelGrid: no voxel belongs to the object; make the voxels smaller than its parts",
			);
		}
		return nearest;
	}
}

/** Refuses what is no grid. */
export function requireGrid(owner: string, grid: unknown): void {
	requireThat(
		grid instanceof VoxelGrid,
		`${owner}: the grid`,
		grid,
		"one of voxelise or imageVoxels, or a new VoxelGrid",
	);
}
