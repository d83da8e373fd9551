/** From values over time, as scenes give them, to functions of time. */
import type { Timed, Vector3 } from "pliant";
import type * as z from "zod";
import type { timedNumber, timedVector } from "./schema/timed.ts";

type TimedNumber = z.output<typeof timedNumber>;
type TimedVector = z.output<typeof timedVector>;

/** The weights of the values before and after a moment. */
const eases = {
	linear: (s: number) => s,
	smooth: (s: number) => s * s * (3 - 2 * s),
	step: () => 0,
};

export function numberOverTime(given: TimedNumber): (time: number) => number {
	const at = timedValue(
		typeof given === "number"
			? [given]
			: "values" in given
				? { ...given, values: given.values.map((value) => [value]) }
				: { ...given, amplitude: [given.amplitude] },
	);
	return (time) => at(time)[0];
}

export function vectorOverTime(given: TimedVector): Timed<Vector3> {
	return timedValue(given) as (time: number) => Vector3;
}

type TimedNumbers =
	| readonly number[]
	| (Omit<
			Extract<TimedNumber, { times: unknown }>,
			"values"
	  > & { values: readonly (readonly number[])[] })
	| (Omit<Extract<TimedNumber, { amplitude: unknown }>, "amplitude"> & {
			amplitude: readonly number[];
	  });

function timedValue(given: TimedNumbers): (time: number) => readonly number[] {
	if (!("values" in given) && !("amplitude" in given)) return () => given;
	if ("amplitude" in given) {
		const { amplitude, frequency, phase, start } = given;
		return (time) => {
			const angle = 2 * Math.PI * (frequency * (time - start) + phase / 360);
			const factor = time < start ? 0 : Math.sin(angle);
			return amplitude.map((a) => a * factor);
		};
	}
	const { times, values, interpolation, repeat } = given;
	const first = times[0];
	const last = times[times.length - 1];
	return (time) => {
		const t =
			repeat && time > last && last > first
				? first + ((time - first) % (last - first))
				: time;
		const next = times.findIndex((at) => at > t);
		if (next === 0) return values[0];
		if (next < 0) return values[values.length - 1];
		const s = (t - times[next - 1]) / (times[next] - times[next - 1]);
		const weight = eases[interpolation](s);
		const before = values[next - 1];
		return before.map((b, k) => b + weight * (values[next][k] - b));
	};
}
