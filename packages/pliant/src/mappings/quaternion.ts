/**
 * Quaternions [a b c w], vector part first (Gilles et al. 2011), as numbers. A unit one turns v to q∘v∘q*.
 * A pose is where a frame is: position [m] and unit quaternion, seven numbers.
 */
import type { Vector3 } from "../mesh/mesh.ts";

export type Quaternion = readonly [number, number, number, number];
/** Real and dual half, eight numbers. */
export type DualQuaternion = readonly number[];

export const poseSize = 7;

/** p∘q. */
export function multiplyQuaternions(
	p: ArrayLike<number>,
	q: ArrayLike<number>,
): Quaternion {
	return [
		p[3] * q[0] + q[3] * p[0] + p[1] * q[2] - p[2] * q[1],
		p[3] * q[1] + q[3] * p[1] + p[2] * q[0] - p[0] * q[2],
		p[3] * q[2] + q[3] * p[2] + p[0] * q[1] - p[1] * q[0],
		p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
	];
}

export const conjugate = (q: ArrayLike<number>): Quaternion => [
	-q[0],
	-q[1],
	-q[2],
	q[3],
];

export function normalized(q: ArrayLike<number>): Quaternion {
	const n = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	return [q[0] / n, q[1] / n, q[2] / n, q[3] / n];
}

/** The unit quaternion of a rotation vector [rad]. */
export function exponential(w: ArrayLike<number>): Quaternion {
	const angle = Math.hypot(w[0], w[1], w[2]);
	// sin(θ/2)/θ; the series is exact to the last bit below.
	const s =
		angle < 1e-4 ? 0.5 - (angle * angle) / 48 : Math.sin(angle / 2) / angle;
	return [w[0] * s, w[1] * s, w[2] * s, Math.cos(angle / 2)];
}

/** The rotation vector [rad], of at most half a turn, of a unit quaternion. */
export function logarithm(q: ArrayLike<number>): Vector3 {
	const sign = q[3] < 0 ? -1 : 1;
	const s = Math.hypot(q[0], q[1], q[2]);
	const factor =
		s < 1e-5
			? 2 * sign * (1 + (s * s) / 6)
			: (2 * Math.atan2(s, sign * q[3]) * sign) / s;
	return [factor * q[0], factor * q[1], factor * q[2]];
}

/** The rotation matrix by rows of a unit quaternion. */
export function rotationOf(q: ArrayLike<number>): number[] {
	const [a, b, c, w] = [q[0], q[1], q[2], q[3]];
	return [
		1 - 2 * (b * b + c * c),
		2 * (a * b - c * w),
		2 * (a * c + b * w),
		2 * (a * b + c * w),
		1 - 2 * (a * a + c * c),
		2 * (b * c - a * w),
		2 * (a * c - b * w),
		2 * (b * c + a * w),
		1 - 2 * (a * a + b * b),
	];
}

/** The unit quaternion of a rotation matrix by rows (Shepperd's choice of the largest part). */
export function quaternionOf(R: ArrayLike<number>): Quaternion {
	const trace = R[0] + R[4] + R[8];
	const parts = [R[0], R[4], R[8], trace];
	const largest = parts.indexOf(Math.max(...parts));
	if (largest === 3)
		return normalized([R[7] - R[5], R[2] - R[6], R[3] - R[1], 1 + trace]);
	const [i, j, k] = [largest, (largest + 1) % 3, (largest + 2) % 3];
	const q = [0, 0, 0, 0];
	q[i] = 1 + R[4 * i] - R[4 * j] - R[4 * k];
	q[j] = R[3 * j + i] + R[3 * i + j];
	q[k] = R[3 * k + i] + R[3 * i + k];
	q[3] = R[3 * k + j] - R[3 * j + k];
	return normalized(q);
}

/** v turned by a unit quaternion. */
export function turned(q: ArrayLike<number>, v: ArrayLike<number>): Vector3 {
	const R = rotationOf(q);
	return [0, 3, 6].map(
		(r) => R[r] * v[0] + R[r + 1] * v[1] + R[r + 2] * v[2],
	) as unknown as Vector3;
}

/** [q₀; ½ t̂∘q₀] of a position and a unit quaternion. */
export function dualQuaternion(
	t: ArrayLike<number>,
	q: ArrayLike<number>,
): DualQuaternion {
	const [a, b, c, w] = multiplyQuaternions([t[0], t[1], t[2], 0], q);
	return [q[0], q[1], q[2], q[3], a / 2, b / 2, c / 2, w / 2];
}

/** Product of dual quaternions: (p₀ + ε pₑ)∘(q₀ + ε qₑ). */
export function multiplyDual(
	p: DualQuaternion,
	q: DualQuaternion,
): DualQuaternion {
	const [p0, pe, q0, qe] = [
		p.slice(0, 4),
		p.slice(4),
		q.slice(0, 4),
		q.slice(4),
	];
	const r: number[] = [...multiplyQuaternions(p0, q0)];
	const a = multiplyQuaternions(p0, qe);
	const b = multiplyQuaternions(pe, q0);
	for (let i = 0; i < 4; i++) r.push(a[i] + b[i]);
	return r;
}

/** The inverse of a unit dual quaternion: both halves conjugated. */
export const inverseDual = (q: DualQuaternion): DualQuaternion => [
	...conjugate(q),
	...conjugate(q.slice(4)),
];

/** The unit dual quaternion nearest to b: divided by its dual norm |Q₀| + ε Q₀·Qₑ/|Q₀|. */
export function normalizedDual(b: ArrayLike<number>): DualQuaternion {
	const n = Math.hypot(b[0], b[1], b[2], b[3]);
	const s =
		(b[0] * b[4] + b[1] * b[5] + b[2] * b[6] + b[3] * b[7]) / (n * n * n);
	return Array.from({ length: 8 }, (_, i) =>
		i < 4 ? b[i] / n : b[i] / n - s * b[i - 4],
	);
}

/** Position [m] and quaternion of a unit dual quaternion. */
export function poseOf(q: DualQuaternion): number[] {
	const t = multiplyQuaternions(q.slice(4), conjugate(q));
	return [2 * t[0], 2 * t[1], 2 * t[2], ...q.slice(0, 4)];
}
