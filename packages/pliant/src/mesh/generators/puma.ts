import { requireOptions } from "../../checks.ts";
import type { Vector3 } from "../mesh.ts";
import { type Figure, type FigurePart, figureOf, joined } from "./figure.ts";
import type { FramedShape } from "./framedShape.ts";
import { type Distance, ellipsoid, limb } from "./implicitShape.ts";

export interface PumaOptions {
	/** From nose to rump [m]. Default 1.4. */
	readonly length?: number;
	/** About how many vertices the surface has. Default 8000. */
	readonly vertices?: number;
}

/** Limbs from point to point, with a radius at each. */
const chain = (
	points: readonly Vector3[],
	radii: readonly number[],
): Distance[] =>
	points.slice(1).map((to, i) => limb(points[i], to, [radii[i], radii[i + 1]]));

const trunk: FigurePart = {
	name: "trunk",
	frame: [-0.05, 0.42, 0],
	distance: joined(
		0.08,
		limb([-0.3, 0.43, 0], [0.22, 0.42, 0], [0.11, 0.115]),
		ellipsoid([0.19, 0.4, 0], [0.16, 0.15, 0.105]),
		ellipsoid([-0.31, 0.41, 0], [0.14, 0.14, 0.105]),
	),
};

const head: FigurePart = {
	name: "head",
	frame: [0.51, 0.6, 0],
	distance: joined(
		0.03,
		limb([0.27, 0.45, 0], [0.45, 0.57, 0], [0.1, 0.075]),
		ellipsoid([0.5, 0.61, 0], [0.095, 0.083, 0.078]),
		ellipsoid([0.585, 0.58, 0], [0.055, 0.043, 0.048]),
		...[-1, 1].map((side) =>
			limb(
				[0.46, 0.67, side * 0.048],
				[0.445, 0.72, side * 0.06],
				[0.036, 0.024],
			),
		),
	),
};

const tail: FigurePart = {
	name: "tail",
	frame: [-0.6, 0.37, 0],
	distance: joined(
		0.03,
		...chain(
			[
				[-0.4, 0.46, 0],
				[-0.57, 0.38, 0],
				[-0.7, 0.23, 0],
				[-0.82, 0.17, 0],
				[-0.93, 0.19, 0],
			],
			[0.042, 0.036, 0.032, 0.03, 0.026],
		),
	),
};

function frontLeg(name: string, side: 1 | -1): FigurePart {
	const z = side * 0.078;
	return {
		name,
		frame: [0.2, 0.22, z],
		distance: joined(
			0.03,
			...chain(
				[
					[0.22, 0.37, z],
					[0.18, 0.24, z],
					[0.21, 0.05, z],
				],
				[0.075, 0.052, 0.037],
			),
			ellipsoid([0.238, 0.03, z], [0.058, 0.031, 0.042]),
		),
	};
}

function hindLeg(name: string, side: 1 | -1): FigurePart {
	const z = side * 0.082;
	return {
		name,
		frame: [-0.32, 0.2, z],
		distance: joined(
			0.03,
			...chain(
				[
					[-0.33, 0.39, z],
					[-0.27, 0.25, z],
					[-0.39, 0.14, z],
					[-0.36, 0.04, z],
				],
				[0.1, 0.066, 0.04, 0.036],
			),
			ellipsoid([-0.328, 0.03, z], [0.06, 0.031, 0.042]),
		),
	};
}

const parts: readonly FigurePart[] = [
	trunk,
	head,
	frontLeg("front left leg", -1),
	frontLeg("front right leg", 1),
	hindLeg("hind left leg", -1),
	hindLeg("hind right leg", 1),
	tail,
];

/** In units of its length: x forward, y up, z to its right. */
const figure: Figure = {
	name: "puma",
	parts,
	width: 0.035,
	low: [-0.97, -0.01, -0.21],
	high: [0.65, 0.75, 0.21],
};

/** A big cat that stands on y = 0 and looks along x: a trunk, a head with its neck, four legs and a tail, with a frame in each. */
export function puma(options: PumaOptions = {}): FramedShape {
	requireOptions("puma", options, ["length", "vertices"]);
	const { length = 1.4, vertices = 8000 } = options;
	return figureOf(figure, ["length", length], vertices);
}
