import { requireOptions, requirePositive } from "../../checks.ts";
import { createMesh } from "../mesh.ts";
import { blocksSurface } from "./blocksSurface.ts";
import { type FramedShape, partGroups } from "./framedShape.ts";

export interface UShapeOptions {
	/** Over all, along x [m]. Default 0.11. */
	readonly width?: number;
	/** Over all, along y [m]. Default 0.1. */
	readonly height?: number;
	/** Thickness of legs and foot [m]. Default 0.03. */
	readonly thickness?: number;
	/** Along z [m]. Default 0.03. */
	readonly depth?: number;
	/** Longest side of a square of its surface [m]. Default a third of the thickness. */
	readonly edge?: number;
}

/** Two legs on a foot, with a frame near the top of each leg (Fig. 3). Parts: "left leg", "right leg", "foot". */
export function uShape(options: UShapeOptions = {}): FramedShape {
	requireOptions("uShape", options, [
		"width",
		"height",
		"thickness",
		"depth",
		"edge",
	]);
	const {
		width = 0.11,
		height = 0.1,
		thickness = 0.03,
		depth = 0.03,
	} = options;
	const { edge = thickness / 3 } = options;
	for (const [name, value] of Object.entries({
		width,
		height,
		thickness,
		depth,
		edge,
	}))
		requirePositive(`uShape: ${name}`, value);
	if (!(2 * thickness < width && thickness < height)) {
		throw new Error(
			`uShape: thickness is ${thickness}; legs and foot need it below half the width, ${width / 2}, and below the height, ${height}`,
		);
	}
	const partAt = (x: number, y: number) =>
		y < thickness ? "foot" : x < width / 2 ? "left leg" : "right leg";
	const { positions, triangles } = blocksSurface({
		planes: [
			[0, thickness, width - thickness, width],
			[0, thickness, height],
			[0, depth],
		],
		filled: (i, j) => j === 0 || i !== 1,
		edge,
	});
	const top = height - thickness / 2;
	return {
		surface: createMesh({
			positions,
			triangles,
			groups: partGroups(positions, partAt),
		}),
		frames: [
			{ name: "left leg", position: [thickness / 2, top, depth / 2] },
			{ name: "right leg", position: [width - thickness / 2, top, depth / 2] },
		],
		partAt,
	};
}
