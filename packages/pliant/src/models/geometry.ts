/** Plain-number geometry of rest shapes. */
import type { Vector3 } from "../mesh/mesh.ts";

export const subtract = (a: Vector3, b: Vector3): Vector3 => [
	a[0] - b[0],
	a[1] - b[1],
	a[2] - b[2],
];

export const dotProduct = (a: Vector3, b: Vector3): number =>
	a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const crossProduct = (a: Vector3, b: Vector3): Vector3 => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];

/** Length [m] of an edge at rest. */
export const restLength = ([a, b]: readonly Vector3[]): number =>
	Math.sqrt(dotProduct(subtract(a, b), subtract(a, b)));

/** Area [m²] of a triangle in space at rest. */
export function restArea([a, b, c]: readonly Vector3[]): number {
	const n = crossProduct(subtract(b, a), subtract(c, a));
	return 0.5 * Math.sqrt(dotProduct(n, n));
}

/** Volume [m³] of a tetrahedron at rest, positive for the usual orientation. */
export function restVolume([a, b, c, d]: readonly Vector3[]): number {
	return (
		dotProduct(crossProduct(subtract(b, a), subtract(c, a)), subtract(d, a)) / 6
	);
}

/**
 * Gradients [1/m] of the linear shape functions of a triangle, in the plane of the triangle: two coordinates, the first
 * along its first edge. With them F is 3×2.
 */
export function triangleShapeGradients(
	X: readonly Vector3[],
): [number, number][] {
	const [a, b, c] = X;
	const base = restLength([a, b]);
	const along = dotProduct(subtract(c, a), subtract(b, a)) / base;
	const height = (2 * restArea(X)) / base;
	return [
		[-1 / base, (along / base - 1) / height],
		[1 / base, -along / base / height],
		[0, 1 / height],
	];
}

/** Gradients [1/m] of the linear shape functions of a tetrahedron: area vectors of the faces opposite, over 3 volumes. */
export function tetrahedronShapeGradients(X: readonly Vector3[]): Vector3[] {
	const volume = restVolume(X);
	const gradient = (p: Vector3, q: Vector3, r: Vector3): Vector3 => {
		const n = crossProduct(subtract(q, p), subtract(r, p));
		return [n[0] / (6 * volume), n[1] / (6 * volume), n[2] / (6 * volume)];
	};
	const [a, b, c, d] = X;
	return [
		gradient(b, d, c),
		gradient(a, c, d),
		gradient(a, d, b),
		gradient(a, b, c),
	];
}
