import { edgeLength } from "pliant/mesh";
import type { GrowingArray } from "./growingArray.ts";

/** Clipping ears takes quadratic time, which a file must not be able to ask for. */
export const mostConcaveCorners = 1000;
const fewCorners = 100;

/**
 * Cuts a polygon into triangles that keep its direction and all its vertices. A convex one becomes a fan, a quad is cut
 * along its shorter diagonal, a concave one (or one with vertices along its sides) loses ear by ear. Returns how many steps
 * that took beyond what the size of a file bounds, without having begun if there are more than `mostConcaveCorners`.
 */
export function splitPolygon(
	positions: Float64Array,
	polygon: Uint32Array,
	triangles: GrowingArray<Uint32Array>,
): number {
	const corners = flatten(positions, polygon);
	const count = polygon.length;
	const add = (a: number, b: number, c: number) => {
		triangles.push(polygon[a]);
		triangles.push(polygon[b]);
		triangles.push(polygon[c]);
	};
	if (isStrictlyConvex(corners)) {
		const [a, b, c, d] = polygon;
		const first =
			count === 4 && edgeLength(positions, b, d) < edgeLength(positions, a, c)
				? 1
				: 0;
		for (let i = 1; i + 1 < count; i++) {
			add(first, (first + i) % count, (first + i + 1) % count);
		}
		return 0;
	}
	if (count > mostConcaveCorners) return Number.POSITIVE_INFINITY;
	clipEars(corners, add);
	return count > fewCorners ? count * count : 0;
}

/** Corners in the plane that fits the polygon best, counter-clockwise: uv each. */
function flatten(positions: Float64Array, polygon: Uint32Array): Float64Array {
	const count = polygon.length;
	const origin = 3 * polygon[0];
	const at = (i: number, axis: number) =>
		positions[3 * polygon[i] + axis] - positions[origin + axis];
	// Newell's normal: the sum of the cross products of neighbouring corners.
	const normal = [0, 0, 0];
	for (let i = 0; i < count; i++) {
		const j = (i + 1) % count;
		for (let axis = 0; axis < 3; axis++) {
			const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
			normal[axis] += at(i, p) * at(j, q) - at(i, q) * at(j, p);
		}
	}
	// Leaving out the axis of the largest part keeps the order of corners and what lies inside what.
	const size = normal.map(Math.abs);
	const dropped = size.indexOf(Math.max(...size));
	const positive = normal[dropped] >= 0;
	const u = (dropped + (positive ? 1 : 2)) % 3;
	const v = (dropped + (positive ? 2 : 1)) % 3;
	const corners = new Float64Array(2 * count);
	for (let i = 0; i < count; i++) {
		corners[2 * i] = at(i, u);
		corners[2 * i + 1] = at(i, v);
	}
	return corners;
}

/** Twice the signed area of a triangle. */
function area(corners: Float64Array, a: number, b: number, c: number): number {
	const [x, y] = [corners[2 * a], corners[2 * a + 1]];
	return (
		(corners[2 * b] - x) * (corners[2 * c + 1] - y) -
		(corners[2 * b + 1] - y) * (corners[2 * c] - x)
	);
}

function isStrictlyConvex(corners: Float64Array): boolean {
	const count = corners.length / 2;
	let directionChanges = 0;
	let wasRising = corners[1] > corners[2 * count - 1];
	for (let i = 0; i < count; i++) {
		const next = (i + 1) % count;
		if (area(corners, i, next, (i + 2) % count) <= 0) return false;
		const isRising = corners[2 * next + 1] > corners[2 * i + 1];
		if (isRising !== wasRising) directionChanges++;
		wasRising = isRising;
	}
	// A pentagram turns left everywhere too, but goes up and down twice.
	return directionChanges <= 2;
}

function clipEars(
	corners: Float64Array,
	add: (a: number, b: number, c: number) => void,
): void {
	const count = corners.length / 2;
	const next = Array.from({ length: count }, (_, i) => (i + 1) % count);
	const previous = Array.from(
		{ length: count },
		(_, i) => (i + count - 1) % count,
	);
	const isEar = (tip: number): boolean => {
		const [a, c] = [previous[tip], next[tip]];
		if (area(corners, a, tip, c) <= 0) return false;
		for (let other = next[c]; other !== a; other = next[other]) {
			const inside =
				area(corners, a, tip, other) >= 0 &&
				area(corners, tip, c, other) >= 0 &&
				area(corners, c, a, other) >= 0;
			if (inside) return false;
		}
		return true;
	};
	const ears = Array.from({ length: count }, (_, tip) => isEar(tip));
	let tip = 0;
	for (let left = count; left > 3; left--) {
		// A polygon that crosses itself may have none left; then any corner is cut off.
		for (let tried = 0; tried < left && !ears[tip]; tried++) tip = next[tip];
		const [a, c] = [previous[tip], next[tip]];
		add(a, tip, c);
		next[a] = c;
		previous[c] = a;
		ears[a] = left > 4 && isEar(a);
		ears[c] = left > 4 && isEar(c);
		// Going on two corners further avoids a fan of slivers.
		tip = next[c];
	}
	add(previous[tip], tip, next[tip]);
}
