/**
 * Accelerations that last for longer than a substep. An impact stops something within one: taken as lasting, its acceleration would throw the thing back.
 *
 * Of the mean accelerations over two substeps the shorter one counts, and none if they point apart.
 */

/** Accelerations [m/s²] in numbers that belong to the state, xyz each. */
export interface AccelerationMemory {
	/** Mean over the last substep. */
	readonly mean: Float64Array;
	/** Part of it that lasts. */
	readonly steady: Float64Array;
}

/** Largest change of accelerations from substep to substep, over these, that is smooth. */
const smooth = 0.2;

/** Returns whether accelerations go on as they are: those of oscillations that are not resolved, and of impacts, do not. */
export function areSmooth({ mean, steady }: AccelerationMemory): boolean {
	let changes = 0;
	let squares = 0;
	for (let i = 0; i < mean.length; i++) {
		changes += (mean[i] - steady[i]) * (mean[i] - steady[i]);
		squares += mean[i] * mean[i];
	}
	return changes <= smooth * smooth * squares;
}

/** Forgets the motion so far. */
export function forgetAccelerations({
	mean,
	steady,
}: AccelerationMemory): void {
	mean.fill(0);
	steady.fill(0);
}

/**
 * Ends a substep of length h [s].
 * @param isFirst true if the mean of the substep before is unknown
 */
export function noteAccelerations(
	{ mean, steady }: AccelerationMemory,
	h: number,
	velocitiesBefore: ArrayLike<number>,
	velocities: ArrayLike<number>,
	isFirst: boolean,
): void {
	for (let i = 0; i < velocities.length; i += 3) {
		let along = 0;
		let before = 0;
		let after = 0;
		for (let k = i; k < i + 3; k++) {
			const now = (velocities[k] - velocitiesBefore[k]) / h;
			along += now * mean[k];
			before += mean[k] * mean[k];
			after += now * now;
			steady[k] = now;
		}
		const lasts = !isFirst && along > 0;
		for (let k = i; k < i + 3; k++) {
			const now = steady[k];
			steady[k] = lasts ? (after < before ? now : mean[k]) : 0;
			mean[k] = now;
		}
	}
}
