/** How frames move: along rotation vectors and translations, and how far they have come. */
import {
	conjugate,
	exponential,
	logarithm,
	multiplyQuaternions,
	normalized,
} from "../mappings/quaternion.ts";

/** Turns a pose by a rotation vector [rad] and translates it [m]: six numbers, in the axes of the world. */
export function retract(pose: Float64Array, by: ArrayLike<number>): void {
	const turned = multiplyQuaternions(
		exponential([by[0], by[1], by[2]]),
		pose.subarray(3),
	);
	pose.set(normalized(turned), 3);
	for (let k = 0; k < 3; k++) pose[k] += by[3 + k];
}

/** What `retract` has to be given to come from one pose to another. */
export function displacement(
	from: Float64Array,
	to: Float64Array,
	out: Float64Array,
): void {
	const turn = multiplyQuaternions(to.subarray(3), conjugate(from.subarray(3)));
	out.set(logarithm(turn));
	for (let k = 0; k < 3; k++) out[3 + k] = to[k] - from[k];
}

/**
 * How a rotation vector d changes when the frame is turned a little further by ω: the inverse of the left Jacobian of the
 * exponential, 1 − ½[d]ₓ + c [d]ₓ², by rows.
 */
export function inverseLeftJacobian(d: ArrayLike<number>): number[] {
	const [x, y, z] = [d[0], d[1], d[2]];
	const square = x * x + y * y + z * z;
	const angle = Math.sqrt(square);
	const c =
		angle < 1e-2
			? 1 / 12 + square / 720
			: 1 / square - (1 + Math.cos(angle)) / (2 * angle * Math.sin(angle));
	const [xx, yy, zz] = [x * x - square, y * y - square, z * z - square];
	return [
		...[1 + c * xx, z / 2 + c * x * y, -y / 2 + c * x * z],
		...[-z / 2 + c * x * y, 1 + c * yy, x / 2 + c * y * z],
		...[y / 2 + c * x * z, -x / 2 + c * y * z, 1 + c * zz],
	];
}

/** How a frame turns when its rotation vector d grows a little: the left Jacobian of the exponential, 1 + a [d]ₓ + b [d]ₓ², by rows. */
export function leftJacobian(d: ArrayLike<number>): number[] {
	const [x, y, z] = [d[0], d[1], d[2]];
	const square = x * x + y * y + z * z;
	const angle = Math.sqrt(square);
	const isSmall = angle < 1e-2;
	const a = isSmall ? 0.5 - square / 24 : (1 - Math.cos(angle)) / square;
	const b = isSmall
		? 1 / 6 - square / 120
		: (angle - Math.sin(angle)) / (square * angle);
	const [xx, yy, zz] = [x * x - square, y * y - square, z * z - square];
	return [
		...[1 + b * xx, b * x * y - a * z, b * x * z + a * y],
		...[b * x * y + a * z, 1 + b * yy, b * y * z - a * x],
		...[b * x * z - a * y, b * y * z + a * x, 1 + b * zz],
	];
}
