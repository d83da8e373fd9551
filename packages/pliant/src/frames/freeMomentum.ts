/**
 * Keeps the momentum of a body that nothing holds. The step leaves out what is quadratic in velocities (`framePotential.ts`), so
 * that frames keep their velocities where they should keep their momenta: a bar that spins about an axis off its frames would set off by itself. The
 * step's own balance, M Ω⁺ = M Ω + hΓ, is right where the frames were; here a common rigid motion is added to velocities such that linear and
 * angular momentum are the same where the frames are now.
 */
import { velocitySize } from "../mappings/skinning.ts";
import { DenseCholesky } from "../solvers/linear/denseCholesky.ts";
import { multiply } from "./frameModel.ts";

/** Angular momentum about the world's origin, then linear. */
export function totalMomentum(
	mass: Float64Array,
	velocities: Float64Array,
	origins: Float64Array,
): Float64Array {
	const momenta = multiply(
		mass,
		velocities.length,
		velocities.length,
		velocities,
	);
	return sumAboutWorld(momenta, origins);
}

/** Torques about frames' origins and forces, summed about the world's origin. */
export function sumAboutWorld(
	wrenches: Float64Array,
	origins: Float64Array,
): Float64Array {
	const sum = new Float64Array(velocitySize);
	for (let i = 0; i < origins.length / 3; i++) {
		const t = origins.subarray(3 * i, 3 * i + 3);
		const f = wrenches.subarray(velocitySize * i + 3, velocitySize * i + 6);
		for (let k = 0; k < 3; k++) {
			const [a, b] = [(k + 1) % 3, (k + 2) % 3];
			sum[k] += wrenches[velocitySize * i + k] + t[a] * f[b] - t[b] * f[a];
			sum[3 + k] += f[k];
		}
	}
	return sum;
}

/** Adds the rigid motion to velocities that gives them a momentum. */
export function giveMomentum(
	momentum: Float64Array,
	mass: Float64Array,
	velocities: Float64Array,
	origins: Float64Array,
): void {
	const size = velocities.length;
	const motions = Array.from({ length: velocitySize }, (_, k) =>
		rigidMotion(k, origins),
	);
	const inertia = new Float64Array(velocitySize * velocitySize);
	for (const [c, motion] of motions.entries()) {
		const column = sumAboutWorld(multiply(mass, size, size, motion), origins);
		for (let r = 0; r < velocitySize; r++)
			inertia[velocitySize * r + c] = column[r];
	}
	const cholesky = new DenseCholesky(velocitySize);
	if (!cholesky.factor(inertia)) return;
	const missing = totalMomentum(mass, velocities, origins).map(
		(p, k) => momentum[k] - p,
	);
	cholesky.solve(missing);
	for (const [k, motion] of motions.entries())
		for (let i = 0; i < size; i++) velocities[i] += missing[k] * motion[i];
}

/** Velocities of frames when all turn about an axis through the world's origin, or move along one. */
function rigidMotion(k: number, origins: Float64Array): Float64Array {
	const out = new Float64Array(2 * origins.length);
	for (let i = 0; i < origins.length / 3; i++) {
		out[velocitySize * i + k] = 1;
		if (k >= 3) continue;
		const [a, b] = [(k + 1) % 3, (k + 2) % 3];
		out[velocitySize * i + 3 + a] = -origins[3 * i + b];
		out[velocitySize * i + 3 + b] = origins[3 * i + a];
	}
	return out;
}
