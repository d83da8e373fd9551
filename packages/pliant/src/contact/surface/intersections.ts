/** Whether an edge and a triangle have a point in common, decided exactly. */
import { orientation2, orientation3 } from "./orientation.ts";

/** Of the edge from p to q and the triangle a, b, c, by their numbers among x; touching counts. */
export function edgeMeetsTriangle(
	x: Float64Array,
	p: number,
	q: number,
	a: number,
	b: number,
	c: number,
): boolean {
	const above = orientation3(x, a, b, c, p);
	const below = orientation3(x, a, b, c, q);
	if (above * below > 0) return false;
	if (above === 0 && below === 0) return meetInPlane(x, p, q, a, b, c);
	const ab = orientation3(x, p, q, a, b);
	const bc = orientation3(x, p, q, b, c);
	const ca = orientation3(x, p, q, c, a);
	return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

/** All five points lie in a plane: it is seen along each axis, and whoever has nothing in common shows it along one that the plane is not edge-on to. */
function meetInPlane(
	x: Float64Array,
	p: number,
	q: number,
	a: number,
	b: number,
	c: number,
): boolean {
	for (const [i, j] of [
		[0, 1],
		[1, 2],
		[2, 0],
	])
		if (!meetInView(x, p, q, [a, b, c], i, j)) return false;
	return true;
}

function meetInView(
	x: Float64Array,
	p: number,
	q: number,
	triangle: readonly number[],
	i: number,
	j: number,
): boolean {
	const sides = triangle.map((a, k) => [a, triangle[(k + 1) % 3]] as const);
	return (
		sides.some(([a, b]) => segmentsMeet(x, p, q, a, b, i, j)) ||
		isWithin(x, p, triangle, i, j)
	);
}

function segmentsMeet(
	x: Float64Array,
	p: number,
	q: number,
	a: number,
	b: number,
	i: number,
	j: number,
): boolean {
	const one = orientation2(x, p, q, a, i, j);
	const other = orientation2(x, p, q, b, i, j);
	const first = orientation2(x, a, b, p, i, j);
	const second = orientation2(x, a, b, q, i, j);
	if (one === 0 && other === 0 && first === 0 && second === 0)
		return [i, j].every(
			(k) =>
				Math.min(x[3 * p + k], x[3 * q + k]) <=
					Math.max(x[3 * a + k], x[3 * b + k]) &&
				Math.min(x[3 * a + k], x[3 * b + k]) <=
					Math.max(x[3 * p + k], x[3 * q + k]),
		);
	return one * other <= 0 && first * second <= 0;
}

function isWithin(
	x: Float64Array,
	p: number,
	[a, b, c]: readonly number[],
	i: number,
	j: number,
): boolean {
	const signs = [
		orientation2(x, a, b, p, i, j),
		orientation2(x, b, c, p, i, j),
		orientation2(x, c, a, p, i, j),
	];
	return signs.every((s) => s >= 0) || signs.every((s) => s <= 0);
}
