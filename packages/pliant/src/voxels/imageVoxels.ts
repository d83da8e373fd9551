import type { Vector3 } from "../mesh/mesh.ts";
import type { VolumeImage } from "./volumeImage.ts";
import { mostVoxels, VoxelGrid } from "./voxelGrid.ts";

export interface ImageVoxelsOptions {
	/** The object is where values are at least this, or where this says so. */
	readonly inside: number | ((value: number) => boolean);
	/** Density [kg/m³] of what has a value; the body's where left out. */
	readonly density?: (value: number) => number;
	/** Factor of the material's stiffness of what has a value; 1 where left out. */
	readonly stiffness?: (value: number) => number;
	/** Joins blocks of so many values along each axis into one voxel of their mean. Default 1. */
	readonly every?: number;
}

/** The voxels of an object in a 3D image, with the density and stiffness that its values stand for (Gilles et al. 2011, section 4.2). */
export function imageVoxels(
	image: VolumeImage,
	options: ImageVoxelsOptions,
): VoxelGrid {
	const { every = 1, density, stiffness } = options;
	const { counts, values, spacing, origin } = coarser(image, every);
	const isInside =
		typeof options.inside === "number"
			? atLeast(options.inside)
			: options.inside;
	const inside = Uint8Array.from(values, (value) => (isInside(value) ? 1 : 0));
	if (!inside.includes(1)) {
		const [low, high] = range(values);
		throw new Error(
			`imageVoxels: no value is inside; they go from ${low} to ${high}, and "inside" must take some of them`,
		);
	}
	return new VoxelGrid({
		// Values are at the centres of voxels.
		origin: origin.map((o, k) => o - spacing[k] / 2) as unknown as Vector3,
		spacing,
		counts,
		inside,
		...(density && { density: property("density", density, values, inside) }),
		...(stiffness && {
			stiffness: property("stiffness", stiffness, values, inside),
		}),
	});
}

const atLeast = (threshold: number) => (value: number) => value >= threshold;

function property(
	name: string,
	of: (value: number) => number,
	values: Float64Array,
	inside: Uint8Array,
): Float64Array {
	return values.map((value, voxel) => {
		if (!inside[voxel]) return 0;
		const result = of(value);
		if (!(result > 0 && Number.isFinite(result))) {
			throw new Error(
				`imageVoxels: ${name}(${value}) is ${result}; it must be positive for every value inside`,
			);
		}
		return result;
	});
}

function range(values: Float64Array): [number, number] {
	let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const value of values) {
		low = Math.min(low, value);
		high = Math.max(high, value);
	}
	return [low, high];
}

/** The image of the means of blocks; blocks at the far sides may hold less. */
function coarser(
	image: VolumeImage,
	every: number,
): VolumeImage & { readonly values: Float64Array } {
	const { counts, spacing, origin, values } = image;
	const [nx, ny, nz] = counts;
	if (!(Number.isInteger(every) && every >= 1)) {
		throw new Error(
			`imageVoxels: every is ${every}; it must be a whole number from 1 on`,
		);
	}
	if (values.length !== nx * ny * nz) {
		throw new Error(
			`imageVoxels: the image has ${values.length} values; ${counts.join(" × ")} need ${nx * ny * nz}`,
		);
	}
	const coarse = counts.map((n) => Math.ceil(n / every)) as unknown as Vector3;
	const total = coarse[0] * coarse[1] * coarse[2];
	if (total > mostVoxels) {
		throw new Error(
			`imageVoxels: ${coarse.join(" × ")} voxels are more than ${mostVoxels}; set "every" higher`,
		);
	}
	const sums = new Float64Array(total);
	const parts = new Uint32Array(total);
	for (let k = 0, at = 0; k < nz; k++)
		for (let j = 0; j < ny; j++)
			for (let i = 0; i < nx; i++, at++) {
				const [x, y, z] = [i, j, k].map((n) => Math.floor(n / every));
				const voxel = x + coarse[0] * (y + coarse[1] * z);
				sums[voxel] += values[at];
				parts[voxel]++;
			}
	return {
		counts: coarse,
		spacing: spacing.map((s) => s * every) as unknown as Vector3,
		origin: origin.map(
			(o, k) => o + ((every - 1) / 2) * spacing[k],
		) as unknown as Vector3,
		values: sums.map((sum, voxel) => sum / parts[voxel]),
	};
}
