/** Geometry of a triangle in the plane, given by three corners, counter-clockwise. */
import type { Point } from "../../sketch.ts";

type Triangle = readonly Point[];

export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
export const scaled = (factor: number, [x, y]: Point): Point => [
	factor * x,
	factor * y,
];
export const times = (a: Point, b: Point): Point => [a[0] * b[0], a[1] * b[1]];
export const sum = ([x, y]: Point): number => x + y;

const cross = (a: Point, b: Point): number => a[0] * b[1] - a[1] * b[0];

export const areaOf = ([a, b, c]: Triangle): number =>
	cross(minus(b, a), minus(c, a)) / 2;

/** The other two corners as seen from a corner, in order. */
const others = (i: number): readonly [number, number] => [
	(i + 1) % 3,
	(i + 2) % 3,
];

export const cotangents = (corners: Triangle): number[] =>
	[0, 1, 2].map((i) => {
		const [j, k] = others(i);
		const [u, v] = [
			minus(corners[j], corners[i]),
			minus(corners[k], corners[i]),
		];
		return sum(times(u, v)) / cross(u, v);
	});

/** Gradients of the barycentric coordinates. */
export const shapeVectors = (corners: Triangle): Point[] =>
	[0, 1, 2].map((i) => {
		const [j, k] = others(i);
		const [x, y] = minus(corners[k], corners[j]);
		return scaled(1 / (2 * areaOf(corners)), [-y, x]);
	});

export const heights = (corners: Triangle): number[] =>
	[0, 1, 2].map((i) => {
		const [j, k] = others(i);
		return (2 * areaOf(corners)) / Math.hypot(...minus(corners[k], corners[j]));
	});

/** The point of the edge opposite a corner with the weights of cotangents, crossed: cot of the one with the place of the other. */
export function foot(
	corners: Triangle,
	cot: readonly number[],
	i: number,
): Point {
	const [j, k] = others(i);
	const whole = cot[j] + cot[k];
	const [a, b] = [
		scaled(cot[k] / whole, corners[j]),
		scaled(cot[j] / whole, corners[k]),
	];
	return [a[0] + b[0], a[1] + b[1]];
}

export function circumcircle([a, b, c]: Triangle) {
	const [u, v] = [minus(b, a), minus(c, a)];
	const twice = 2 * cross(u, v);
	const [uu, vv] = [sum(times(u, u)), sum(times(v, v))];
	const offset: Point = [
		(vv * u[1] - uu * v[1]) / -twice,
		(uu * v[0] - vv * u[0]) / -twice,
	];
	return {
		center: [a[0] + offset[0], a[1] + offset[1]] as Point,
		radius: Math.hypot(...offset),
	};
}
