/**
 * Contact and friction act in a substep with their forces at its end, which is of first order where forces turn or grow, as on a turntable. Forces that last are
 * averaged over the substep instead: the velocity at its end takes half of the difference to those of the beginning. Forces that begin, end or change by more
 * than themselves, as in an impact, are left as they are.
 */

/** Returns the part of a change of forces that counts, from its length and the lengths of both forces. */
export function lastingPart(
	change: number,
	before: number,
	now: number,
): number {
	const most = Math.min(before, now);
	return change > most ? most / change : 1;
}

/**
 * Changes the velocities of nodes at the end of a substep of length h [s], and notes the accelerations by contact for the next one.
 * @param before accelerations by contact at the beginning [m/s²], xyz per node, which become those at the end
 */
export function averageContact(
	before: Float64Array,
	now: Float64Array,
	h: number,
	v: Float64Array,
): void {
	for (let i = 0; i < v.length; i += 3) {
		const b = Math.hypot(before[i], before[i + 1], before[i + 2]);
		const n = Math.hypot(now[i], now[i + 1], now[i + 2]);
		if (b > 0 && n > 0) {
			const dx = before[i] - now[i];
			const dy = before[i + 1] - now[i + 1];
			const dz = before[i + 2] - now[i + 2];
			const part = (h / 2) * lastingPart(Math.hypot(dx, dy, dz), b, n);
			v[i] += part * dx;
			v[i + 1] += part * dy;
			v[i + 2] += part * dz;
		}
		before[i] = now[i];
		before[i + 1] = now[i + 1];
		before[i + 2] = now[i + 2];
	}
}
