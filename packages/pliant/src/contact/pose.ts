/** Where something rigid is: x = R·local + c, as twelve numbers, R by rows and then c. */
import type { Vector3 } from "../mesh/mesh.ts";

export type Pose = Float64Array;

export function toLocal(
	pose: Pose,
	x: number,
	y: number,
	z: number,
	out: Float64Array,
): void {
	const a = x - pose[9];
	const b = y - pose[10];
	const c = z - pose[11];
	out[0] = pose[0] * a + pose[3] * b + pose[6] * c;
	out[1] = pose[1] * a + pose[4] * b + pose[7] * c;
	out[2] = pose[2] * a + pose[5] * b + pose[8] * c;
}

export function toWorld(
	pose: Pose,
	x: number,
	y: number,
	z: number,
	out: Float64Array,
): void {
	out[0] = pose[0] * x + pose[1] * y + pose[2] * z + pose[9];
	out[1] = pose[3] * x + pose[4] * y + pose[5] * z + pose[10];
	out[2] = pose[6] * x + pose[7] * y + pose[8] * z + pose[11];
}

/** Turns first and second derivatives (as a shape gives them) from local to world axes. */
export function turnDerivatives(R: Pose, local: Float64Array): void {
	if (R[0] === 1 && R[4] === 1 && R[8] === 1) return;
	const nx = local[0];
	const ny = local[1];
	const nz = local[2];
	const xx = local[3];
	const xy = local[4];
	const xz = local[5];
	const yy = local[6];
	const yz = local[7];
	const zz = local[8];
	for (let i = 0; i < 3; i++)
		local[i] = R[3 * i] * nx + R[3 * i + 1] * ny + R[3 * i + 2] * nz;
	let at = 3;
	for (let i = 0; i < 3; i++) {
		const a = R[3 * i];
		const b = R[3 * i + 1];
		const c = R[3 * i + 2];
		const ha = xx * a + xy * b + xz * c;
		const hb = xy * a + yy * b + yz * c;
		const hc = xz * a + yz * b + zz * c;
		for (let j = i; j < 3; j++)
			local[at++] = ha * R[3 * j] + hb * R[3 * j + 1] + hc * R[3 * j + 2];
	}
}

/** A rotation by rows: angles [rad] about the x, then the y, then the z axis. */
export function eulerRotation([a, b, c]: Vector3): number[] {
	return product(
		axisRotation([0, 0, 1], c),
		product(axisRotation([0, 1, 0], b), axisRotation([1, 0, 0], a)),
	);
}

/** A rotation by rows, about an axis by an angle [rad] (Rodrigues). */
export function axisRotation(axis: Vector3, angle: number): number[] {
	const length = Math.hypot(...axis);
	const [x, y, z] = axis.map((c) => c / length);
	const [s, c] = [Math.sin(angle), Math.cos(angle)];
	const d = 1 - c;
	return [
		...[c + d * x * x, d * x * y - s * z, d * x * z + s * y],
		...[d * x * y + s * z, c + d * y * y, d * y * z - s * x],
		...[d * x * z - s * y, d * y * z + s * x, c + d * z * z],
	];
}

/** A·B of rotations by rows. */
export function product(A: readonly number[], B: readonly number[]): number[] {
	return Array.from({ length: 9 }, (_, i) => {
		const [r, c] = [3 * Math.floor(i / 3), i % 3];
		return A[r] * B[c] + A[r + 1] * B[3 + c] + A[r + 2] * B[6 + c];
	});
}
