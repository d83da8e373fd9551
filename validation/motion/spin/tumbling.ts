/**
 * A rigid body that turns freely, by Euler's equations: I ω′ = (I ω) × ω in its own axes, with a quaternion [a, b, c, w] for its
 * orientation.
 */
import type { Vector3 } from "pliant";
import { rungeKutta } from "../ode.ts";
import type { Sample } from "../track.ts";

/** Moments of inertia [kg m²] of a box about its middle. */
export function boxInertia(mass: number, [a, b, c]: Vector3): Vector3 {
	const of = (p: number, q: number) => (mass / 12) * (p * p + q * q);
	return [of(b, c), of(a, c), of(a, b)];
}

/** Where its y axis points along the y axis of the world, over time: 1 as it begins and −1 when it is turned over. */
export function tumblingAxis(
	[A, B, C]: Vector3,
	angularVelocity: Vector3,
	seconds: number,
): Sample<number>[] {
	const path: Sample<number>[] = [];
	rungeKutta(
		[...angularVelocity, 0, 0, 0, 1],
		([p, q, r, a, b, c, w]) => [
			((B - C) * q * r) / A,
			((C - A) * r * p) / B,
			((A - B) * p * q) / C,
			// Half of the quaternion times the angular velocity in body axes.
			0.5 * (w * p + b * r - c * q),
			0.5 * (w * q + c * p - a * r),
			0.5 * (w * r + a * q - b * p),
			-0.5 * (a * p + b * q + c * r),
		],
		{ seconds, steps: 60_000 },
		(time, [, , , a, , c]) => {
			path.push({ time, value: 1 - 2 * (a * a + c * c) });
		},
	);
	return path;
}

/** When values first cross zero [s], between samples. */
export function firstCrossing(samples: readonly Sample<number>[]): number {
	for (let i = 1; i < samples.length; i++) {
		const [before, after] = [samples[i - 1], samples[i]];
		if (before.value * after.value > 0) continue;
		const part = before.value / (before.value - after.value);
		return before.time + part * (after.time - before.time);
	}
	return Number.NaN;
}
