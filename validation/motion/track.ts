/** Runs with default settings, measured step by step. */
import { type Scene, type Simulation, simulate } from "pliant";
import type { XySeries } from "../experiment.ts";

/** One measurement of a run. */
export interface Sample<T> {
	/** Time of the simulation [s]. */
	readonly time: number;
	readonly value: T;
}

/** Simulates a scene with default settings, and measures at the beginning and after every step. */
export async function track<T>(
	scene: Scene,
	seconds: number,
	measure: (simulation: Simulation) => T,
): Promise<Sample<T>[]> {
	const simulation = await simulate(scene);
	const steps = Math.round(seconds / simulation.timeStep);
	const samples = [{ time: 0, value: measure(simulation) }];
	for (let i = 0; i < steps; i++) {
		simulation.step();
		samples.push({ time: simulation.time, value: measure(simulation) });
	}
	return samples;
}

export const last = <T>(values: readonly T[]): T => values[values.length - 1];

/** Joins series of the same name, which are points: one entry of the legend for several runs. */
export function merged(series: readonly XySeries[]): XySeries[] {
	const byName = new Map<string, XySeries>();
	for (const one of series) {
		const before = byName.get(one.name)?.points ?? [];
		byName.set(one.name, { ...one, points: [...before, ...one.points] });
	}
	return [...byName.values()];
}

/** Shows a different part of the samples for each kind, so that points that agree do not hide each other. */
const phaseOf = (color: string, every: number): number =>
	Math.floor((every * Object.values(kindColors).indexOf(color)) / 7);

/** Every so many of the samples as points of a plot. */
export function plotted(
	name: string,
	samples: readonly Sample<number>[],
	color: string,
	{ every = 1, scale = 1 } = {},
): XySeries {
	return {
		...{ name, color, style: "points" },
		points: samples
			.filter((_, i) => i % every === Math.max(0, phaseOf(color, every)))
			.map(({ time, value }) => [time, scale * value] as const),
	};
}

/** A law as a line of a plot. */
export function law(
	name: string,
	seconds: number,
	value: (time: number) => number,
	count = 61,
): XySeries {
	return {
		...{ name, color: "#222", style: "line" },
		points: Array.from({ length: count }, (_, i) => {
			const time = (seconds * i) / (count - 1);
			return [time, value(time)] as const;
		}),
	};
}

/** Colors of kinds of bodies in plots. */
export const kindColors: Readonly<Record<string, string>> = {
	"rigid body": "#1f6fb4",
	"quadratic solid": "#d9822b",
	"linear solid": "#777",
	"frame body": "#8a4fa3",
	cloth: "#3a8f4d",
	cable: "#c0392b",
	rod: "#16a2a2",
};
