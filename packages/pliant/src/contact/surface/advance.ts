/**
 * How far four vertices can go on straight ways before a point comes too near to a triangle, or an edge to another: by conservative advancement, over and over by as much as
 * never goes too far. That is what is left of the distance over how far vertices move (additive continuous detection: Li et al. 2021, Codimensional IPC, algorithm 1), or, where it is more,
 * the way on which the two sides stay apart along the line between their closest points, on which all vertices go straight: what slides along something, or away from it,
 * is done at once. The way that all have in common does not count.
 */
import {
	type Closest,
	closestEdges,
	closestPointTriangle,
	edgeSeparation,
} from "./closest.ts";

/** Part of what is there above the floor that ways leave. */
const kept = 0.1;
const mostAdvances = 200;

const at = new Float64Array(12);
const start = new Float64Array(12);
const way = new Float64Array(12);

const lengths = new Float64Array(4);
/** Of the vertices, and of their ways, along the line between closest points. */
const heights = new Float64Array(4);
const rises = new Float64Array(4);

/**
 * The largest fraction up to 1, or somewhat less, of the ways that four vertices can go with a distance of more than `floor` [m] all the way; some of what is above the
 * floor is left. 0 where they are at the floor already.
 * @param isEdges whether the vertices are those of two edges, or a point and a triangle
 */
export function advance(
	x: Float64Array,
	ways: Float64Array,
	vertices: ArrayLike<number>,
	isEdges: boolean,
	floor: number,
	closest: Closest,
): number {
	for (let k = 0; k < 4; k++)
		for (let m = 0; m < 3; m++) {
			start[3 * k + m] = at[3 * k + m] = x[3 * vertices[k] + m];
			way[3 * k + m] = ways[3 * vertices[k] + m];
		}
	const seen = nearing(isEdges);
	for (let m = 0; m < 3; m++) {
		const mean = (way[m] + way[3 + m] + way[6 + m] + way[9 + m]) / 4;
		for (let k = 0; k < 4; k++) way[3 * k + m] -= mean;
	}
	const speed = Math.min(seen, nearing(isEdges));
	// Most are too far apart to be looked at closely.
	if (
		isEdges &&
		(1 - kept) * (edgeSeparation(at, 0, 1, 2, 3) - floor) >= speed &&
		speed > 0
	)
		return 1;
	const measure = isEdges ? closestEdges : closestPointTriangle;
	measure(at, 0, 1, 2, 3, closest);
	const above = closest.distance - floor;
	if (!(above > 0)) return 0;
	if ((1 - kept) * above >= speed) return 1;
	const least = floor + kept * above;
	let fraction = 0;
	for (let i = 0; i < mostAdvances; i++) {
		const next = fraction + freeWay(isEdges, closest, least, speed);
		if (next >= 1) return 1;
		fraction = next;
		for (let k = 0; k < 12; k++) at[k] = start[k] + fraction * way[k];
		measure(at, 0, 1, 2, 3, closest);
		if (closest.distance <= least + kept * above) return fraction;
	}
	return fraction;
}

/** The fraction of their ways that the vertices can go on with at least `least` [m] between the two sides. */
function freeWay(
	isEdges: boolean,
	{ r, distance }: Closest,
	least: number,
	speed: number,
): number {
	for (let k = 0; k < 4; k++) {
		heights[k] = along(at, k, r, distance);
		rises[k] = along(way, k, r, distance);
	}
	let part = Number.POSITIVE_INFINITY;
	const split = isEdges ? 2 : 1;
	for (let i = 0; i < split; i++)
		for (let j = split; j < 4; j++) {
			const rise = rises[i] - rises[j];
			if (rise < 0)
				part = Math.min(part, (heights[i] - heights[j] - least) / -rise);
		}
	return Math.max(part, (distance - least) / speed);
}

/** How far a vertex is along the line between closest points. */
function along(
	vectors: Float64Array,
	k: number,
	r: Float64Array,
	distance: number,
): number {
	return (
		vectors[3 * k] * (r[0] / distance) +
		vectors[3 * k + 1] * (r[1] / distance) +
		vectors[3 * k + 2] * (r[2] / distance)
	);
}

/** The most that the two sides come nearer on the ways. */
function nearing(isEdges: boolean): number {
	for (let k = 0; k < 4; k++)
		lengths[k] = Math.sqrt(
			way[3 * k] * way[3 * k] +
				way[3 * k + 1] * way[3 * k + 1] +
				way[3 * k + 2] * way[3 * k + 2],
		);
	const [a, b, c, d] = lengths;
	return isEdges ? Math.max(a, b) + Math.max(c, d) : a + Math.max(b, c, d);
}
