import { requireOneOf, requireOptions, requirePositive } from "../../checks.ts";
import { createMesh } from "../mesh.ts";
import { blocksSurface } from "./blocksSurface.ts";
import { type FramedShape, partGroups } from "./framedShape.ts";

export interface TShapeOptions {
	/** Width of the bar on top, along x [m]. Default 0.12. */
	readonly width?: number;
	/** Over all, along y [m]. Default 0.12. */
	readonly height?: number;
	/** Thickness of bar and stem [m]. Default 0.03. */
	readonly thickness?: number;
	/** Along z [m]. Default 0.03. */
	readonly depth?: number;
	/**
	 * - "two": in the middle of the bar and at the foot of the stem
	 * - "three": at both ends of the bar and at the foot
	 *
	 * Default "two".
	 */
	readonly frames?: "two" | "three";
	/** Longest side of a square of its surface [m]. Default a third of the thickness. */
	readonly edge?: number;
}

/** A bar on a stem (Fig. 7). Parts: "bar" and "stem". */
export function tShape(options: TShapeOptions = {}): FramedShape {
	requireOptions("tShape", options, [
		"width",
		"height",
		"thickness",
		"depth",
		"edge",
		"frames",
	]);
	const {
		width = 0.12,
		height = 0.12,
		thickness = 0.03,
		depth = 0.03,
	} = options;
	const { edge = thickness / 3, frames = "two" } = options;
	for (const [name, value] of Object.entries({
		width,
		height,
		thickness,
		depth,
		edge,
	}))
		requirePositive(`tShape: ${name}`, value);
	requireOneOf("tShape: frames", frames, ["two", "three"]);
	if (!(thickness < width && thickness < height)) {
		throw new Error(
			`tShape: thickness is ${thickness}; it must be below the width, ${width}, and the height, ${height}`,
		);
	}
	const partAt = (_x: number, y: number) =>
		y < height - thickness ? "stem" : "bar";
	const { positions, triangles } = blocksSurface({
		planes: [
			[-width / 2, -thickness / 2, thickness / 2, width / 2],
			[0, height - thickness, height],
			[-depth / 2, depth / 2],
		],
		filled: (i, j) => j === 1 || i === 1,
		edge,
	});
	const top = height - thickness / 2;
	const end = width / 2 - thickness / 2;
	return {
		surface: createMesh({
			positions,
			triangles,
			groups: partGroups(positions, partAt),
		}),
		frames: [
			...(frames === "two"
				? [{ name: "bar", position: [0, top, 0] as const }]
				: [
						{ name: "left end", position: [-end, top, 0] as const },
						{ name: "right end", position: [end, top, 0] as const },
					]),
			{ name: "foot", position: [0, thickness / 2, 0] },
		],
		partAt,
	};
}
