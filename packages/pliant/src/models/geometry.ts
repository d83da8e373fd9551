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
	distance(a, b);

/** Area [m²] of a triangle in space at rest. */
export const restArea = ([a, b, c]: readonly Vector3[]): number =>
	area(a, b, c);

/** Number by number, as millions of elements need it: vectors of differences and products took most of the time. */
function distance(a: Vector3, b: Vector3): number {
	const x = a[0] - b[0];
	const y = a[1] - b[1];
	const z = a[2] - b[2];
	return Math.sqrt(x * x + y * y + z * z);
}

function area(a: Vector3, b: Vector3, c: Vector3): number {
	const ux = b[0] - a[0];
	const uy = b[1] - a[1];
	const uz = b[2] - a[2];
	const vx = c[0] - a[0];
	const vy = c[1] - a[1];
	const vz = c[2] - a[2];
	const x = uy * vz - uz * vy;
	const y = uz * vx - ux * vz;
	const z = ux * vy - uy * vx;
	return 0.5 * Math.sqrt(x * x + y * y + z * z);
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
	const base = distance(a, b);
	const along = dotProduct(subtract(c, a), subtract(b, a)) / base;
	const height = (2 * area(a, b, c)) / base;
	return [
		[-1 / base, (along / base - 1) / height],
		[1 / base, -along / base / height],
		[0, 1 / height],
	];
}

/** Unit vectors along the two coordinates of `triangleShapeGradients`: along the first edge, and to its left in the plane. */
export function triangleAxes(X: readonly Vector3[]): [Vector3, Vector3] {
	const [a, b, c] = X;
	const base = distance(a, b);
	const x = (b[0] - a[0]) / base;
	const y = (b[1] - a[1]) / base;
	const z = (b[2] - a[2]) / base;
	const p = c[0] - a[0];
	const q = c[1] - a[1];
	const r = c[2] - a[2];
	const along = p * x + q * y + r * z;
	const height = (2 * area(a, b, c)) / base;
	return [
		[x, y, z],
		[
			(p - along * x) / height,
			(q - along * y) / height,
			(r - along * z) / height,
		],
	];
}

/** Gradients [1/m] of the linear shape functions of an edge, along it. */
export function edgeShapeGradients([a, b]: readonly Vector3[]): Vector3[] {
	const along = subtract(b, a);
	const [x, y, z] = along.map((c) => c / dotProduct(along, along));
	return [
		[-x, -y, -z],
		[x, y, z],
	];
}

/** Gradients [1/m] of the linear shape functions of a triangle as vectors in space, which lie in its plane. With them F is 3×3. */
export function triangleSpaceGradients([
	a,
	b,
	c,
]: readonly Vector3[]): Vector3[] {
	const normal = crossProduct(subtract(b, a), subtract(c, a));
	const squared = dotProduct(normal, normal);
	// Perpendicular to the opposite edge in the plane; its length is one over the height.
	const gradient = (from: Vector3, to: Vector3): Vector3 => {
		const across = crossProduct(normal, subtract(to, from));
		return [across[0] / squared, across[1] / squared, across[2] / squared];
	};
	return [gradient(b, c), gradient(c, a), gradient(a, b)];
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

/** Coordinates in [−1, 1]³ of a hexahedron's corners, in VTK order. */
const hexahedronCorners: readonly Vector3[] = [
	[-1, -1, -1],
	[1, -1, -1],
	[1, 1, -1],
	[-1, 1, -1],
	[-1, -1, 1],
	[1, -1, 1],
	[1, 1, 1],
	[-1, 1, 1],
];

/** ∂N/∂ξ of the trilinear shape functions N_v = ⅛ Π_k (1 + ξ_k c_vk) at Gauss point `sample`: at 1/√3 of the way to the corner of this number. */
function hexahedronReferenceGradients(sample: number): Vector3[] {
	const along = hexahedronCorners[sample].map((c) => c / Math.sqrt(3));
	return hexahedronCorners.map(([cx, cy, cz]) => {
		const [fx, fy, fz] = [
			1 + along[0] * cx,
			1 + along[1] * cy,
			1 + along[2] * cz,
		];
		return [(cx * fy * fz) / 8, (cy * fz * fx) / 8, (cz * fx * fy) / 8];
	});
}

/** Columns ∂X/∂ξ_k of the Jacobian of a hexahedron's map from [−1, 1]³. */
function hexahedronTangents(
	X: readonly Vector3[],
	referenceGradients: readonly Vector3[],
): Vector3[] {
	return [0, 1, 2].map((k) => {
		const tangent: [number, number, number] = [0, 0, 0];
		for (const [v, gradient] of referenceGradients.entries())
			for (let r = 0; r < 3; r++) tangent[r] += X[v][r] * gradient[k];
		return tangent;
	});
}

/**
 * Volume [m³] that Gauss point `sample` (0 to 7, of 2×2×2) of a hexahedron at rest stands for, positive for the usual
 * orientation. The eight add up to the volume of the trilinear hexahedron exactly.
 */
export function hexahedronSampleVolume(
	X: readonly Vector3[],
	sample: number,
): number {
	const [a, b, c] = hexahedronTangents(X, hexahedronReferenceGradients(sample));
	return dotProduct(crossProduct(a, b), c);
}

/** Gradients [1/m] of the trilinear shape functions of a hexahedron (VTK order) at Gauss point `sample`, 0 to 7 of 2×2×2. */
export function hexahedronShapeGradients(
	X: readonly Vector3[],
	sample: number,
): Vector3[] {
	const reference = hexahedronReferenceGradients(sample);
	const [a, b, c] = hexahedronTangents(X, reference);
	const determinant = dotProduct(crossProduct(a, b), c);
	// Rows of the inverse Jacobian, times its determinant.
	const rows = [crossProduct(b, c), crossProduct(c, a), crossProduct(a, b)];
	const component = (gradient: Vector3, r: number): number =>
		gradient.reduce((sum, g, k) => sum + g * rows[k][r], 0) / determinant;
	return reference.map((gradient) => [
		component(gradient, 0),
		component(gradient, 1),
		component(gradient, 2),
	]);
}
