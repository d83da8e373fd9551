import {
	requireCount,
	requireOptions,
	requirePositive,
	requirePositives,
} from "../../checks.ts";
import type { Vector3 } from "../mesh.ts";
import { blocksSurface } from "./blocksSurface.ts";
import type { FramedShape } from "./framedShape.ts";

export interface BarOptions {
	/** Extent along x, y, z [m]. Default [1, 0.1, 0.1]. */
	readonly size?: Vector3;
	/** Along its axis, the first and the last on its ends. Default 5. */
	readonly frames?: number;
	/** Longest side of a square of its surface [m]. Default a quarter of its height. */
	readonly edge?: number;
}

/** A bar along x from the origin on, around the x axis, with frames on it (Fig. 6). */
export function bar(options: BarOptions = {}): FramedShape {
	requireOptions("bar", options, ["size", "frames", "edge"]);
	const { size = [1, 0.1, 0.1], frames = 5 } = options;
	requirePositives("bar: size", size, 3);
	requireCount("bar: frames", frames, 1);
	const { edge = size[1] / 4 } = options;
	requirePositive("bar: edge", edge);
	const [length, height, depth] = size;
	return {
		surface: blocksSurface({
			planes: [
				[0, length],
				[-height / 2, height / 2],
				[-depth / 2, depth / 2],
			],
			filled: () => true,
			edge,
		}),
		frames: Array.from({ length: frames }, (_, i) => ({
			name: `frame ${i}`,
			position: [frames === 1 ? length / 2 : (length * i) / (frames - 1), 0, 0],
		})),
		partAt: () => "bar",
	};
}
