/** A chain of masses and springs that hangs from its first mass, by velocity Verlet with tiny steps. It shares nothing with the library. */
import { g } from "../bodies.ts";
import type { Sample } from "../track.ts";

export interface Chain {
	/** Places [m] of the masses, x and y of each; the first stays. */
	readonly start: readonly (readonly [number, number])[];
	/** Of a link at rest [m]. */
	readonly link: number;
	/** [N] */
	readonly axialStiffness: number;
	/** [kg/m] */
	readonly linearDensity: number;
}

/** Mean x of all masses [m] over time. */
export function swungChain(
	{ start, link, axialStiffness, linearDensity }: Chain,
	seconds: number,
	{ steps, every }: { readonly steps: number; readonly every: number },
): Sample<number>[] {
	const count = start.length;
	const x = Float64Array.from(start.flat());
	const v = new Float64Array(2 * count);
	const a = new Float64Array(2 * count);
	const h = seconds / steps;
	/** Mass of link ends: half of a link on each side. */
	const mass = (i: number) =>
		linearDensity * link * (i === count - 1 ? 0.5 : 1);
	const accelerate = () => {
		for (let i = 0; i < count; i++) {
			a[2 * i] = 0;
			a[2 * i + 1] = -g;
		}
		for (let i = 0; i + 1 < count; i++) {
			const [dx, dy] = [x[2 * i + 2] - x[2 * i], x[2 * i + 3] - x[2 * i + 1]];
			const length = Math.hypot(dx, dy);
			const pull = (axialStiffness * (length - link)) / link / length;
			a[2 * i] += (pull * dx) / mass(i);
			a[2 * i + 1] += (pull * dy) / mass(i);
			a[2 * i + 2] -= (pull * dx) / mass(i + 1);
			a[2 * i + 3] -= (pull * dy) / mass(i + 1);
		}
		a.fill(0, 0, 2);
	};
	const middle = () => {
		let sum = 0;
		for (let i = 0; i < count; i++) sum += x[2 * i];
		return sum / count;
	};
	const path: Sample<number>[] = [{ time: 0, value: middle() }];
	accelerate();
	for (let step = 1; step <= steps; step++) {
		for (let i = 0; i < x.length; i++) {
			v[i] += (h / 2) * a[i];
			x[i] += h * v[i];
		}
		accelerate();
		for (let i = 0; i < x.length; i++) v[i] += (h / 2) * a[i];
		if (step % every === 0) path.push({ time: step * h, value: middle() });
	}
	return path;
}
