/**
 * Sheets that pass through themselves: where edges cross triangles a sheet is cut, and what the cuts set apart from most of it is pulled back to the side that it came from,
 * as global intersection analysis does (Baraff, Witkin and Kass 2003).
 */
import {
	disjointSets,
	findRoot,
	unite,
} from "../../mesh/topology/disjointSets.ts";
import type { Intersection } from "./inspectSurfaces.ts";
import { orientation3 } from "./orientation.ts";
import type { Pushes } from "./pushes.ts";
import { SurfaceDistance } from "./surfaceDistance.ts";
import type { Surfaces } from "./surfaces.ts";
import type { Tangle } from "./tangle.ts";

/** Rings of triangles about those that are crossed, to find what is nearest. */
const rings = 3;

/** Asks points to be moved, of surfaces whose own edges and triangles are among those that cross. */
export function unfold(
	{ contact, surfaces }: Tangle,
	x: Float64Array,
	through: readonly Intersection[],
	pushes: Pushes,
): void {
	const { surfaceOfPoint } = contact.surfaces;
	for (const [surface, { isWhole }] of surfaces.entries()) {
		const own = through.filter(
			({ edge, triangle }) =>
				surfaceOfPoint[edge[0]] === surface &&
				surfaceOfPoint[triangle[0]] === surface,
		);
		if (own.length === 0 || isWhole) continue;
		const thickness = contact.thickness(surface, surface);
		for (const part of partsSetApart(contact.surfaces, surface, own))
			pullBack(contact.surfaces, x, part, thickness, pushes);
	}
}

/** Points that cuts set apart, and the crossings that did so, each with the side of its triangle that they belong on. */
interface Part {
	readonly points: ReadonlySet<number>;
	readonly crossings: readonly {
		readonly triangle: Intersection["triangle"];
		/** The end of the edge that is not of the part. */
		readonly from: number;
	}[];
}

/** All but the largest of what is left in one piece. */
function partsSetApart(
	{ edges, surfaceOfPoint, pointCount }: Surfaces,
	surface: number,
	crossings: readonly Intersection[],
): Part[] {
	const key = (a: number, b: number) =>
		Math.min(a, b) * pointCount + Math.max(a, b);
	const cuts = new Set(crossings.map(({ edge: [p, q] }) => key(p, q)));
	const sets = disjointSets(pointCount);
	for (let e = 0; e < edges.length; e += 2) {
		const [p, q] = [edges[e], edges[e + 1]];
		if (surfaceOfPoint[p] === surface && !cuts.has(key(p, q)))
			unite(sets, p, q);
	}
	const pieces = new Map<number, Set<number>>();
	for (let point = 0; point < pointCount; point++) {
		if (surfaceOfPoint[point] !== surface) continue;
		const root = findRoot(sets, point);
		const piece = pieces.get(root) ?? new Set();
		pieces.set(root, piece.add(point));
	}
	const bySize = [...pieces.values()].sort((a, b) => b.size - a.size);
	return bySize.slice(1).flatMap((points) => {
		const own = crossings.flatMap(({ edge: [p, q], triangle }) =>
			points.has(p) === points.has(q)
				? []
				: [{ triangle, from: points.has(p) ? q : p }],
		);
		return own.length > 0 ? [{ points, crossings: own }] : [];
	});
}

function pullBack(
	surfaces: Surfaces,
	x: Float64Array,
	{ points, crossings }: Part,
	thickness: number,
	pushes: Pushes,
): void {
	const near = new SurfaceDistance(
		surfaces,
		aroundCrossed(surfaces, points, crossings),
		x,
	);
	// Of most of the crossings.
	let votes = 0;
	for (const { triangle, from } of crossings)
		votes -= orientation3(x, ...triangle, from);
	const side = votes < 0 ? -1 : 1;
	for (const point of points) {
		const found = near.nearest(point);
		if (!found || side * found.distance > 0) continue;
		const { normal, place } = found;
		pushes.add(
			point,
			normal.map((n, k) => place[k] + side * thickness * n - x[3 * point + k]),
		);
	}
}

/** Triangles that are crossed, and some rings about them, without those of the part. */
function aroundCrossed(
	{ triangles, triangleCount }: Surfaces,
	points: ReadonlySet<number>,
	crossings: Part["crossings"],
): Set<number> {
	const reached = new Set(crossings.flatMap(({ triangle }) => triangle));
	const found = new Set<number>();
	for (let ring = 0; ring < rings; ring++) {
		const corners: number[] = [];
		for (let t = 0; t < triangleCount; t++) {
			const own = triangles.subarray(3 * t, 3 * t + 3);
			if (own.some((point) => points.has(point))) continue;
			if (!own.some((point) => reached.has(point))) continue;
			found.add(t);
			corners.push(...own);
		}
		for (const corner of corners) reached.add(corner);
	}
	return found;
}
