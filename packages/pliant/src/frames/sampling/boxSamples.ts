import {
	requireCounts,
	requireOptions,
	requirePositives,
	requireVector3,
} from "../../checks.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import type { Samples } from "../samples.ts";

export interface BoxSamplesOptions {
	/** Extent along x, y, z [m]. Default [1, 1, 1]. */
	readonly size?: Vector3;
	/** Samples along x, y, z. */
	readonly counts: Vector3;
	/** The minimum corner [m]. Default [0, 0, 0]. */
	readonly origin?: Vector3;
}

/** Regular samples of a block, in the middles of equal cells; along x first, then y, then z. */
export function boxSamples(options: BoxSamplesOptions): Samples {
	requireOptions("boxSamples", options, ["size", "counts", "origin"]);
	const { size = [1, 1, 1], counts, origin = [0, 0, 0] } = options;
	requirePositives("boxSamples: size", size, 3);
	requireCounts("boxSamples: counts", counts, 3);
	requireVector3("boxSamples: origin", origin);
	const count = counts[0] * counts[1] * counts[2];
	const positions = new Float64Array(3 * count);
	let at = 0;
	for (let k = 0; k < counts[2]; k++)
		for (let j = 0; j < counts[1]; j++)
			for (let i = 0; i < counts[0]; i++)
				for (const [axis, place] of [i, j, k].entries())
					positions[at++] =
						origin[axis] + (size[axis] * (place + 0.5)) / counts[axis];
	const volume = (size[0] * size[1] * size[2]) / count;
	return { count, positions, volumes: new Float64Array(count).fill(volume) };
}
