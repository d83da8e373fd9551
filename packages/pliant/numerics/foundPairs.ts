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
import { placeBytes, SurfaceTree } from "./surfaceBoxes";
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

/**
 * How much more than f32 can lose of a gap [m], over the size of all: coordinates are up to four times that size where strays are, so their products with an axis are off by
 * a millionth of four times the size and the length of the axis.
 */
const lostOfSize: f64 = 8e-6;

let surfaces: TouchingSurfaces = changetype<TouchingSurfaces>(0);
let tree: SurfaceTree = changetype<SurfaceTree>(0);
let found: FoundPairs = changetype<FoundPairs>(0);
/** Where this thread puts its pairs, and how many it found. */
let points: usize = 0;
let edges: usize = 0;
let pointCount: u32 = 0;
let edgeCount: u32 = 0;
/** What f32 can lose of a gap [m]; where in places the last end of ways is; the square of the gap that is enough. */
let lost: f64 = 0;
let lastEnd: usize = 0;
let square: f32 = 0;

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
	lost = lostOfSize * load<f64>(ofTree.frame, 24);
	lastEnd = ofTree.hasWays ? 16 : 0;
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
export function addPoint(p: u32, t: u32, outer: f64, areOfOne: bool): void {
	const a = at(surfaces.triangles, 3 * t);
	const b = at(surfaces.triangles, 3 * t + 1);
	const c = at(surfaces.triangles, 3 * t + 2);
	if (!isLookedFor(p, a, b, c)) return;
	if (isPointFar(placeOf(p), placeOf(a), placeOf(b), placeOf(c), outer)) return;
	const core = coreOf(a) + coreOf(p);
	const most =
		outer + core + max(roomOf(a), max(roomOf(b), roomOf(c))) + roomOf(p);
	const x = tree.x;
	const distance = distanceToTriangle(
		x + 24 * p,
		x + 24 * a,
		x + 24 * b,
		x + 24 * c,
	);
	const nearing = approach(p, p, a, b, c);
	if (distance > most + nearing) return;
	const share = areOfOne ? shareOfPoint(p, a, b, c, outer) : 1;
	if (!(share > 0)) return;
	if (pointCount < found.capacity) {
		const record = points + recordBytes * pointCount;
		describe(record, p, t, distance, nearing, share, outer, core);
		storeVertices(record, p, a, b, c);
	}
	pointCount++;
}

/** The same of two edges without a point in common. */
export function addEdges(e: u32, f: u32, outer: f64, areOfOne: bool): void {
	const a = at(surfaces.edges, 2 * e);
	const b = at(surfaces.edges, 2 * e + 1);
	const c = at(surfaces.edges, 2 * f);
	const d = at(surfaces.edges, 2 * f + 1);
	if (!isLookedFor(a, b, c, d)) return;
	if (areEdgesFar(placeOf(a), placeOf(b), placeOf(c), placeOf(d), outer)) return;
	const core = coreOf(a) + coreOf(c);
	const most =
		outer + core + max(roomOf(a), roomOf(b)) + max(roomOf(c), roomOf(d));
	const x = tree.x;
	const distance = distanceOfEdges(
		x + 24 * a,
		x + 24 * b,
		x + 24 * c,
		x + 24 * d,
	);
	const nearing = approach(a, b, c, d, d);
	if (distance > most + nearing) return;
	const share = areOfOne ? shareOfEdges(a, b, c, d, outer) : 1;
	if (!(share > 0)) return;
	if (edgeCount < found.capacity) {
		const record = edges + recordBytes * edgeCount;
		describe(record, e, f, distance, nearing, share, outer, core);
		storeVertices(record, a, b, c, d);
	}
	edgeCount++;
}

/** Whether pairs of any of four points are looked for. */
@inline
function isLookedFor(a: u32, b: u32, c: u32, d: u32): u32 {
	return tree.isPartial
		? at(tree.strays, a) |
				at(tree.strays, b) |
				at(tree.strays, c) |
				at(tree.strays, d)
		: 1;
}

@inline
function placeOf(point: u32): usize {
	return tree.places + placeBytes * point;
}

/** How far a point may be from where it is expected. */
@inline
function roomOf(point: u32): f64 {
	return load<f64>(tree.rooms + 8 * point);
}

/** The radius of what is about a point. */
@inline
function coreOf(point: u32): f64 {
	return load<f64>(surfaces.cores + 8 * at(surfaces.surfaceOfPoint, point));
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

@inline
function shareOfPoint(p: u32, a: u32, b: u32, c: u32, outer: f64): f64 {
	const i = surfaces.rest + 24 * p;
	const j = surfaces.rest + 24 * a;
	const k = surfaces.rest + 24 * b;
	const l = surfaces.rest + 24 * c;
	return keptOfRest * separationFromTriangle(i, j, k, l) < outer
		? shareOf(distanceToTriangle(i, j, k, l), outer)
		: 1;
}

@inline
function shareOfEdges(a: u32, b: u32, c: u32, d: u32, outer: f64): f64 {
	const i = surfaces.rest + 24 * a;
	const j = surfaces.rest + 24 * b;
	const k = surfaces.rest + 24 * c;
	const l = surfaces.rest + 24 * d;
	return keptOfRest * separationOfEdges(i, j, k, l) < outer
		? shareOf(distanceOfEdges(i, j, k, l), outer)
		: 1;
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

@inline
function storeVertices(record: usize, a: u32, b: u32, c: u32, d: u32): void {
	store<u32>(record, a, recordVertices);
	store<u32>(record, b, recordVertices + 4);
	store<u32>(record, c, recordVertices + 8);
	store<u32>(record, d, recordVertices + 12);
}

/**
 * Whether two edges a, b and c, d stay farther apart than `outer`, wherever their rooms let them be, seen along an axis: how far they are apart along it is concave where
 * all go straight on, so it is least at one of the ends. Points are where f32 tells, by addresses of their places.
 */
@inline
function areEdgesFar(a: usize, b: usize, c: usize, d: usize, outer: f64): bool {
	// From middle to middle.
	const axis = withoutRoom(
		f32x4.sub(
			f32x4.add(v128.load(c), v128.load(d)),
			f32x4.add(v128.load(a), v128.load(b)),
		),
	);
	const most =
		<f32>(outer + lost) +
		max(load<f32>(a, 12), load<f32>(b, 12)) +
		max(load<f32>(c, 12), load<f32>(d, 12));
	for (let end: usize = 0; end <= lastEnd; end += 16) {
		const along = alongAxis(a + end, b + end, c + end, d + end, axis);
		const p = f32x4.extract_lane(along, 0);
		const q = f32x4.extract_lane(along, 1);
		const r = f32x4.extract_lane(along, 2);
		const s = f32x4.extract_lane(along, 3);
		if (end == 0) square = most * most * (r + s - p - q);
		const gap = min(r, s) - max(p, q);
		if (!(gap > 0 && gap * gap > square)) return false;
	}
	return true;
}

/** The same of a point p and a triangle a, b, c. */
@inline
function isPointFar(p: usize, a: usize, b: usize, c: usize, outer: f64): bool {
	// Three times the way from the point to the middle.
	const axis = withoutRoom(
		f32x4.sub(
			f32x4.add(f32x4.add(v128.load(a), v128.load(b)), v128.load(c)),
			f32x4.mul(v128.load(p), f32x4.splat(3)),
		),
	);
	const most =
		<f32>(outer + lost) +
		load<f32>(p, 12) +
		max(load<f32>(a, 12), max(load<f32>(b, 12), load<f32>(c, 12)));
	for (let end: usize = 0; end <= lastEnd; end += 16) {
		const along = alongAxis(p + end, a + end, b + end, c + end, axis);
		const own = f32x4.extract_lane(along, 0);
		const q = f32x4.extract_lane(along, 1);
		const r = f32x4.extract_lane(along, 2);
		const s = f32x4.extract_lane(along, 3);
		if (end == 0) square = most * most * (q + r + s - 3 * own);
		const gap = min(q, min(r, s)) - own;
		if (!(gap > 0 && gap * gap > square)) return false;
	}
	return true;
}

@inline
function withoutRoom(place: v128): v128 {
	return f32x4.replace_lane(place, 3, 0);
}

/** Where four points are along an axis, times its length. */
@inline
function alongAxis(a: usize, b: usize, c: usize, d: usize, axis: v128): v128 {
	const p = f32x4.mul(v128.load(a), axis);
	const q = f32x4.mul(v128.load(b), axis);
	const r = f32x4.mul(v128.load(c), axis);
	const s = f32x4.mul(v128.load(d), axis);
	const first = f32x4.add(
		v128.shuffle<f32>(p, q, 0, 1, 4, 5),
		v128.shuffle<f32>(p, q, 2, 3, 6, 7),
	);
	const second = f32x4.add(
		v128.shuffle<f32>(r, s, 0, 1, 4, 5),
		v128.shuffle<f32>(r, s, 2, 3, 6, 7),
	);
	return f32x4.add(
		v128.shuffle<f32>(first, second, 0, 2, 4, 6),
		v128.shuffle<f32>(first, second, 1, 3, 5, 7),
	);
}

/** Square of how far a point goes beside the way of another. */
@inline
function waySquared(from: usize, point: u32): f64 {
	const way = tree.ways + 24 * point;
	const x = load<f64>(way) - load<f64>(from);
	const y = load<f64>(way, 8) - load<f64>(from, 8);
	const z = load<f64>(way, 16) - load<f64>(from, 16);
	return x * x + y * y + z * z;
}

/** By how much an edge a, b (or a point, twice) and c, d, e can come nearer on their ways. */
function approach(a: u32, b: u32, c: u32, d: u32, e: u32): f64 {
	if (!tree.hasWays) return 0;
	// Seen from the first of them, whose way all others have in common.
	const from = tree.ways + 24 * a;
	const second = max(
		waySquared(from, c),
		max(waySquared(from, d), waySquared(from, e)),
	);
	return sqrt<f64>(waySquared(from, b)) + sqrt<f64>(second);
}
