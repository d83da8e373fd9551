/** The bunny of Figs 1, 4 and 9: a frame in its body, which is held, and one in its head. */
import type { Mesh, Vector3 } from "pliant";
import {
	type Bunny,
	bunny,
	type FrameBody,
	frameBody,
	geodesicWeights,
	harmonicWeights,
	voxelSamples,
	type WeightField,
} from "pliant/frames";
import { laws } from "pliant/models";
import { type VoxelGrid, voxelise } from "pliant/voxels";

export interface SoftBunny {
	readonly shape: Bunny;
	/** What of it touches. */
	readonly collisionSurface: Mesh;
	readonly grid: VoxelGrid;
	readonly weights: WeightField;
	/** A body of it, anew. */
	readonly body: () => FrameBody;
	/** Weight of a frame that is inserted at an origin, reaching so far within the bunny [m]. */
	readonly local: (reach: number) => (origin: Vector3) => WeightField;
}

/**
 * @param count of samples, about
 * @param options `vertices` to be looked at, and `touching` ones where those that touch are others
 */
export function softBunny(
	count: number,
	{ hasEarFrame = false, vertices = 5000, touching = 0 } = {},
): SoftBunny {
	const shape = bunny({ vertices });
	const collisionSurface =
		touching > 0 ? bunny({ vertices: touching }).surface : shape.surface;
	const grid = voxelise(shape.surface, { count });
	const frames = [
		...shape.frames,
		...(hasEarFrame ? [{ name: "right ear", position: shape.ears[1] }] : []),
	];
	const weights = harmonicWeights(
		grid,
		frames.map(({ position }) => position),
		{ radius: 0.01 },
	);
	return {
		shape,
		collisionSurface,
		grid,
		weights,
		body: () =>
			frameBody({
				name: "bunny",
				samples: voxelSamples(grid),
				frames,
				weights,
				density: 1000,
				law: laws.stVenantKirchhoff({ youngModulus: 700e3, poissonRatio: 0.3 }),
				surface: shape.surface,
				collisionSurface,
			}),
		local: (cutoff) => (origin) =>
			geodesicWeights(grid, [origin], { cutoff, partial: true }),
	};
}
