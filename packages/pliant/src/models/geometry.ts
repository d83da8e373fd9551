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

export const distance = (a: Vector3, b: Vector3): number =>
	Math.sqrt(dotProduct(subtract(a, b), subtract(a, b)));

/** Area [m²] of a triangle in space. */
export function triangleArea([a, b, c]: readonly Vector3[]): number {
	const n = crossProduct(subtract(b, a), subtract(c, a));
	return 0.5 * Math.sqrt(dotProduct(n, n));
}

/** Volume [m³] of a tetrahedron, positive for the usual orientation. */
export function tetrahedronVolume([a, b, c, d]: readonly Vector3[]): number {
	return (
		dotProduct(crossProduct(subtract(b, a), subtract(c, a)), subtract(d, a)) / 6
	);
}

/** Gradients [1/m] of the linear shape functions of a tetrahedron: area vectors of the faces opposite, over 3 volumes. */
export function tetrahedronShapeGradients(X: readonly Vector3[]): Vector3[] {
	const volume = tetrahedronVolume(X);
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
