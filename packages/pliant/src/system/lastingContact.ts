/**
 * What contact and friction leave for the next substep. Forces that last are remembered as others are (`time/integrators/alphaMethod.ts`), so that those which they balance do
 * not push things into each other. Those of an impact are not: what stopped something would throw it back.
 *
 * A force lasts as far as its means over two substeps are alike: all of it if they differ by no more than the smaller one, none if it was not there before.
 */

/** Accelerations by contact, of the nodes of a simulation or of the matter of a body, in numbers that belong to the state. */
export interface ContactMemory {
	/** Mean over the last substep. */
	readonly mean: Float64Array;
	/** Part of the next substep's that is known when it begins. */
	readonly lasting: Float64Array;
}

/** The memory of nodes. */
export interface NodeContactMemory extends ContactMemory {
	/** Whether bodies touch each other: then forces last together, so that momentum stays. Otherwise those of each node do. */
	readonly isShared: boolean;
}

/** A substep of length h [s], of which the last τ are a backward Euler step; e is the weight of what was remembered. */
export interface ContactStep {
	readonly h: number;
	readonly duration: number;
	readonly memoryWeight: number;
}

/** Forgets all contact so far. */
export function forgetContact({ mean, lasting }: ContactMemory): void {
	mean.fill(0);
	lasting.fill(0);
}

/**
 * Ends a substep for some of the numbers, which change together.
 * @param now accelerations at the end, negative
 */
export function rememberContact(
	{ mean, lasting }: ContactMemory,
	{ h, duration, memoryWeight: e }: ContactStep,
	now: ArrayLike<number>,
	begin: number,
	end: number,
): void {
	let [change, before, after, known] = [0, 0, 0, 0];
	for (let i = begin; i < end; i++) {
		const next = ((h - duration) * lasting[i] - duration * now[i]) / h;
		change += (next - mean[i]) ** 2;
		before += mean[i] ** 2;
		after += next ** 2;
		known += lasting[i] ** 2;
	}
	const least = Math.sqrt(Math.min(before, after));
	const part = change > least * least ? least / Math.sqrt(change) : 1;
	const wasKnown = before > 0 ? Math.min(1, Math.sqrt(known / before)) : 0;
	for (let i = begin; i < end; i++) {
		const next = ((h - duration) * lasting[i] - duration * now[i]) / h;
		const lagging = (e * lasting[i] - now[i]) / (1 + e);
		mean[i] = next;
		lasting[i] = part * (wasKnown * lagging + (1 - wasKnown) * next);
	}
}
