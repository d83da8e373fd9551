/**
 * Ways on which things that run into each other stop in front of each other, half of their gap apart, and go on along each other: a first guess of a step that knows what will touch. Newton's
 * first direction then has the barriers of what the step runs into. (Where the ways of all were cut short at the first contact instead, nine tenths of a fall were left for the first direction,
 * which ran into all else: sheets that fall on a ball took 15 to 47 % more iterations, and 10 to 85 % more linear ones.)
 */
import { floorShare, outerShare } from "../barrier.ts";
import type { Candidates, FreeMasses } from "./candidates.ts";
import type { StopList } from "./stopList.ts";

/** Times that pairs in the way are looked for. */
const passes = 2;
const floorOfOuter = floorShare / outerShare;

/**
 * Changes the ways of points that can move so that nothing, or little, comes too near on them; returns whether anything was in the way.
 * @param stops room for where things stop
 */
export function keepApart(
	candidates: Candidates,
	stops: StopList,
	from: Float64Array,
	ways: Float64Array,
	masses: FreeMasses,
): boolean {
	for (let pass = 0; pass < passes; pass++) {
		candidates.findBlocked(from, ways, floorOfOuter, pass > 0);
		if (candidates.nearCount === 0) return pass > 0;
		candidates.stopBlocked(stops, ways, floorOfOuter, masses);
	}
	return true;
}
