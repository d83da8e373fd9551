import type { Energies, Simulation } from "pliant";

/** Energies at one time. */
export interface Moment extends Energies {
	/** [s] */
	readonly time: number;
}

/** A plot of more moments would not show more. */
const mostMoments = 1000;

/** The energies of a run for its plot: all moments of a short one, evenly spread ones of a long one. */
export class History {
	moments: Moment[];
	private stride: number;
	private seen: number;

	/** The step of the last moment. */
	private last: number;

	/** `progress`: from an earlier history, to go on after it. */
	constructor(progress?: unknown) {
		const before = progress as ReturnType<History["progress"]> | undefined;
		this.moments = before?.moments ?? [];
		this.stride = before?.stride ?? 1;
		this.seen = before?.seen ?? 0;
		this.last = before?.last ?? -1;
	}

	/** What it has already is left alone, but for another `time`. */
	add(simulation: Simulation, { time }: { readonly time?: number } = {}): void {
		const { stepCount } = simulation;
		if (this.last === stepCount && time === undefined) return;
		this.last = stepCount;
		if (this.seen++ % this.stride !== 0) return;
		this.moments.push({
			time: time ?? simulation.time,
			...simulation.energies(),
		});
		if (this.moments.length <= mostMoments) return;
		this.stride *= 2;
		this.moments = this.moments.filter((_, i) => i % 2 === 0);
	}

	progress() {
		const { moments, stride, seen, last } = this;
		return { moments, stride, seen, last };
	}
}
