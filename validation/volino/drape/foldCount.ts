/**
 * The folds of a rim: how often a closed sequence rises to a maximum, where rises and falls of less than a part of its whole range
 * do not count.
 */
export function foldCount(rim: readonly number[], part: number): number {
	const least = Math.min(...rim);
	const enough = part * (Math.max(...rim) - least);
	const start = rim.indexOf(least);
	let [folds, isRising, extreme] = [0, true, least];
	for (let i = 1; i <= rim.length; i++) {
		const value = rim[(start + i) % rim.length];
		if (isRising ? value > extreme : value < extreme) extreme = value;
		else if (Math.abs(value - extreme) > enough) {
			if (isRising) folds++;
			isRising = !isRising;
			extreme = value;
		}
	}
	return folds;
}
