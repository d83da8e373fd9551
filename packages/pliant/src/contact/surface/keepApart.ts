/**
 * Ways on which things that run into each other stop in front of each other, half of their gap apart, and go on along each other: a first guess of a step that knows what will touch. Newton's
 * first direction then has the barriers of what the step runs into. (Where the ways of all were cut short at the first contact instead, nine tenths of a fall were left for the first direction,
 * which ran into all else: sheets that fall on a ball took 15 to 47 % more iterations, and 10 to 85 % more linear ones.)
 */
import { floorShare, outerShare } from "../barrier.ts";
import { advance } from "./advance.ts";
import type { Candidates } from "./candidates.ts";
import {
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import type { PairList } from "./pairList.ts";
import type { TouchList } from "./touchList.ts";

/** Times that pairs in the way are looked for, and that each is taken care of, one after the other. */
const passes = 2;
const sweeps = 2;
/** What is left of a gap, or of the range in which things push where that is less. */
const left = 0.5;
const floorOfOuter = floorShare / outerShare;

const closest = createClosest();
const at = new Float64Array(12);

/**
 * Changes the ways of points that can move so that nothing, or little, comes too near on them; returns whether anything was in the way.
 * @param stops room for where things stop
 * @param mobility 1/m [1/kg] of each point; 0 where it cannot be moved by itself
 */
export function keepApart(
	candidates: Candidates,
	stops: TouchList,
	from: Float64Array,
	ways: Float64Array,
	mobility: (point: number) => number,
): boolean {
	const { pointTriangles, edgeEdges } = candidates;
	for (let pass = 0; pass < passes; pass++) {
		candidates.findBlocked(from, ways, floorOfOuter);
		if (pointTriangles.nearCount + edgeEdges.nearCount === 0) return pass > 0;
		stops.clear();
		for (const pairs of [pointTriangles, edgeEdges])
			for (let i = 0; i < pairs.nearCount; i++)
				addStop(stops, pairs, pairs.nearPairs[i], from, ways, mobility);
		for (let sweep = 0; sweep < sweeps; sweep++)
			for (let i = 0; i < stops.count; i++)
				stop(stops, i, from, ways, mobility);
	}
	return true;
}

/** Notes where a pair meets on its way, and how near it may come along the normal that it has there. */
function addStop(
	stops: TouchList,
	list: PairList,
	i: number,
	from: Float64Array,
	ways: Float64Array,
	mobility: (point: number) => number,
): void {
	const { pairs, areEdges } = list;
	const vertices = pairs.vertices(i);
	const outer = pairs.outer(i);
	const core = pairs.core(i);
	const floor = core + floorOfOuter * (outer - core);
	const measure = areEdges ? closestEdges : closestPointTriangle;
	const part = advance(from, ways, vertices, areEdges, floor, closest);
	if (part === 1) return;
	const place = (part: number) => {
		for (let v = 0; v < 4; v++)
			for (let k = 0; k < 3; k++) {
				const j = 3 * vertices[v] + k;
				at[3 * v + k] = from[j] + part * ways[j];
			}
		measure(at, 0, 1, 2, 3, closest);
	};
	place(0);
	const gap = Math.min(closest.distance, outer) - floor;
	place(part);
	let sum = 0;
	for (let v = 0; v < 4; v++) sum += closest.c[v] ** 2 * mobility(vertices[v]);
	if (!(gap > 0 && sum > 0)) return;
	const [a, b, c, d] = vertices;
	stops.push(a, b, c, d, areEdges, closest, 1, 1 / sum, floor + left * gap, 0);
}

/** Lets the two sides of a stop go as far as they may. */
function stop(
	stops: TouchList,
	i: number,
	from: Float64Array,
	ways: Float64Array,
	mobility: (point: number) => number,
): void {
	let distance = 0;
	for (let v = 0; v < 4; v++) {
		const j = 3 * stops.vertices[4 * i + v];
		for (let k = 0; k < 3; k++)
			distance +=
				stops.coefficient(i, v) *
				stops.normal(i, k) *
				(from[j + k] + ways[j + k]);
	}
	const missing = stops.floor(i) - distance;
	if (!(missing > 0)) return;
	for (let v = 0; v < 4; v++) {
		const point = stops.vertices[4 * i + v];
		const by =
			stops.coefficient(i, v) * mobility(point) * stops.factor(i) * missing;
		for (let k = 0; k < 3; k++) ways[3 * point + k] += by * stops.normal(i, k);
	}
}
