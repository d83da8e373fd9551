import { boundaryLoops, type Mesh } from "pliant/mesh";
import { mean } from "./range.ts";
import { foldCount } from "./volino/drape/foldCount.ts";

/** Folds of a hem that hangs down around a vertical axis. */
export interface HemFolds {
	readonly count: number;
	/** How far the hem goes in and out, twice its standard deviation [m]. */
	readonly depth: number;
	/** Standard deviation of the distances between folds along the hem over their mean: 0 where they are at equal distances. */
	readonly unevenness: number;
}

/** Rises and falls of less than this part of the whole range are no folds. */
const part = 0.15;

/** The longest boundary of a mesh. */
export function longestLoop(mesh: Mesh): Uint32Array {
	return boundaryLoops(mesh).reduce((a, b) => (a.length > b.length ? a : b));
}

/** @param off how far each vertex of the hem stands off [m], once around */
export function hemFolds(off: readonly number[]): HemFolds {
	const middle = mean(off);
	const count = foldCount(off, part);
	const crests = crestsOf(off, part);
	const gaps = crests.map((at, i) => {
		const next = crests[(i + 1) % crests.length];
		return (next - at + off.length) % off.length || off.length;
	});
	const usual = mean(gaps);
	return {
		count,
		depth: 2 * Math.sqrt(mean(off.map((r) => (r - middle) ** 2))),
		unevenness:
			gaps.length > 1
				? Math.sqrt(mean(gaps.map((gap) => (gap / usual - 1) ** 2)))
				: 0,
	};
}

/** Where a closed sequence is highest between falls of more than a part of its range. */
function crestsOf(rim: readonly number[], share: number): number[] {
	const least = Math.min(...rim);
	const enough = share * (Math.max(...rim) - least);
	const start = rim.indexOf(least);
	const crests: number[] = [];
	let [isRising, extreme, at] = [true, least, start];
	for (let i = 1; i <= rim.length; i++) {
		const place = (start + i) % rim.length;
		const value = rim[place];
		if (isRising ? value > extreme : value < extreme) {
			[extreme, at] = [value, place];
		} else if (Math.abs(value - extreme) > enough) {
			if (isRising) crests.push(at);
			isRising = !isRising;
			[extreme, at] = [value, place];
		}
	}
	return crests.toSorted((a, b) => a - b);
}
