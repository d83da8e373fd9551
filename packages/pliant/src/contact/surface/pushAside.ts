import { advance } from "./advance.ts";
import {
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import type { SurfaceContact } from "./surfaceContact.ts";

/** Part of what two things are above their floor that they are to keep. */
const keptAbove = 0.5;

/**
 * Lengthens ways of points that can go aside, of each two things that would come too near on them, by as much as these would across each other; returns a point of those that did, or −1. Repeated, it leads what is between
 * two that go different ways out between them, if there is a way.
 * @param isFree whether a point can go aside
 */
export function pushAside(
	contact: SurfaceContact,
	ways: Float64Array,
	isFree: (point: number) => boolean,
): number {
	const { start } = contact;
	const [closest, before] = [createClosest(), createClosest()];
	let blocked = -1;
	if (contact.limit(start, ways) === 1) return blocked;
	contact.visitPairs(start, ways, (points, isEdges, floor) => {
		const part = advance(start, ways, points, isEdges, floor, closest);
		if (part === 1) return;
		[blocked] = points;
		const { r, c, distance } = closest;
		let nearing = 0;
		let yielding = 0;
		for (let k = 0; k < 4; k++) {
			for (let m = 0; m < 3; m++)
				nearing -= (c[k] * ways[3 * points[k] + m] * r[m]) / distance;
			if (isFree(points[k])) yielding += c[k] ** 2;
		}
		if (yielding === 0) return;
		const [p, q, s, t] = points;
		(isEdges ? closestEdges : closestPointTriangle)(start, p, q, s, t, before);
		const least = floor + keptAbove * (before.distance - floor);
		const push = (least - distance + (1 - part) * nearing) / yielding;
		for (let k = 0; k < 4; k++)
			if (isFree(points[k]))
				for (let m = 0; m < 3; m++)
					ways[3 * points[k] + m] += (push * c[k] * r[m]) / distance;
	});
	return blocked;
}
