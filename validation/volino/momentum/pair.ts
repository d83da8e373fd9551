/** Two triangles (A, C, D) and (B, D, C), at rest in the plane z = 0. */
import { createMesh, type Mesh, type Vector3 } from "pliant";

export type Pair = readonly [Vector3, Vector3, Vector3, Vector3];

export const convex: Pair = [
	[-0.8, 0.1, 0],
	[1.1, 0.2, 0],
	[0, -0.7, 0],
	[0, 0.9, 0],
];
/** The line AB passes the edge CD outside of it. */
export const nonConvex: Pair = [
	[-0.2, 1.4, 0],
	[1, 0.2, 0],
	[0, 0, 0],
	[0.05, 1, 0],
];

export const pairMesh = (pair: Pair): Mesh =>
	createMesh({ positions: pair.flat(), triangles: [0, 2, 3, 1, 3, 2] });

export const subtract = (a: Vector3, b: Vector3): Vector3 => [
	a[0] - b[0],
	a[1] - b[1],
	a[2] - b[2],
];
export const cross = (a: Vector3, b: Vector3): Vector3 => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];
export const scaled = (a: Vector3, by: number): Vector3 => [
	by * a[0],
	by * a[1],
	by * a[2],
];
export const dot = (a: Vector3, b: Vector3): number =>
	a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vector3): number => Math.hypot(...a);

/** Σ α_J v_J of vectors at A, B, C, D. */
export const combined = (
	alpha: readonly number[],
	vectors: readonly Vector3[],
): Vector3 => {
	const at = (k: number) =>
		vectors.reduce((sum, v, i) => sum + alpha[i] * v[k], 0);
	return [at(0), at(1), at(2)];
};

/** Coefficients of eq. 5 as it is printed: areas without sign. */
export function printedCoefficients([A, B, C, D]: Pair): number[] {
	const area = (p: Vector3, q: Vector3, r: Vector3) =>
		length(cross(subtract(p, q), subtract(p, r)));
	const [NA, NB, NC, ND] = [
		area(A, C, D),
		area(B, D, C),
		area(C, B, A),
		area(D, A, B),
	];
	return [NB / (NA + NB), NA / (NA + NB), -ND / (NC + ND), -NC / (NC + ND)];
}
