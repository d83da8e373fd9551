/** How fast a body turns as a whole. */
import type { MeasuredBody } from "./measuredBodies.ts";

/** Part of all its inertia that a body has at least about each axis: a line that turns about itself moves nothing far. */
const leastInertia = 1e-2;

/**
 * Returns how fast a body of vertices turns about its center of mass [rad/s]: its angular momentum over its inertia.
 * @param masses of nodes [kg]
 */
export function spinOf(
	{ begin, end, mass }: MeasuredBody,
	masses: Float64Array,
	x: Float64Array,
	v: Float64Array,
): number {
	let [cx, cy, cz, vx, vy, vz] = [0, 0, 0, 0, 0, 0];
	for (let i = begin; i < end; i++) {
		const share = masses[i] / mass;
		cx += share * x[3 * i];
		cy += share * x[3 * i + 1];
		cz += share * x[3 * i + 2];
		vx += share * v[3 * i];
		vy += share * v[3 * i + 1];
		vz += share * v[3 * i + 2];
	}
	let [xx, yy, zz, xy, yz, zx, lx, ly, lz] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
	for (let i = begin; i < end; i++) {
		const m = masses[i];
		const rx = x[3 * i] - cx;
		const ry = x[3 * i + 1] - cy;
		const rz = x[3 * i + 2] - cz;
		const ux = v[3 * i] - vx;
		const uy = v[3 * i + 1] - vy;
		const uz = v[3 * i + 2] - vz;
		xx += m * rx * rx;
		yy += m * ry * ry;
		zz += m * rz * rz;
		xy += m * rx * ry;
		yz += m * ry * rz;
		zx += m * rz * rx;
		lx += m * (ry * uz - rz * uy);
		ly += m * (rz * ux - rx * uz);
		lz += m * (rx * uy - ry * ux);
	}
	const least = leastInertia * (xx + yy + zz);
	if (!(least > 0)) return 0;
	// ω from I ω = l, by cofactors of the symmetric I.
	const [a, b, c] = [yy + zz + least, zz + xx + least, xx + yy + least];
	const [aa, bb, cc] = [b * c - yz * yz, c * a - zx * zx, a * b - xy * xy];
	const [ab, bc, ca] = [yz * zx + c * xy, zx * xy + a * yz, xy * yz + b * zx];
	const determinant = a * aa - xy * ab - zx * ca;
	return (
		Math.hypot(
			aa * lx + ab * ly + ca * lz,
			ab * lx + bb * ly + bc * lz,
			ca * lx + bc * ly + cc * lz,
		) / determinant
	);
}

/** Returns how fast frames turn on the mean [rad/s], from the velocities of each, angular first. */
export function meanSpin(velocities: Float64Array): number {
	const sum = [0, 0, 0];
	for (let i = 0; i < velocities.length; i++)
		if (i % 6 < 3) sum[i % 6] += velocities[i];
	return Math.hypot(...sum) / (velocities.length / 6);
}
