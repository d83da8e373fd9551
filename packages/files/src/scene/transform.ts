/** Scaling, turning and moving points. */
import type { Vector3 } from "pliant";

export interface Transform {
	readonly scale?: number | readonly [number, number, number];
	/** Angles [°] about the x, then the y, then the z axis. */
	readonly rotate?: Vector3;
	/** [m] */
	readonly translate?: Vector3;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Scale, then rotation, then translation. */
export function transformed(
	{ scale = 1, rotate = [0, 0, 0], translate = [0, 0, 0] }: Transform,
	[x, y, z]: Vector3,
): Vector3 {
	const [sx, sy, sz] =
		typeof scale === "number" ? [scale, scale, scale] : scale;
	let turned: Vector3 = [sx * x, sy * y, sz * z];
	for (const axis of [0, 1, 2])
		turned = turnedAbout(axis, radians(rotate[axis]), turned);
	return [
		turned[0] + translate[0],
		turned[1] + translate[1],
		turned[2] + translate[2],
	];
}

/** The point that `transformed` brings here. */
export function transformedBack(
	{ scale = 1, rotate = [0, 0, 0], translate = [0, 0, 0] }: Transform,
	[x, y, z]: Vector3,
): Vector3 {
	const [sx, sy, sz] =
		typeof scale === "number" ? [scale, scale, scale] : scale;
	let point: Vector3 = [x - translate[0], y - translate[1], z - translate[2]];
	for (const axis of [2, 1, 0])
		point = turnedAbout(axis, -radians(rotate[axis]), point);
	return [point[0] / sx, point[1] / sy, point[2] / sz];
}

function turnedAbout(axis: number, angle: number, point: Vector3): Vector3 {
	if (angle === 0) return point;
	const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
	const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
	const result: [number, number, number] = [...point];
	result[i] = cos * point[i] - sin * point[j];
	result[j] = sin * point[i] + cos * point[j];
	return result;
}

/** A point turned about an axis through a centre, by an angle [°]. */
export function turned(
	point: Vector3,
	{ axis, centre }: { readonly axis: Vector3; readonly centre: Vector3 },
	degrees: number,
): Vector3 {
	const length = Math.hypot(...axis);
	const n = axis.map((c) => c / length);
	const r = point.map((c, k) => c - centre[k]);
	const along = n[0] * r[0] + n[1] * r[1] + n[2] * r[2];
	const across = cross(n, r);
	const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
	const at = (k: number) =>
		centre[k] + cos * r[k] + sin * across[k] + (1 - cos) * along * n[k];
	return [at(0), at(1), at(2)];
}

export function cross(a: readonly number[], b: readonly number[]): Vector3 {
	return [
		a[1] * b[2] - a[2] * b[1],
		a[2] * b[0] - a[0] * b[2],
		a[0] * b[1] - a[1] * b[0],
	];
}
