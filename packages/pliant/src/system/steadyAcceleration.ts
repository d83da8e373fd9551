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
		const x = (velocities[i] - velocitiesBefore[i]) / h;
		const y = (velocities[i + 1] - velocitiesBefore[i + 1]) / h;
		const z = (velocities[i + 2] - velocitiesBefore[i + 2]) / h;
		const [mx, my, mz] = [mean[i], mean[i + 1], mean[i + 2]];
		const lasts = !isFirst && x * mx + y * my + z * mz > 0;
		const isShorter = x * x + y * y + z * z < mx * mx + my * my + mz * mz;
		steady[i] = lasts ? (isShorter ? x : mx) : 0;
		steady[i + 1] = lasts ? (isShorter ? y : my) : 0;
		steady[i + 2] = lasts ? (isShorter ? z : mz) : 0;
		mean[i] = x;
		mean[i + 1] = y;
		mean[i + 2] = z;
	}
}
