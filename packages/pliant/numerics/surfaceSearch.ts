/**
 * The search for pairs of surfaces that may come near to each other (src/contact/surface/candidates.ts): a tree of boxes about triangles, fitted in place and
 * walked by pairs of nodes. The top of the walk is the same for all threads, and each takes a range of what hangs below, so the pairs of all threads, one after the
 * other, do not depend on how many there are.
 */
import {
	distanceOfEdges,
	distanceToTriangle,
	separationFromTriangle,
	separationOfEdges,
} from "./closest";
import { at } from "./edgeMatrix";
import { TouchingSurfaces } from "./surfacePairs";
import { barrier, isFirst, ownPart, shareEnd, shareStart } from "./team";

@unmanaged
export class SurfaceTree {
	/** Leaves below each node; nodes in the order of a walk, so the left child comes next. */
	leaves: usize;
	/** The triangle of each leaf. */
	firstLeaf: usize;
	order: usize;
	/** What all triangles of a node belong to, or `mixed`. */
	owner: usize;
	/** Box of positions and box of ways of each node, least values first, in f64. */
	boxes: usize;
	nodes: u32;
	/** Positions and ways that pairs are looked for at. */
	x: usize;
	ways: usize;
	hasWays: u32;
	/** How far each point may then be from where it is expected [m], in f64; 0 where pairs are looked for at these positions alone. */
	rooms: usize;
}

/** Where threads put what they find: so many pairs each, two numbers and a share, and how many there are. */
@unmanaged
export class FoundPairs {
	/** Whether pairs of triangles are to be found, in place of points and triangles, and edges. */
	areTriangles: u32;
	capacity: u32;
	pointNumbers: usize;
	pointShares: usize;
	pointBounds: usize;
	edgeNumbers: usize;
	edgeShares: usize;
	edgeBounds: usize;
	/** Points and triangles, and edges, that each thread found; more than the capacity where there is no room for all. */
	counts: usize;
}

export const boxBytes: u32 = 96;
export const mixedOwner: u32 = 65536;
/** Levels of the walk that all threads go. */
const commonLevels: u32 = 6;
/** What a pair keeps of its rest distance, so that it is just out of reach there. */
const keptOfRest: f64 = 0.95;

/** More than what f32 loses. */
const boundRounding: f64 = 1e-6;

/** How far a point may be from where it is expected, by 24 times its number. */
@inline
function roomOf(point: usize): f64 {
	return tree.rooms ? load<f64>(tree.rooms + point / 3) : 0;
}

@inline
function largestRoom(a: usize, b: usize, c: usize): f64 {
	return max(roomOf(a), max(roomOf(b), roomOf(c)));
}

@inline
function widen(box: usize, by: f64): void {
	for (let k: usize = 0; k < 24; k += 8) {
		store<f64>(box + k, load<f64>(box + k) - by);
		store<f64>(box + k, load<f64>(box + k, 24) + by, 24);
	}
}

/** Fits boxes to positions with their rooms, and to ways. */
function fit(tree: SurfaceTree, triangles: usize): void {
	const x = tree.x;
	const ways = tree.ways;
	const rooms = tree.rooms;
	for (let node: i32 = tree.nodes - 1; node >= 0; node--) {
		const box = tree.boxes + boxBytes * node;
		const leaves = at(tree.leaves, node);
		if (leaves == 1) {
			const t = 3 * at(tree.order, at(tree.firstLeaf, node));
			const a = 24 * at(triangles, t);
			const b = 24 * at(triangles, t + 1);
			const c = 24 * at(triangles, t + 2);
			fitLeaf(box, x + a, x + b, x + c);
			if (rooms) widen(box, largestRoom(a, b, c));
			if (tree.hasWays) fitLeaf(box + 48, ways + a, ways + b, ways + c);
			else memory.fill(box + 48, 0, 48);
			continue;
		}
		const left = box + boxBytes;
		const right = tree.boxes + boxBytes * rightOf(tree, node);
		for (let k: usize = 0; k < 24; k += 8) {
			uniteAlong(box + k, left + k, right + k);
			uniteAlong(box + 48 + k, left + 48 + k, right + 48 + k);
		}
	}
}

/** The right child of a node: it follows all that is below the left one. */
@inline
function rightOf(ofNodes: SurfaceTree, node: u32): u32 {
	return node + 2 * at(ofNodes.leaves, node + 1);
}

@inline
function fitLeaf(box: usize, a: usize, b: usize, c: usize): void {
	for (let k: usize = 0; k < 24; k += 8) {
		const p = load<f64>(a + k);
		const q = load<f64>(b + k);
		const r = load<f64>(c + k);
		store<f64>(box + k, min(p, min(q, r)));
		store<f64>(box + 24 + k, max(p, max(q, r)));
	}
}

@inline
function uniteAlong(box: usize, left: usize, right: usize): void {
	store<f64>(box, min(load<f64>(left), load<f64>(right)));
	store<f64>(box, max(load<f64>(left, 24), load<f64>(right, 24)), 24);
}

/** What the walk is about. */
let surfaces: TouchingSurfaces = changetype<TouchingSurfaces>(0);
let tree: SurfaceTree = changetype<SurfaceTree>(0);
let found: FoundPairs = changetype<FoundPairs>(0);
let farthest: f64 = 0;
/** Pieces that hang below the top: how many were passed, and which are this thread's. */
let piece: u32 = 0;
let firstPiece: u32 = 0;
let lastPiece: u32 = 0;
/** Where this thread puts its pairs, and how many it found. */
let pointNumbers: usize = 0;
let pointShares: usize = 0;
let pointBounds: usize = 0;
let edgeNumbers: usize = 0;
let edgeShares: usize = 0;
let edgeBounds: usize = 0;
let pointCount: u32 = 0;
let edgeCount: u32 = 0;

/** Finds the pairs that may come as near as they push; no two push at more than `outer` [m]. */
export function searchPairs(
	ofSurfaces: TouchingSurfaces,
	ofTree: SurfaceTree,
	into: FoundPairs,
	outer: f64,
): void {
	surfaces = ofSurfaces;
	tree = ofTree;
	found = into;
	farthest = outer;
	if (isFirst()) fit(tree, surfaces.triangles);
	barrier();
	const own = ownPart(0, found.capacity);
	pointNumbers = found.pointNumbers + 8 * own;
	pointShares = found.pointShares + 8 * own;
	edgeNumbers = found.edgeNumbers + 8 * own;
	edgeShares = found.edgeShares + 8 * own;
	pointBounds = found.pointBounds + 8 * own;
	edgeBounds = found.edgeBounds + 8 * own;
	pointCount = 0;
	edgeCount = 0;
	if (tree.nodes > 0) {
		// Once to count the pieces.
		piece = 0;
		firstPiece = u32.MAX_VALUE;
		walk(0, 0, commonLevels);
		firstPiece = shareStart(piece);
		lastPiece = shareEnd(piece);
		piece = 0;
		walk(0, 0, commonLevels);
	}
	const counts = ownPart(found.counts, 8);
	store<u32>(counts, pointCount);
	store<u32>(counts, edgeCount, 4);
}

/** Walks the pairs of what is below two nodes, so many levels of them common to all threads. */
function walk(i: u32, j: u32, common: u32): void {
	const ownerI = at(tree.owner, i);
	const ownerJ = at(tree.owner, j);
	if (
		ownerI != mixedOwner &&
		ownerJ != mixedOwner &&
		!(outerOf(ownerI, ownerJ) > 0)
	)
		return;
	const leavesI = at(tree.leaves, i);
	const leavesJ = at(tree.leaves, j);
	if (i == j) {
		if (leavesI == 1) return;
	} else if (!mayMeet(i, j)) return;
	const areLeaves = leavesI == 1 && leavesJ == 1;
	if (common == 1 || (common > 0 && areLeaves)) {
		const isOwn = piece >= firstPiece && piece < lastPiece;
		piece++;
		if (!isOwn) return;
	}
	const below = common > 0 ? common - 1 : 0;
	if (i == j) {
		const right = rightOf(tree, i);
		walk(i + 1, i + 1, below);
		walk(right, right, below);
		walk(i + 1, right, below);
	} else if (areLeaves) {
		addPairs(
			at(tree.order, at(tree.firstLeaf, i)),
			at(tree.order, at(tree.firstLeaf, j)),
		);
	} else if (leavesI >= leavesJ) {
		walk(i + 1, j, below);
		walk(rightOf(tree, i), j, below);
	} else {
		walk(i, j + 1, below);
		walk(i, rightOf(tree, j), below);
	}
}

@inline
function outerOf(one: u32, other: u32): f64 {
	return load<f64>(surfaces.outer + 8 * (one * surfaces.count + other));
}

/** Whether what is in two nodes may come as near as anything pushes. */
@inline
function mayMeet(i: u32, j: u32): bool {
	const a = tree.boxes + boxBytes * i;
	const b = tree.boxes + boxBytes * j;
	return mayMeetAlong(a, b) && mayMeetAlong(a + 8, b + 8) && mayMeetAlong(a + 16, b + 16);
}

@inline
function mayMeetAlong(a: usize, b: usize): bool {
	// How far the second box goes along the axis, seen from the first.
	const least = load<f64>(b, 48) - load<f64>(a, 72);
	const most = load<f64>(b, 72) - load<f64>(a, 48);
	return !(
		load<f64>(b) + min<f64>(least, 0) > load<f64>(a, 24) + farthest ||
		load<f64>(b, 24) + max<f64>(most, 0) < load<f64>(a) - farthest
	);
}

/** Adds what two triangles stand for. */
function addPairs(s: u32, t: u32): void {
	if (found.areTriangles) {
		addPoint(s, t, 1, 0, 0);
		return;
	}
	const a = at(surfaces.surfaceOfTriangle, s);
	const b = at(surfaces.surfaceOfTriangle, t);
	const outer = outerOf(a, b);
	if (!(outer > 0)) return;
	if (at(surfaces.keepsPoints, a * surfaces.count + b))
		addPoints(s, t, outer, a == b);
	if (at(surfaces.keepsPoints, b * surfaces.count + a))
		addPoints(t, s, outer, a == b);
	addEdges(s, t, outer, a == b);
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

/** Points that triangle s stands for, against triangle t. */
function addPoints(s: u32, t: u32, outer: f64, areOfOne: bool): void {
	const x = tree.x;
	const rest = surfaces.rest;
	const a = 24 * at(surfaces.triangles, 3 * t);
	const b = 24 * at(surfaces.triangles, 3 * t + 1);
	const c = 24 * at(surfaces.triangles, 3 * t + 2);
	const end = at(surfaces.pointStart, s + 1);
	const reach = outer + largestRoom(a, b, c);
	for (let k = at(surfaces.pointStart, s); k < end; k++) {
		const point = at(surfaces.ownPoints, k);
		const p = 24 * point;
		if (p == a || p == b || p == c) continue;
		const most = reach + roomOf(p);
		if (separationOnWays(p, p, a, b, c) > most * most) continue;
		const nearing = approach(p, p, a, b, c);
		const within = most + nearing;
		if (separationFromTriangle(x + p, x + a, x + b, x + c) > within) continue;
		const distance = distanceToTriangle(x + p, x + a, x + b, x + c);
		if (distance > within) continue;
		const share =
			areOfOne &&
			keptOfRest * separationFromTriangle(rest + p, rest + a, rest + b, rest + c) <
				outer
				? shareOf(
						distanceToTriangle(rest + p, rest + a, rest + b, rest + c),
						outer,
					)
				: 1;
		if (share > 0) addPoint(point, t, share, distance, nearing);
	}
}

@inline
function addPoint(
	point: u32,
	triangle: u32,
	share: f64,
	distance: f64,
	nearing: f64,
): void {
	if (pointCount < found.capacity) {
		store<u32>(pointNumbers + 8 * pointCount, point);
		store<u32>(pointNumbers + 8 * pointCount, triangle, 4);
		store<f64>(pointShares + 8 * pointCount, share);
		storeBounds(pointBounds + 8 * pointCount, distance, nearing);
	}
	pointCount++;
}

/** Rounded to the safe side. */
@inline
function storeBounds(to: usize, distance: f64, nearing: f64): void {
	store<f32>(to, <f32>(distance * (1 - boundRounding)));
	store<f32>(to, <f32>(nearing * (1 + boundRounding)), 4);
}

function addEdges(s: u32, t: u32, outer: f64, areOfOne: bool): void {
	const x = tree.x;
	const rest = surfaces.rest;
	const lastOfS = at(surfaces.edgeStart, s + 1);
	const lastOfT = at(surfaces.edgeStart, t + 1);
	for (let k = at(surfaces.edgeStart, s); k < lastOfS; k++) {
		const e = at(surfaces.ownEdges, k);
		const a = 24 * at(surfaces.edges, 2 * e);
		const b = 24 * at(surfaces.edges, 2 * e + 1);
		const reach = outer + max(roomOf(a), roomOf(b));
		for (let l = at(surfaces.edgeStart, t); l < lastOfT; l++) {
			const f = at(surfaces.ownEdges, l);
			const c = 24 * at(surfaces.edges, 2 * f);
			const d = 24 * at(surfaces.edges, 2 * f + 1);
			if (a == c || a == d || b == c || b == d) continue;
			const most = reach + max(roomOf(c), roomOf(d));
			if (separationOnWays(a, b, c, d, d) > most * most) continue;
			const nearing = approach(a, b, c, d, d);
			const within = most + nearing;
			if (separationOfEdges(x + a, x + b, x + c, x + d) > within) continue;
			const distance = distanceOfEdges(x + a, x + b, x + c, x + d);
			if (distance > within) continue;
			const share =
				areOfOne &&
				keptOfRest * separationOfEdges(rest + a, rest + b, rest + c, rest + d) <
					outer
					? shareOf(
							distanceOfEdges(rest + a, rest + b, rest + c, rest + d),
							outer,
						)
					: 1;
			if (!(share > 0)) continue;
			if (edgeCount < found.capacity) {
				store<u32>(edgeNumbers + 8 * edgeCount, e);
				store<u32>(edgeNumbers + 8 * edgeCount, f, 4);
				store<f64>(edgeShares + 8 * edgeCount, share);
				storeBounds(edgeBounds + 8 * edgeCount, distance, nearing);
			}
			edgeCount++;
		}
	}
}

/** Square of how far the boxes about an edge a, b (or a point, twice) and c, d, e, and about their ways as seen from a, are apart. */
function separationOnWays(
	a: usize,
	b: usize,
	c: usize,
	d: usize,
	e: usize,
): f64 {
	const gapX = gapOnWays(a, b, c, d, e);
	const gapY = gapOnWays(a + 8, b + 8, c + 8, d + 8, e + 8);
	const gapZ = gapOnWays(a + 16, b + 16, c + 16, d + 16, e + 16);
	return gapX * gapX + gapY * gapY + gapZ * gapZ;
}

@inline
function gapOnWays(a: usize, b: usize, c: usize, d: usize, e: usize): f64 {
	const x = tree.x;
	const ways = tree.ways;
	const atA = load<f64>(x + a);
	const atB = load<f64>(x + b);
	const atC = load<f64>(x + c);
	const atD = load<f64>(x + d);
	const atE = load<f64>(x + e);
	let least = min(atC, min(atD, atE));
	let most = max(atC, max(atD, atE));
	let leastFirst = min(atA, atB);
	let mostFirst = max(atA, atB);
	if (tree.hasWays) {
		const way = load<f64>(ways + a);
		const toB = atB + load<f64>(ways + b) - way;
		const toC = atC + load<f64>(ways + c) - way;
		const toD = atD + load<f64>(ways + d) - way;
		const toE = atE + load<f64>(ways + e) - way;
		least = min(least, min(toC, min(toD, toE)));
		most = max(most, max(toC, max(toD, toE)));
		leastFirst = min(leastFirst, toB);
		mostFirst = max(mostFirst, toB);
	}
	return max<f64>(0, max(least - mostFirst, leastFirst - most));
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
