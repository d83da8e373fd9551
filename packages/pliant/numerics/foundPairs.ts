/**
 * Pairs of a point and a triangle, and of two edges, whose boxes meet (surfaceSearch.ts): which of them can come as near as they push, and records of these
 * (`recordBytes` of surfacePairs.ts).
 */
import {
	distanceOfEdges,
	distanceToTriangle,
	separationFromTriangle,
	separationOfEdges,
} from "./closest";
import { at } from "./edgeMatrix";
import { SurfaceTree } from "./surfaceBoxes";
import {
	recordBytes,
	recordCore,
	recordOuter,
	recordShare,
	recordVertices,
	TouchingSurfaces,
} from "./surfacePairs";
import { ownPart } from "./team";

/** Where threads put records of what they find, so many pairs each, and how many there are. */
@unmanaged
export class FoundPairs {
	/** Whether pairs of triangles are to be found, in place of points and triangles, and edges. */
	areTriangles: u32;
	capacity: u32;
	points: usize;
	edges: usize;
	/** Points and triangles, and edges, that each thread found; more than the capacity where there is no room for all. */
	counts: usize;
}

/** What a pair keeps of its rest distance, so that it is just out of reach there. */
const keptOfRest: f64 = 0.95;
/** More than what f32 loses. */
const boundRounding: f64 = 1e-6;

let surfaces: TouchingSurfaces = changetype<TouchingSurfaces>(0);
let tree: SurfaceTree = changetype<SurfaceTree>(0);
let found: FoundPairs = changetype<FoundPairs>(0);
/** Where this thread puts its pairs, and how many it found. */
let points: usize = 0;
let edges: usize = 0;
let pointCount: u32 = 0;
let edgeCount: u32 = 0;

/** Begins with no pairs. */
export function beginPairs(
	ofSurfaces: TouchingSurfaces,
	ofTree: SurfaceTree,
	into: FoundPairs,
): void {
	surfaces = ofSurfaces;
	tree = ofTree;
	found = into;
	const own = ownPart(0, into.capacity);
	points = into.points + recordBytes * own;
	edges = into.edges + recordBytes * own;
	pointCount = 0;
	edgeCount = 0;
}

/** Writes how many pairs there are. */
export function endPairs(): void {
	const counts = ownPart(found.counts, 8);
	store<u32>(counts, pointCount);
	store<u32>(counts, edgeCount, 4);
}

/** Adds two triangles. */
export function addTriangles(s: u32, t: u32): void {
	if (pointCount < found.capacity)
		describe(points + recordBytes * pointCount, s, t, 0, 0, 1, 0, 0);
	pointCount++;
}

/** Adds a point and a triangle that has it not, of surfaces that push at `outer`, if they can come near. */
export function addPoint(point: u32, t: u32, outer: f64, areOfOne: bool): void {
	const p: usize = 24 * point;
	const a: usize = 24 * at(surfaces.triangles, 3 * t);
	const b: usize = 24 * at(surfaces.triangles, 3 * t + 1);
	const c: usize = 24 * at(surfaces.triangles, 3 * t + 2);
	if (!isLookedFor(p, a, b, c)) return;
	const core = coreOf(a) + coreOf(p);
	const most = outer + core + max(roomOf(a), max(roomOf(b), roomOf(c))) + roomOf(p);
	if (isPointFar(p, a, b, c, most)) return;
	const x = tree.x;
	const nearing = approach(p, p, a, b, c);
	const distance = distanceToTriangle(x + p, x + a, x + b, x + c);
	if (distance > most + nearing) return;
	const rest = surfaces.rest;
	const share =
		areOfOne &&
		keptOfRest * separationFromTriangle(rest + p, rest + a, rest + b, rest + c) <
			outer
			? shareOf(
					distanceToTriangle(rest + p, rest + a, rest + b, rest + c),
					outer,
				)
			: 1;
	if (!(share > 0)) return;
	if (pointCount < found.capacity) {
		const record = points + recordBytes * pointCount;
		describe(record, point, t, distance, nearing, share, outer, core);
		storeVertices(record, p, a, b, c);
	}
	pointCount++;
}

/** The same of two edges without a point in common. */
export function addEdges(e: u32, f: u32, outer: f64, areOfOne: bool): void {
	const a: usize = 24 * at(surfaces.edges, 2 * e);
	const b: usize = 24 * at(surfaces.edges, 2 * e + 1);
	const c: usize = 24 * at(surfaces.edges, 2 * f);
	const d: usize = 24 * at(surfaces.edges, 2 * f + 1);
	if (!isLookedFor(a, b, c, d)) return;
	const core = coreOf(a) + coreOf(c);
	const most =
		outer + core + max(roomOf(a), roomOf(b)) + max(roomOf(c), roomOf(d));
	if (areEdgesFar(a, b, c, d, most)) return;
	const x = tree.x;
	const nearing = approach(a, b, c, d, d);
	const distance = distanceOfEdges(x + a, x + b, x + c, x + d);
	if (distance > most + nearing) return;
	const rest = surfaces.rest;
	const share =
		areOfOne &&
		keptOfRest * separationOfEdges(rest + a, rest + b, rest + c, rest + d) < outer
			? shareOf(
					distanceOfEdges(rest + a, rest + b, rest + c, rest + d),
					outer,
				)
			: 1;
	if (!(share > 0)) return;
	if (edgeCount < found.capacity) {
		const record = edges + recordBytes * edgeCount;
		describe(record, e, f, distance, nearing, share, outer, core);
		storeVertices(record, a, b, c, d);
	}
	edgeCount++;
}

/** Whether pairs of any of four points are looked for, by 24 times their numbers. */
@inline
function isLookedFor(a: usize, b: usize, c: usize, d: usize): u32 {
	return tree.isPartial
		? strayFlag(a) | strayFlag(b) | strayFlag(c) | strayFlag(d)
		: 1;
}

@inline
function strayFlag(point: usize): u32 {
	return load<u32>(tree.strays + point / 6);
}

/** How far a point may be from where it is expected, by 24 times its number. */
@inline
function roomOf(point: usize): f64 {
	return load<f64>(tree.rooms + point / 3);
}

/** The radius of what is about a point, by 24 times its number. */
@inline
function coreOf(point: usize): f64 {
	return load<f64>(surfaces.cores + 8 * at(surfaces.surfaceOfPoint, <u32>(point / 24)));
}

/**
 * What a pair keeps of its thickness so that at rest it is just out of reach; all of it where it is clearly farther apart there, and where its place at rest is not
 * a number: what is sewn is looked at again (src/contact/surface/sewnPoints.ts).
 */
@inline
function shareOf(rest: f64, outer: f64): f64 {
	const share = (keptOfRest * rest) / outer;
	return share < 1 ? share : 1;
}

/** Writes a record but for its vertices. Bounds are rounded to the safe side. */
function describe(
	record: usize,
	first: u32,
	second: u32,
	distance: f64,
	nearing: f64,
	share: f64,
	outer: f64,
	core: f64,
): void {
	store<u32>(record, first);
	store<u32>(record, second, 4);
	store<f32>(record, <f32>(distance * (1 - boundRounding)), 8);
	store<f32>(record, <f32>(nearing * (1 + boundRounding)), 12);
	store<f64>(record, share, recordShare);
	store<f64>(record, core + share * outer, recordOuter);
	store<f64>(record, core, recordCore);
}

/** By 24 times their numbers. */
function storeVertices(record: usize, a: usize, b: usize, c: usize, d: usize): void {
	store<u32>(record, a / 24, recordVertices);
	store<u32>(record, b / 24, recordVertices + 4);
	store<u32>(record, c / 24, recordVertices + 8);
	store<u32>(record, d / 24, recordVertices + 12);
}

/**
 * Whether an edge a, b stays farther than `most` from c, d on their ways, seen along the way from middle to middle: how far they are apart along an axis is concave
 * where all go straight on, so it is least at one of the ends.
 */
function areEdgesFar(a: usize, b: usize, c: usize, d: usize, most: f64): bool {
	const x = tree.x;
	const mx = axisOf(x, a, b, c, d);
	const my = axisOf(x + 8, a, b, c, d);
	const mz = axisOf(x + 16, a, b, c, d);
	const p = along(x + a, mx, my, mz);
	const q = along(x + b, mx, my, mz);
	const r = along(x + c, mx, my, mz);
	const s = along(x + d, mx, my, mz);
	const gap = min(r, s) - max(p, q);
	if (!isBeyond(gap, most, mx, my, mz)) return false;
	if (!tree.hasWays) return true;
	const ways = tree.ways;
	const end =
		min(r + along(ways + c, mx, my, mz), s + along(ways + d, mx, my, mz)) -
		max(p + along(ways + a, mx, my, mz), q + along(ways + b, mx, my, mz));
	return isBeyond(end, most, mx, my, mz);
}

@inline
function axisOf(x: usize, a: usize, b: usize, c: usize, d: usize): f64 {
	return load<f64>(x + c) + load<f64>(x + d) - load<f64>(x + a) - load<f64>(x + b);
}

/** The same of a point and a triangle, along the way to its middle. */
function isPointFar(p: usize, a: usize, b: usize, c: usize, most: f64): bool {
	const x = tree.x;
	const mx = axisToMiddle(x, p, a, b, c);
	const my = axisToMiddle(x + 8, p, a, b, c);
	const mz = axisToMiddle(x + 16, p, a, b, c);
	const q = along(x + p, mx, my, mz);
	const r = along(x + a, mx, my, mz);
	const s = along(x + b, mx, my, mz);
	const t = along(x + c, mx, my, mz);
	if (!isBeyond(min(r, min(s, t)) - q, most, mx, my, mz)) return false;
	if (!tree.hasWays) return true;
	const ways = tree.ways;
	const end =
		min(
			r + along(ways + a, mx, my, mz),
			min(s + along(ways + b, mx, my, mz), t + along(ways + c, mx, my, mz)),
		) -
		(q + along(ways + p, mx, my, mz));
	return isBeyond(end, most, mx, my, mz);
}

@inline
function axisToMiddle(x: usize, p: usize, a: usize, b: usize, c: usize): f64 {
	return load<f64>(x + a) + load<f64>(x + b) + load<f64>(x + c) - 3 * load<f64>(x + p);
}

@inline
function along(p: usize, mx: f64, my: f64, mz: f64): f64 {
	return load<f64>(p) * mx + load<f64>(p, 8) * my + load<f64>(p, 16) * mz;
}

/** Whether a gap along an axis, times its length, is more than `most`. */
@inline
function isBeyond(gap: f64, most: f64, mx: f64, my: f64, mz: f64): bool {
	return gap > 0 && gap * gap > most * most * (mx * mx + my * my + mz * mz);
}

/** Square of the length of the way of p, seen from a. */
@inline
function waySquared(a: usize, p: usize): f64 {
	const x = load<f64>(p) - load<f64>(a);
	const y = load<f64>(p, 8) - load<f64>(a, 8);
	const z = load<f64>(p, 16) - load<f64>(a, 16);
	return x * x + y * y + z * z;
}

/** By how much an edge a, b (or a point, twice) and c, d, e can come nearer on their ways. */
function approach(a: usize, b: usize, c: usize, d: usize, e: usize): f64 {
	if (!tree.hasWays) return 0;
	const ways = tree.ways;
	// Seen from the first of them, whose way all others have in common.
	const from = ways + a;
	const second = max(
		waySquared(from, ways + c),
		max(waySquared(from, ways + d), waySquared(from, ways + e)),
	);
	return sqrt<f64>(waySquared(from, ways + b)) + sqrt<f64>(second);
}
