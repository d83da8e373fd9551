import { mean } from "./range.ts";

/** Waves that make the outline of a hem rather than its folds: a body that stands beside the axis moves all of it once around, one wider than deep makes it oval. */
const outlineWaves = 2;

/**
 * Folds around a hem, on average: the mean number of waves of how far it stands off, each weighted with its power, without those of its outline. Unlike a
 * count of crests it is a smooth function of the hem, so that folds which are hardly there, or about to merge, count as much as they are deep.
 *
 * @param off how far the hem stands off [m], once around, at equal distances along the cloth
 */
export function meanWaves(off: readonly number[]): number {
	const middle = mean(off);
	let [power, moment] = [0, 0];
	for (let waves = outlineWaves + 1; waves < off.length / 2; waves++) {
		let [cosine, sine] = [0, 0];
		for (const [i, distance] of off.entries()) {
			const angle = (2 * Math.PI * waves * i) / off.length;
			cosine += (distance - middle) * Math.cos(angle);
			sine += (distance - middle) * Math.sin(angle);
		}
		const square = cosine ** 2 + sine ** 2;
		power += square;
		moment += waves * square;
	}
	return moment / power;
}
