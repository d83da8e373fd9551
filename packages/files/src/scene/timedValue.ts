/** From values over time, as scenes give them, to functions of time [s]. */
import type { Vector3 } from "pliant";
import type { z } from "../zod.ts";
import type { timedNumber, timedVector } from "./schema/timed.ts";

/** Between two values, at a weight from 0 to 1. */
type Mix<T> = (from: T, weight: number, to: T) => T;

interface Keyframes<T> {
	readonly times: readonly number[];
	readonly values: readonly T[];
	readonly interpolation: keyof typeof eases;
	readonly repeat: boolean;
}

interface Oscillation<T> {
	readonly amplitude: T;
	readonly frequency: number;
	readonly phase: number;
	readonly start: number;
}

const eases = {
	linear: (s: number) => s,
	smooth: (s: number) => s * s * (3 - 2 * s),
	step: () => 0,
};

const mixNumbers: Mix<number> = (a, weight, b) => a + weight * (b - a);
const mixVectors: Mix<Vector3> = (a, weight, b) => [
	mixNumbers(a[0], weight, b[0]),
	mixNumbers(a[1], weight, b[1]),
	mixNumbers(a[2], weight, b[2]),
];

export const numberOverTime = (given: z.output<typeof timedNumber>) =>
	overTime<number>(given, mixNumbers, 0);

export const vectorOverTime = (given: z.output<typeof timedVector>) =>
	overTime<Vector3>(given, mixVectors, [0, 0, 0]);

function overTime<T>(
	given: T | Keyframes<T> | Oscillation<T>,
	mix: Mix<T>,
	zero: T,
): (time: number) => T {
	if (isKeyframes<T>(given)) return (time) => between(given, time, mix);
	if (!isOscillation<T>(given)) return () => given as T;
	const { amplitude, frequency, phase, start } = given;
	return (time) => {
		const angle = 2 * Math.PI * (frequency * (time - start) + phase / 360);
		return time < start ? zero : mix(zero, Math.sin(angle), amplitude);
	};
}

const isKeyframes = <T>(given: unknown): given is Keyframes<T> =>
	typeof given === "object" && given !== null && "times" in given;

const isOscillation = <T>(given: unknown): given is Oscillation<T> =>
	typeof given === "object" && given !== null && "amplitude" in given;

function between<T>(
	{ times, values, interpolation, repeat }: Keyframes<T>,
	time: number,
	mix: Mix<T>,
): T {
	const first = times[0];
	const last = times[times.length - 1];
	const t =
		repeat && time > last && last > first
			? first + ((time - first) % (last - first))
			: time;
	const next = times.findIndex((at) => at > t);
	if (next === 0) return values[0];
	if (next < 0) return values[values.length - 1];
	const s = (t - times[next - 1]) / (times[next] - times[next - 1]);
	return mix(values[next - 1], eases[interpolation](s), values[next]);
}
