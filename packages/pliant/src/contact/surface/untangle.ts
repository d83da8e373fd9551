/**
 * Moves surfaces that begin through each other apart. Of two that meet, one moves: the outer layer, else what can move, else what is open, else the lighter one. It is
 * pushed to the front of the other, the outside of closed ones; or, where an open surface has no order, to that side of it which most of it is on. Sheets and cables are pushed point by
 * point to what is nearest, farther as long as edges still cross; solids, rigid bodies and bodies of frames as a whole. Sheets through themselves are unfolded (unfold.ts). What is
 * too near then is pushed apart, on ways that continuous detection keeps from crossing.
 */
import {
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import { findIntersections, type Intersection } from "./inspectSurfaces.ts";
import { Pushes } from "./pushes.ts";
import { SurfaceDistance, trianglesOf } from "./surfaceDistance.ts";
import type { Tangle } from "./tangle.ts";
import { unfold } from "./unfold.ts";

/** Times that all is pushed before it counts as not to be untangled. */
const mostPasses = 100;
/** Points in front whose edges still cross are pushed on by this part of the thickness, and more by this factor each time. */
const firstPush = 0.3;
const growth = 1.3;
/** What is nearer than the first of these, over the distance that must be kept, is pushed to the second. */
const tooNear = 1.1;
const apart = 1.5;

/** Moves the points at positions x. Whoever calls it looks whether that was enough. */
export function untangle(tangle: Tangle, x: Float64Array): void {
	pullThrough(tangle, x);
	pushApart(tangle, x);
}

/** Until no edge passes through a triangle any more. */
function pullThrough(tangle: Tangle, x: Float64Array): void {
	const { contact } = tangle;
	/** How far points whose edges still cross are pushed on next, over the thickness. */
	const farther = new Float64Array(x.length / 3).fill(firstPush);
	for (let pass = 0; pass < mostPasses; pass++) {
		const through = findIntersections(contact, x);
		const pushes = new Pushes(tangle, x);
		tangle.pushOut(x, (point, by) => pushes.add(point, by));
		for (const [mover, fixed] of meetings(tangle, through))
			pushOff(tangle, x, mover, fixed, { through, farther, pushes });
		unfold(tangle, x, through, pushes);
		if (!pushes.apply()) return;
	}
}

/** Pairs of surfaces one of which is to be pushed off the other, in this order: ordered layers always, others where they meet. */
function meetings(
	tangle: Tangle,
	through: readonly Intersection[],
): [number, number][] {
	const { surfaces, contact } = tangle;
	const { surfaceOfPoint } = contact.surfaces;
	const pairs = new Map<string, [number, number]>();
	const meet = (a: number, b: number) => {
		const [mover, fixed] = moves(tangle, a, b) ? [a, b] : [b, a];
		if (a !== b && surfaces[mover].isFree)
			pairs.set(`${mover} ${fixed}`, [mover, fixed]);
	};
	for (const { edge, triangle } of through)
		meet(surfaceOfPoint[edge[0]], surfaceOfPoint[triangle[0]]);
	for (const [a, { layer: outer }] of surfaces.entries())
		for (const [b, { layer: inner }] of surfaces.entries())
			if (outer !== undefined && inner !== undefined && outer > inner)
				meet(a, b);
	return [...pairs.values()];
}

/** Whether the first of two surfaces moves, or else the second. */
function moves({ surfaces, contact, weights }: Tangle, a: number, b: number) {
	const [one, other] = [surfaces[a], surfaces[b]];
	if (one.isFree !== other.isFree) return one.isFree;
	const difference = (one.layer ?? 0) - (other.layer ?? 0);
	if (difference !== 0) return difference > 0;
	if (one.isWhole !== other.isWhole) return other.isWhole;
	const massOf = (surface: number) => {
		let sum = 0;
		for (const { first, last } of contact.surfaces.all[surface].ranges)
			for (let point = first; point < last; point++) sum += weights[point];
		return sum;
	};
	return massOf(a) <= massOf(b);
}

function pushOff(
	{ contact, surfaces }: Tangle,
	x: Float64Array,
	mover: number,
	fixed: number,
	parts: {
		readonly through: readonly Intersection[];
		readonly farther: Float64Array;
		readonly pushes: Pushes;
	},
): void {
	const { farther, pushes } = parts;
	const { all, surfaceOfPoint } = contact.surfaces;
	const surface = new SurfaceDistance(
		contact.surfaces,
		trianglesOf(contact.surfaces, fixed),
		x,
	);
	const crossing = new Set<number>();
	for (const { edge, triangle } of parts.through) {
		const points = [...edge, ...triangle];
		if (!points.some((point) => surfaceOfPoint[point] === fixed)) continue;
		for (const point of points)
			if (surfaceOfPoint[point] === mover) crossing.add(point);
	}
	const near = [...pointsOf(all[mover].ranges)].flatMap((point) => {
		const place = surface.nearest(point);
		return place ? [{ point, ...place }] : [];
	});
	const isOrdered =
		surfaces[mover].layer !== undefined &&
		surfaces[fixed].layer !== undefined &&
		surfaces[mover].layer !== surfaces[fixed].layer;
	const behind = near.filter(({ distance, isRim }) => distance < 0 && !isRim);
	const front = near.filter(({ distance, isRim }) => distance > 0 && !isRim);
	const side =
		surface.isClosed || isOrdered
			? surface.outside
			: behind.length > front.length
				? -1
				: 1;
	const thickness = contact.thickness(mover, fixed);
	// Beyond the rim there are no sides, but for points whose edges cross.
	const wrong = near.filter(
		({ point, distance, isRim }) =>
			side * distance <= 0 && (!isRim || crossing.has(point)),
	);
	for (const { point, normal, place } of wrong)
		pushes.add(
			point,
			normal.map((n, k) => place[k] + side * thickness * n - x[3 * point + k]),
		);
	if (wrong.length > 0) return;
	for (const { point, normal } of near) {
		if (!crossing.has(point)) continue;
		const by = side * farther[point] * thickness;
		farther[point] *= growth;
		pushes.add(
			point,
			normal.map((n) => n * by),
		);
	}
}

function* pointsOf(
	ranges: readonly { readonly first: number; readonly last: number }[],
): Iterable<number> {
	for (const { first, last } of ranges)
		for (let point = first; point < last; point++) yield point;
}

/** Until nothing is nearer than it may be. */
function pushApart(tangle: Tangle, x: Float64Array): void {
	const { contact, isFixed, weights } = tangle;
	const closest = createClosest();
	const by = new Float64Array(3);
	for (let pass = 0; pass < mostPasses; pass++) {
		const pushes = new Pushes(tangle, x);
		contact.visitPairs(x, undefined, ([a, b, c, d], isEdges, floor, core) => {
			(isEdges ? closestEdges : closestPointTriangle)(x, a, b, c, d, closest);
			const { distance, r, c: shares } = closest;
			const kept = floor - core;
			if (distance - core > tooNear * kept) return;
			const points = [a, b, c, d];
			const yields = points.map((point) =>
				isFixed[point] ? 0 : 1 / (weights[point] || Number.MIN_VALUE),
			);
			const total = yields.reduce((sum, y, k) => sum + y * shares[k] ** 2, 0);
			if (total === 0) return;
			const push = (core + apart * kept - distance) / total;
			for (const [k, point] of points.entries()) {
				for (let m = 0; m < 3; m++)
					by[m] = (push * yields[k] * shares[k] * r[m]) / distance;
				pushes.add(point, by);
			}
		});
		const ways = pushes.ways();
		if (!ways) return;
		const part = contact.candidates.limit(x, ways, 0);
		for (let i = 0; i < x.length; i++) x[i] += part * ways[i];
	}
}
