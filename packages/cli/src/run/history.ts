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

	/** `progress`: from an earlier history, to go on after it. */
	constructor(progress?: unknown) {
		const before = (
			progress as { history?: ReturnType<History["progress"]>["history"] }
		)?.history;
		this.moments = before?.moments ?? [];
		this.stride = before?.stride ?? 1;
		this.seen = before?.seen ?? 0;
	}

	add(simulation: Simulation, time = simulation.time): void {
		if (this.seen++ % this.stride !== 0) return;
		this.moments.push({ time, ...simulation.energies() });
		if (this.moments.length <= mostMoments) return;
		this.stride *= 2;
		this.moments = this.moments.filter((_, i) => i % 2 === 0);
	}

	progress() {
		const { moments, stride, seen } = this;
		return { history: { moments, stride, seen } };
	}
}
