import { requireOptions } from "../../checks.ts";
import { type Figure, type FigurePart, figureOf, joined } from "./figure.ts";
import type { FramedShape } from "./framedShape.ts";
import { ellipsoid, limb } from "./implicitShape.ts";

export interface MannequinOptions {
	/** Height of the crown above y = 0 [m]. Default 1.75. */
	readonly height?: number;
	/** About how many vertices the surface has. Default 3000. */
	readonly vertices?: number;
}

const torso: FigurePart = {
	name: "torso",
	frame: [0, 0.66, 0],
	distance: joined(
		0.06,
		ellipsoid([0, 0.52, 0], [0.092, 0.07, 0.064]),
		ellipsoid([0, 0.6, 0], [0.074, 0.08, 0.054]),
		ellipsoid([0, 0.72, 0], [0.09, 0.09, 0.062]),
		limb([-0.085, 0.795, 0], [0.085, 0.795, 0], [0.032, 0.032]),
	),
};

const head: FigurePart = {
	name: "head",
	frame: [0, 0.94, 0],
	distance: joined(
		0.02,
		limb([0, 0.78, 0], [0, 0.88, 0.004], [0.036, 0.03]),
		ellipsoid([0, 0.935, 0.008], [0.045, 0.065, 0.055]),
	),
};

const arm = (name: string, side: 1 | -1): FigurePart => ({
	name,
	frame: [0.2 * side, 0.795, 0],
	distance: joined(
		0.02,
		limb([0.09 * side, 0.795, 0], [0.24 * side, 0.795, 0], [0.033, 0.026]),
		limb([0.24 * side, 0.795, 0], [0.38 * side, 0.795, 0], [0.026, 0.02]),
		ellipsoid([0.41 * side, 0.795, 0], [0.035, 0.014, 0.022]),
	),
});

const parts: readonly FigurePart[] = [
	torso,
	head,
	arm("left arm", 1),
	arm("right arm", -1),
];

/** In heights: x to its left, y up, z forward. */
const figure: Figure = {
	name: "mannequin",
	parts,
	width: 0.03,
	low: [-0.46, 0.44, -0.08],
	high: [0.46, 1.01, 0.08],
};

/** A dressmaker's figure without legs that looks along z and spreads its arms: a torso, a head and two arms. */
export function mannequin(options: MannequinOptions = {}): FramedShape {
	requireOptions("mannequin", options, ["height", "vertices"]);
	const { height = 1.75, vertices = 3000 } = options;
	return figureOf(figure, ["height", height], vertices);
}
