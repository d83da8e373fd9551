/** Whether surfaces begin apart, and where they meet if not. */
import { advance } from "./advance.ts";
import {
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "./closest.ts";
import { edgeMeetsTriangle } from "./intersections.ts";
import type { SurfaceContact } from "./surfaceContact.ts";
import type { Surfaces } from "./surfaces.ts";

/** An edge that passes through a triangle, by the numbers of their points among all. That of a ball is its centre, twice. */
export interface Intersection {
	readonly edge: readonly [number, number];
	readonly triangle: readonly [number, number, number];
}

/** All edges of surfaces that meet triangles at positions x, decided exactly; edges and triangles with a common point are left out. */
export function findIntersections(
	contact: SurfaceContact,
	x: Float64Array,
): Intersection[] {
	const found: Intersection[] = [];
	const { triangles, surfaceOfTriangle, edges, edgeStart, ownEdges } =
		contact.surfaces;
	const { firstRibbon } = contact.surfaces;
	contact.candidates.visitNear(x, (s, t) => {
		if (Math.max(s, t) >= firstRibbon.triangle) return;
		for (const [one, other] of [
			[s, t],
			[t, s],
		]) {
			const [a, b, c] = triangles.subarray(3 * other, 3 * other + 3);
			if (b === c) continue;
			const core = contact.surfaces.coreOf(surfaceOfTriangle[one]);
			if (core > 0) {
				const [p, q] = triangles.subarray(3 * one, 3 * one + 2);
				if (edgeTriangleDistance(x, p, q, a, b, c) < core)
					found.push({ edge: [p, q], triangle: [a, b, c] });
				continue;
			}
			for (let k = edgeStart[one]; k < edgeStart[one + 1]; k++) {
				const e = ownEdges[k];
				const [p, q] = edges.subarray(2 * e, 2 * e + 2);
				if ([p, q].some((end) => end === a || end === b || end === c)) continue;
				if (contact.surfaces.sewn?.areOne([p, q], [a, b, c])) continue;
				if (edgeMeetsTriangle(x, p, q, a, b, c))
					found.push({ edge: [p, q], triangle: [a, b, c] });
			}
		}
	});
	return found;
}

/** Distance [m] of an edge, or of a point twice, and a triangle; 0 where the edge meets it. */
function edgeTriangleDistance(
	x: Float64Array,
	p: number,
	q: number,
	a: number,
	b: number,
	c: number,
): number {
	if (p !== q && edgeMeetsTriangle(x, p, q, a, b, c)) return 0;
	const closest = createClosest();
	let least = Number.POSITIVE_INFINITY;
	for (const end of [p, q]) {
		closestPointTriangle(x, end, a, b, c, closest);
		least = Math.min(least, closest.distance);
	}
	for (const [from, to] of [
		[a, b],
		[b, c],
		[c, a],
	]) {
		closestEdges(x, p, q, from, to, closest);
		least = Math.min(least, closest.distance);
	}
	return least;
}

const millimetres = (length: number) => `${(1000 * length).toPrecision(3)} mm`;

/** Names at most so many pairs. */
const named = 3;

/** What is wrong with where surfaces begin; nothing where they are apart. */
export function inspectSurfaces(
	contact: SurfaceContact,
	x: Float64Array,
): string | undefined {
	const { surfaces } = contact;
	const through = findIntersections(contact, x);
	if (through.length > 0) {
		const pairs = through.slice(0, named).map(({ edge, triangle }) => {
			const [p] = edge;
			const place = x.subarray(3 * p, 3 * p + 3);
			return `${ownerOf(surfaces, p)} (edge ${numbers(surfaces, edge)}) and ${ownerOf(surfaces, triangle[0])} (triangle ${numbers(surfaces, triangle)}) at [${Array.from(place, (c) => c.toPrecision(4)).join(", ")}]`;
		});
		return `contact: surfaces intersect at the beginning, in ${through.length} places: ${pairs.join("; ")}; place the bodies apart`;
	}
	const closest = createClosest();
	const rests = new Float64Array(x.length);
	let worst: string | undefined;
	contact.visitPairs(x, undefined, (vertices, isEdges, floor, core) => {
		if (worst !== undefined) return;
		if (advance(x, rests, vertices, isEdges, floor, closest) > 0) return;
		const [a, b, c, d] = vertices;
		(isEdges ? closestEdges : closestPointTriangle)(x, a, b, c, d, closest);
		const other = isEdges ? c : b;
		worst = `contact: ${ownerOf(surfaces, a)} (vertex ${numbers(surfaces, [a])}) is ${millimetres(closest.distance - core)} from ${ownerOf(surfaces, other)} (vertex ${numbers(surfaces, [other])}) at the beginning, where a quarter of their thickness, ${millimetres(floor - core)}, is the least; place them apart or make contact.thickness less`;
	});
	return worst;
}

const ownerOf = ({ all, surfaceOfPoint }: Surfaces, point: number): string =>
	all[surfaceOfPoint[point]].label;

function numbers(
	{ all, surfaceOfPoint }: Surfaces,
	points: readonly number[],
): string {
	return points
		.map((point) => {
			const { ranges, ownPoint } = all[surfaceOfPoint[point]];
			return ownPoint?.(point) ?? point - ranges[0].first;
		})
		.join("–");
}
