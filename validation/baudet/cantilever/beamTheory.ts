/** Tips of heavy cantilevers of square section by beam theory: of small and of large deflections, with shear. */
import { youngModulus as E, gravity, height, length, mass } from "./beam.ts";

const bending = (E * height ** 4) / 12;
/** Weight per length [N/m]. */
const weight = (mass / length) * gravity;
const shearStiffness = (poissonRatio: number) =>
	((5 / 6) * E * height ** 2) / (2 * (1 + poissonRatio));

/** Eq. 12: how deep the axis of a slender beam is at x [m]. */
export const axisDepth = (x: number): number =>
	(weight / (24 * bending)) *
	(6 * length ** 2 * x ** 2 - 4 * length * x ** 3 + x ** 4);

/** Timoshenko's tip [m] of small deflections. */
export const smallTip = (poissonRatio: number): number =>
	axisDepth(length) +
	(weight * length ** 2) / (2 * shearStiffness(poissonRatio));

const steps = 2000;

/** The tip [m] of a beam that bends and shears by any amount: shooting for a free end, by the midpoint rule. */
export function largeTip(poissonRatio: number): number {
	const ds = length / steps;
	const shoot = (curvature: number) => {
		let [theta, kappa, depth] = [0, curvature, 0];
		for (let i = 0; i < steps; i++) {
			const ahead = length - (i + 0.5) * ds;
			const middle = theta + 0.5 * ds * kappa;
			const turning = (-weight * ahead * Math.cos(middle)) / bending;
			const shear =
				(weight * ahead * Math.cos(middle)) / shearStiffness(poissonRatio);
			depth += ds * (Math.sin(middle) + shear * Math.cos(middle));
			theta += ds * (kappa + 0.5 * ds * turning);
			kappa += ds * turning;
		}
		return { kappa, depth };
	};
	let [low, high] = [0, (weight * length ** 2) / bending];
	for (let i = 0; i < 60; i++) {
		const curvature = (low + high) / 2;
		if (shoot(curvature).kappa > 0) high = curvature;
		else low = curvature;
	}
	return shoot(low).depth;
}
