/** The turtle of Fig. 8: seven frames, one in each of its parts, that of the shell first. */
import type { Vector3 } from "pliant";
import {
	type FramedShape,
	type Samples,
	turtle,
	voxelSamples,
} from "pliant/frames";
import { laws } from "pliant/models";
import { type VoxelGrid, voxelise } from "pliant/voxels";

export interface Turtle {
	readonly shape: FramedShape;
	readonly grid: VoxelGrid;
	readonly samples: Samples;
	readonly origins: readonly Vector3[];
	readonly isShell: (x: number, y: number, z: number) => boolean;
}

/** The paper's. */
export const rubber = laws.stVenantKirchhoff({
	youngModulus: 700e3,
	poissonRatio: 0.3,
});

/** @param count of samples, about */
export function makeTurtle(count: number): Turtle {
	const shape = turtle();
	const grid = voxelise(shape.surface, { count });
	return {
		shape,
		grid,
		samples: voxelSamples(grid),
		origins: shape.frames.map(({ position }) => position),
		isShell: (x, y, z) => shape.partAt(x, y, z) === "shell",
	};
}
