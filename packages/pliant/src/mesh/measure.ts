import { requireMesh, requireNumbers } from "../checks.ts";
import { hexahedronCorners, localFaces } from "./cellShape.ts";
import {
	type CellKind,
	cells,
	type Mesh,
	type Vector3,
	verticesPerCell,
} from "./mesh.ts";

export interface Bounds3 {
	readonly min: Vector3;
	readonly max: Vector3;
}

/** The box around points, xyz each; from infinity to minus infinity where there are none. */
export function boundingBox(positions: Float64Array): Bounds3 {
	requireNumbers("boundingBox: positions", positions);
	const min: [number, number, number] = [Infinity, Infinity, Infinity];
	const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
	for (let i = 0; i < positions.length; i++) {
		min[i % 3] = Math.min(min[i % 3], positions[i]);
		max[i % 3] = Math.max(max[i % 3], positions[i]);
	}
	return { min, max };
}

/** The sides of the box around points [m]. */
export function boxSides(positions: Float64Array): [number, number, number] {
	const { min, max } = boundingBox(positions);
	return [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
}

/** Square of the distance of two vertices [m²]: much faster than the distance, which does not overflow where its square would. */
export function squaredDistance(
	positions: Float64Array,
	a: number,
	b: number,
): number {
	const x = positions[3 * b] - positions[3 * a];
	const y = positions[3 * b + 1] - positions[3 * a + 1];
	const z = positions[3 * b + 2] - positions[3 * a + 2];
	return x * x + y * y + z * z;
}

/** Distance of two vertices [m]. */
export function edgeLength(
	positions: Float64Array,
	a: number,
	b: number,
): number {
	return Math.hypot(
		positions[3 * b] - positions[3 * a],
		positions[3 * b + 1] - positions[3 * a + 1],
		positions[3 * b + 2] - positions[3 * a + 2],
	);
}

/** Area of a triangle [m²], never negative. */
export function triangleArea(
	positions: Float64Array,
	a: number,
	b: number,
	c: number,
): number {
	const [x, y, z] = triangleAreaVector(positions, a, b, c);
	return Math.hypot(x, y, z);
}

/**
 * Whether a triangle is at least a thousandth as high as long, and of a size that squares of squares can tell: all but very few are, and exact
 * measures need not be taken of them, which are ten times as slow.
 */
export function isWellShaped(
	positions: Float64Array,
	a: number,
	b: number,
	c: number,
): boolean {
	const longestSquared = Math.max(
		squaredDistance(positions, a, b),
		squaredDistance(positions, b, c),
		squaredDistance(positions, c, a),
	);
	const [x, y, z] = triangleAreaVector(positions, a, b, c);
	return (
		longestSquared > 1e-60 &&
		longestSquared < 1e60 &&
		4 * (x * x + y * y + z * z) > 1e-6 * longestSquared * longestSquared
	);
}

/** Normal of a triangle with its area as length: (b−a)×(c−a)/2 [m²]. */
export function triangleAreaVector(
	positions: Float32Array | Float64Array,
	a: number,
	b: number,
	c: number,
): [number, number, number] {
	const ax = positions[3 * a];
	const ay = positions[3 * a + 1];
	const az = positions[3 * a + 2];
	const ux = positions[3 * b] - ax;
	const uy = positions[3 * b + 1] - ay;
	const uz = positions[3 * b + 2] - az;
	const vx = positions[3 * c] - ax;
	const vy = positions[3 * c + 1] - ay;
	const vz = positions[3 * c + 2] - az;
	return [
		(uy * vz - uz * vy) / 2,
		(uz * vx - ux * vz) / 2,
		(ux * vy - uy * vx) / 2,
	];
}

/** Signed volume of a tetrahedron: (b−a)×(c−a)·(d−a)/6 [m³]. */
export function tetrahedronVolume(
	positions: Float64Array,
	a: number,
	b: number,
	c: number,
	d: number,
): number {
	const ax = positions[3 * a];
	const ay = positions[3 * a + 1];
	const az = positions[3 * a + 2];
	const ux = positions[3 * b] - ax;
	const uy = positions[3 * b + 1] - ay;
	const uz = positions[3 * b + 2] - az;
	const vx = positions[3 * c] - ax;
	const vy = positions[3 * c + 1] - ay;
	const vz = positions[3 * c + 2] - az;
	const wx = positions[3 * d] - ax;
	const wy = positions[3 * d + 1] - ay;
	const wz = positions[3 * d + 2] - az;
	return (
		((uy * vz - uz * vy) * wx +
			(uz * vx - ux * vz) * wy +
			(ux * vy - uy * vx) * wz) /
		6
	);
}

/**
 * Signed volume [m³] of the trilinear hexahedron whose 8 vertices stand in `vertices` from `start` on.
 *
 * Exact also for warped faces: a bilinear face halves the tetrahedron of its four corners, so it
 * bounds the mean of the volumes that its two triangulations bound.
 */
export function hexahedronVolume(
	positions: Float64Array,
	vertices: ArrayLike<number>,
	start = 0,
): number {
	const apex = vertices[start];
	let twice = 0;
	for (const face of localFaces.hexahedron) {
		for (let i = 0; i < 4; i++) {
			twice += tetrahedronVolume(
				positions,
				apex,
				vertices[start + face[i]],
				vertices[start + face[(i + 1) % 4]],
				vertices[start + face[(i + 2) % 4]],
			);
		}
	}
	return twice / 2;
}

/**
 * Signed volumes [m³] of the eight tetrahedra that the corners of a hexahedron span with their
 * neighbours, a sixth of the Jacobian determinant there. All are positive in a usable hexahedron.
 */
export function hexahedronCornerVolumes(
	positions: Float64Array,
	vertices: ArrayLike<number>,
	start = 0,
): number[] {
	return hexahedronCorners.map(([a, b, c, d]) =>
		tetrahedronVolume(
			positions,
			vertices[start + a],
			vertices[start + b],
			vertices[start + c],
			vertices[start + d],
		),
	);
}

/** Length [m], area [m²] or signed volume [m³] of every cell of one kind. */
export function cellMeasure(mesh: Mesh, kind: CellKind): Float64Array {
	requireMesh("cellMeasure", mesh);
	const x = mesh.positions;
	const v = cells(mesh, kind);
	const size = verticesPerCell[kind];
	const measure = new Float64Array(v.length / size);
	for (let cell = 0; cell < measure.length; cell++) {
		measure[cell] = measureOf[kind](x, v, cell * size);
	}
	return measure;
}

/** The same of one cell. */
export const measureOfCell = (
	mesh: Mesh,
	kind: CellKind,
	cell: number,
): number =>
	measureOf[kind](
		mesh.positions,
		cells(mesh, kind),
		cell * verticesPerCell[kind],
	);

const measureOf: Record<
	CellKind,
	(x: Float64Array, v: Uint32Array, start: number) => number
> = {
	edge: (x, v, s) => edgeLength(x, v[s], v[s + 1]),
	triangle: (x, v, s) => triangleArea(x, v[s], v[s + 1], v[s + 2]),
	tetrahedron: (x, v, s) =>
		tetrahedronVolume(x, v[s], v[s + 1], v[s + 2], v[s + 3]),
	hexahedron: hexahedronVolume,
};
