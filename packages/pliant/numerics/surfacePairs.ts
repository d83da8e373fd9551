/**
 * Pairs of a point and a triangle, and of two edges, of surfaces that touch: which of them are near, and how far their vertices can go. Each thread takes a range of
 * the pairs.
 */
import {
	c0,
	c1,
	c2,
	c3,
	distanceOfEdges,
	distanceToTriangle,
	rx,
	ry,
	rz,
	separationFromTriangle,
	separationOfEdges,
} from "./closest";
import { at } from "./edgeMatrix";
import { ownPart, shareEnd, shareStart } from "./team";

/** What surfaces consist of, by addresses of u32 and f64 numbers (src/contact/surface/surfaces.ts). */
@unmanaged
export class TouchingSurfaces {
	triangles: usize;
	edges: usize;
	/** Of each edge the points across from it in its triangles; `pointCount` where there is none. */
	opposite: usize;
	pointCount: u32;
	surfaceOfPoint: usize;
	surfaceOfTriangle: usize;
	pointStart: usize;
	ownPoints: usize;
	edgeStart: usize;
	ownEdges: usize;
	rest: usize;
	count: u32;
	/** For each two surfaces the distance [m] at which they begin to push, 0 where they do not concern each other. */
	outer: usize;
	/** For each two surfaces whether points of the first are kept from triangles of the second. */
	keepsPoints: usize;
	/** For each surface the radius [m] of what is about its points and edges: those of balls and rods. */
	cores: usize;
	/** Room for a pair's vertices and their ways, `pairBytes` for each thread. */
	pairRoom: usize;
	/** How far each point is from where it was expected (`measureDrift`), and how much of the expected way all have gone, here and at the end of what was asked about; and the part of what was asked about that is covered. */
	drifts: usize;
	gone: usize;
	/** How long the way of each point is that is asked about. */
	wayLengths: usize;
	/** Ways that were last looked at for what is blocked, xyz per point, and doubts about each point: its pairs have to be looked at, as they are at first and once they were blocked or its way is another. */
	checkedWays: usize;
	doubts: usize;
}
/** Doubts about a point: none, some, or that it is in a blocked pair. */
const settled: u32 = 0;
const doubtful: u32 = 1;
const blocked: u32 = 2;
export const pairBytes: u32 = 192;

/** Pairs, and those of them that are near. */
@unmanaged
export class SurfacePairs {
	areEdges: u32;
	count: u32;
	records: usize;
	/** Numbers of pairs that were found near, those of a thread from the first pair of its range on, and how many each thread found. */
	near: usize;
	nearCounts: usize;
}

/**
 * What is known of a pair: its two numbers; in f32, on the safe side, how far it was apart when it was found and by how much it can come nearer on the ways that were
 * expected; in f64, what it keeps of its thickness and the distance [m] at which it begins to push; its vertices; and in f64 how much of that distance [m] is that of cores.
 */
export const recordBytes: u32 = 56;
export const recordShare: u32 = 16;
export const recordOuter: u32 = 24;
export const recordVertices: u32 = 32;
export const recordCore: u32 = 48;

/** What is known of the closest points of a pair that is near. */
export const closestBytes: u32 = 64;

/** Part of what is there above the floor that ways leave. */
const kept: f64 = 0.1;
const mostAdvances: u32 = 200;

/** The four vertices of a pair. */
let a: u32 = 0;
let b: u32 = 0;
let c: u32 = 0;
let d: u32 = 0;

/** Sets the vertices of a pair; returns the distance [m] at which it begins to push. */
@inline
function take(record: usize): f64 {
	a = load<u32>(record, 32);
	b = load<u32>(record, 36);
	c = load<u32>(record, 40);
	d = load<u32>(record, 44);
	return load<f64>(record, 24);
}

@inline
function separation(areEdges: u32, p: usize, q: usize, r: usize, s: usize): f64 {
	return areEdges
		? separationOfEdges(p, q, r, s)
		: separationFromTriangle(p, q, r, s);
}

@inline
function distance(areEdges: u32, p: usize, q: usize, r: usize, s: usize): f64 {
	return areEdges
		? distanceOfEdges(p, q, r, s)
		: distanceToTriangle(p, q, r, s);
}

/** The most that the two sides of the pair come nearer where each vertex goes as far as a list of f64 numbers tells. */
@inline
function nearing(areEdges: u32, lengths: usize): f64 {
	const p = load<f64>(lengths + 8 * a);
	const q = load<f64>(lengths + 8 * b);
	const r = load<f64>(lengths + 8 * c);
	const s = load<f64>(lengths + 8 * d);
	return areEdges ? max(p, q) + max(r, s) : p + max(q, max(r, s));
}

/** No more than the distance of the pair, as it was expected: what it was, less how far its vertices have come since. */
@inline
function expectedDistance(surfaces: TouchingSurfaces, record: usize): f64 {
	return (
		<f64>load<f32>(record, 8) -
		load<f64>(surfaces.gone) * <f64>load<f32>(record, 12)
	);
}

/** Lists the pairs that push at positions x. */
export function findNear(
	surfaces: TouchingSurfaces,
	pairs: SurfacePairs,
	x: usize,
): void {
	const first = shareStart(pairs.count);
	const end = shareEnd(pairs.count);
	const areEdges = pairs.areEdges;
	let found = first;
	for (let i = first; i < end; i++) {
		const record = pairs.records + recordBytes * i;
		const outer = take(record);
		const least = expectedDistance(surfaces, record);
		if (least - nearing(areEdges, surfaces.drifts) >= outer) continue;
		const p = x + 24 * a;
		const q = x + 24 * b;
		const r = x + 24 * c;
		const s = x + 24 * d;
		if (separation(areEdges, p, q, r, s) >= outer) continue;
		if (distance(areEdges, p, q, r, s) < outer)
			store<u32>(pairs.near + 4 * found++, i);
	}
	store<u32>(ownPart(pairs.nearCounts, 4), found - first);
}

/** Writes for each pair that was found near, so many of them, the closest points at positions x, as in src/contact/surface/closest.ts: c of its vertices, the way between them, its length. */
export function measureNear(
	pairs: SurfacePairs,
	count: u32,
	x: usize,
	out: usize,
): void {
	for (let i = shareStart(count); i < shareEnd(count); i++) {
		take(pairs.records + recordBytes * at(pairs.near, i));
		const to = out + closestBytes * i;
		const length = distance(
			pairs.areEdges,
			x + 24 * a,
			x + 24 * b,
			x + 24 * c,
			x + 24 * d,
		);
		store<f64>(to, c0);
		store<f64>(to, c1, 8);
		store<f64>(to, c2, 16);
		store<f64>(to, c3, 24);
		store<f64>(to, rx, 32);
		store<f64>(to, ry, 40);
		store<f64>(to, rz, 48);
		store<f64>(to, length, 56);
	}
}

/**
 * Writes how long ways are, in f64, and which points there are doubts about.
 * @param isAgain whether the ways are those that `findBlocked` looked at, from the same positions, but for some points
 */
export function measureWays(
	surfaces: TouchingSurfaces,
	points: u32,
	ways: usize,
	isAgain: u32,
): void {
	for (let i = shareStart(points); i < shareEnd(points); i++) {
		const way = ways + 24 * i;
		const checked = surfaces.checkedWays + 24 * i;
		const doubts = surfaces.doubts + 4 * i;
		const isSettled =
			isAgain != 0 &&
			load<u32>(doubts) < blocked &&
			memory.compare(way, checked, 24) == 0;
		store<u32>(doubts, isSettled ? settled : doubtful);
		memory.copy(checked, way, 24);
		store<f64>(surfaces.wayLengths + 8 * i, wayLength(way));
	}
}

/** Whether there are doubts about some vertex of the pair. */
@inline
function isDoubtful(doubts: usize): bool {
	return (
		(at(doubts, a) | at(doubts, b) | at(doubts, c) | at(doubts, d)) != settled
	);
}

/** The least distance of a pair: a share of what it pushes at about its cores, and nothing at all, cores or not, where that is 0. */
@inline
function floorOf(record: usize, outer: f64, share: f64): f64 {
	const core = load<f64>(record, recordCore);
	return share > 0 ? core + share * (outer - core) : 0;
}

/** Writes to each thread's place of `fractions` the largest fraction up to `most`, or somewhat less, of the ways from x on which its pairs keep their floors, a part of the distance at which they push. */
export function limitWays(
	surfaces: TouchingSurfaces,
	pairs: SurfacePairs,
	x: usize,
	ways: usize,
	floorShare: f64,
	most: f64,
	fractions: usize,
): void {
	const room = ownPart(surfaces.pairRoom, pairBytes);
	const end = shareEnd(pairs.count);
	const areEdges = pairs.areEdges;
	let least = most;
	for (let i = shareStart(pairs.count); i < end; i++) {
		const record = pairs.records + recordBytes * i;
		const floor = floorOf(record, take(record), floorShare);
		const farthest = (least * nearing(areEdges, surfaces.wayLengths)) / (1 - kept);
		const nearest =
			expectedDistance(surfaces, record) - nearing(areEdges, surfaces.drifts);
		// Most are too far apart to be looked at closely.
		if (nearest - floor > farthest || !isDoubtful(surfaces.doubts)) continue;
		least = min(
			least,
			advance(surfaces, areEdges, x, ways, floor, nearest, least, room),
		);
	}
	store<f64>(ownPart(fractions, 8), least);
}

/** The least distance of a pair, and that at which it begins to push. */
export function floorOfPair(pairs: SurfacePairs, i: u32, share: f64): f64 {
	const record = pairs.records + recordBytes * i;
	return floorOf(record, take(record), share);
}

export function outerOfPair(pairs: SurfacePairs, i: u32): f64 {
	return load<f64>(pairs.records + recordBytes * i, recordOuter);
}

export function vertexOfPair(pairs: SurfacePairs, i: u32, k: u32): u32 {
	return load<u32>(pairs.records + recordBytes * i + recordVertices + 4 * k);
}

/** The part of its ways on which a pair keeps a distance; `measureWays` has told how long they are. */
export function freeWayOfPair(
	surfaces: TouchingSurfaces,
	pairs: SurfacePairs,
	i: u32,
	x: usize,
	ways: usize,
	floor: f64,
): f64 {
	take(pairs.records + recordBytes * i);
	return advance(
		surfaces,
		pairs.areEdges,
		x,
		ways,
		floor,
		0,
		1,
		surfaces.pairRoom,
	);
}

/** Finds the closest points of a pair after a part of its ways; returns their distance [m]. */
export function closestOnWays(
	surfaces: TouchingSurfaces,
	pairs: SurfacePairs,
	i: u32,
	x: usize,
	ways: usize,
	part: f64,
): f64 {
	const room = surfaces.pairRoom;
	for (let v: u32 = 0; v < 4; v++) {
		const from = 24 * vertexOfPair(pairs, i, v);
		const to = room + 24 * v;
		for (let k: u32 = 0; k < 24; k += 8)
			store<f64>(
				to + k,
				load<f64>(x + from + k) + part * load<f64>(ways + from + k),
			);
	}
	return distance(pairs.areEdges, room, room + 24, room + 48, room + 72);
}

/** Lists the pairs that would come nearer than their floors on the ways from x. */
export function findBlocked(
	surfaces: TouchingSurfaces,
	pairs: SurfacePairs,
	x: usize,
	ways: usize,
	floorShare: f64,
): void {
	const room = ownPart(surfaces.pairRoom, pairBytes);
	const first = shareStart(pairs.count);
	const end = shareEnd(pairs.count);
	const areEdges = pairs.areEdges;
	let found = first;
	for (let i = first; i < end; i++) {
		const record = pairs.records + recordBytes * i;
		const floor = floorOf(record, take(record), floorShare);
		const nearest =
			expectedDistance(surfaces, record) - nearing(areEdges, surfaces.drifts);
		const farthest = nearing(areEdges, surfaces.wayLengths) / (1 - kept);
		if (nearest - floor > farthest || !isDoubtful(surfaces.doubts)) continue;
		if (advance(surfaces, areEdges, x, ways, floor, nearest, 1, room) == 1) continue;
		store<u32>(pairs.near + 4 * found++, i);
		doubt(surfaces.doubts, a);
		doubt(surfaces.doubts, b);
		doubt(surfaces.doubts, c);
		doubt(surfaces.doubts, d);
	}
	store<u32>(ownPart(pairs.nearCounts, 4), found - first);
}

/** Threads that do so at once write the same. */
@inline
function doubt(doubts: usize, point: u32): void {
	store<u32>(doubts + 4 * point, blocked);
}

@inline
function wayLength(way: usize): f64 {
	const x = load<f64>(way);
	const y = load<f64>(way, 8);
	const z = load<f64>(way, 16);
	return sqrt<f64>(x * x + y * y + z * z);
}

/**
 * How far the vertices of the pair, which are no nearer than `nearest`, can go (src/contact/surface/advance.ts), or something more than `most` where they can go farther than that.
 */
function advance(
	surfaces: TouchingSurfaces,
	areEdges: u32,
	x: usize,
	ways: usize,
	floor: f64,
	nearest: f64,
	most: f64,
	room: usize,
): f64 {
	const p = x + 24 * a;
	const q = x + 24 * b;
	const r = x + 24 * c;
	const s = x + 24 * d;
	const apart = max(nearest, separation(areEdges, p, q, r, s));
	const seen = nearing(areEdges, surfaces.wayLengths);
	if (apart > (most * seen) / (1 - kept) + floor) return 1;
	const way = room + 96;
	for (let k: usize = 0; k < 24; k += 8) {
		const first = load<f64>(ways + 24 * a + k);
		const second = load<f64>(ways + 24 * b + k);
		const third = load<f64>(ways + 24 * c + k);
		const fourth = load<f64>(ways + 24 * d + k);
		// The way that all have in common does not count.
		const mean = (first + second + third + fourth) / 4;
		store<f64>(way + k, first - mean);
		store<f64>(way + 24 + k, second - mean);
		store<f64>(way + 48 + k, third - mean);
		store<f64>(way + 72 + k, fourth - mean);
	}
	const first = wayLength(way);
	const second = wayLength(way + 24);
	const third = wayLength(way + 48);
	const fourth = wayLength(way + 72);
	const speed = min(
		seen,
		areEdges
			? max(first, second) + max(third, fourth)
			: first + max(second, max(third, fourth)),
	);
	if (apart > (most * speed) / (1 - kept) + floor) return 1;
	let now = distance(areEdges, p, q, r, s);
	const above = now - floor;
	if (!(above > 0)) return 0;
	if ((1 - kept) * above >= most * speed) return 1;
	const least = floor + kept * above;
	let fraction: f64 = 0;
	let next = freeWay(areEdges, p, q, r, s, way, now, least, speed);
	for (let i: u32 = 0; i < mostAdvances; i++) {
		if (next >= most) return 1;
		fraction = next;
		for (let k: usize = 0; k < 24; k += 8) {
			store<f64>(room + k, load<f64>(p + k) + fraction * load<f64>(way + k));
			store<f64>(
				room + 24 + k,
				load<f64>(q + k) + fraction * load<f64>(way + 24 + k),
			);
			store<f64>(
				room + 48 + k,
				load<f64>(r + k) + fraction * load<f64>(way + 48 + k),
			);
			store<f64>(
				room + 72 + k,
				load<f64>(s + k) + fraction * load<f64>(way + 72 + k),
			);
		}
		now = distance(areEdges, room, room + 24, room + 48, room + 72);
		if (now <= least + kept * above) return fraction;
		next =
			fraction +
			freeWay(areEdges, room, room + 24, room + 48, room + 72, way, now, least, speed);
	}
	return fraction;
}

/** The fraction of its ways that the pair, which is `now` apart, can go on with at least `least` between its sides. */
function freeWay(
	areEdges: u32,
	p: usize,
	q: usize,
	r: usize,
	s: usize,
	way: usize,
	now: f64,
	least: f64,
	speed: f64,
): f64 {
	const nx = rx / now;
	const ny = ry / now;
	const nz = rz / now;
	const first = along(p, nx, ny, nz);
	const second = along(q, nx, ny, nz);
	const third = along(r, nx, ny, nz);
	const fourth = along(s, nx, ny, nz);
	const firstWay = along(way, nx, ny, nz);
	const secondWay = along(way + 24, nx, ny, nz);
	const thirdWay = along(way + 48, nx, ny, nz);
	const fourthWay = along(way + 72, nx, ny, nz);
	let part = min(
		freePart(first - third, firstWay - thirdWay, least),
		freePart(first - fourth, firstWay - fourthWay, least),
	);
	part = areEdges
		? min(
				part,
				min(
					freePart(second - third, secondWay - thirdWay, least),
					freePart(second - fourth, secondWay - fourthWay, least),
				),
			)
		: min(part, freePart(first - second, firstWay - secondWay, least));
	return max(part, (now - least) / speed);
}

/** The fraction of a way along an axis on which two things that are `apart` stay farther apart than `least`. */
@inline
function freePart(apart: f64, way: f64, least: f64): f64 {
	return way < 0 ? (apart - least) / -way : Infinity;
}

@inline
function along(p: usize, nx: f64, ny: f64, nz: f64): f64 {
	return load<f64>(p) * nx + load<f64>(p, 8) * ny + load<f64>(p, 16) * nz;
}
