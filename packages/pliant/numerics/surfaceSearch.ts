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
import {
	recordBytes,
	recordCore,
	recordOuter,
	recordShare,
	recordVertices,
	TouchingSurfaces,
} from "./surfacePairs";
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
	/** Boxes of nodes, triangles, edges and points. */
	boxes: usize;
	triangleBoxes: usize;
	edgeBoxes: usize;
	pointBoxes: usize;
	nodes: u32;
	leafCount: u32;
	edgeCount: u32;
	pointCount: u32;
	/** Positions and ways that pairs are looked for at. */
	x: usize;
	ways: usize;
	hasWays: u32;
	/** How far each point may then be from where it is expected [m], in f64; 0 where pairs are looked for at these positions alone. */
	rooms: usize;
	/** Flags of points, u32 each, whose pairs alone are looked for where `isPartial`, and of nodes that have such points. */
	strays: usize;
	strayNodes: usize;
	isPartial: u32;
	/** Where boxes are seen from, xyz, and the largest of coordinates seen from there and of ways [m]: what is computed with boxes is as exact as f32 is at that size. */
	frame: usize;
}

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

/** Least and largest of positions, then of ways, in f32, four numbers each of which the last is 0. */
export const boxBytes: u32 = 64;
export const mixedOwner: u32 = 65536;
/** Levels of the walk that all threads go. */
const commonLevels: u32 = 6;
/** Nodes with so many leaves or fewer are not walked further: each of their triangles is compared with each. */
const smallNode: u32 = 4;
/** What a pair keeps of its rest distance, so that it is just out of reach there. */
const keptOfRest: f64 = 0.95;

/** More than what f32 loses. */
const boundRounding: f64 = 1e-6;
/** What boxes are widened by over the size of all, sixteen times what f32 rounds off. */
const boxRounding: f64 = 9.5e-7;

/** How far a point may be from where it is expected, by 24 times its number. */
@inline
function roomOf(point: usize): f64 {
	return tree.rooms ? load<f64>(tree.rooms + point / 3) : 0;
}

/** The radius of what is about a point, by 24 times its number. */
@inline
function coreOf(point: usize): f64 {
	return load<f64>(surfaces.cores + 8 * at(surfaces.surfaceOfPoint, <u32>(point / 24)));
}

@inline
function largestRoom(a: usize, b: usize, c: usize): f64 {
	return max(roomOf(a), max(roomOf(b), roomOf(c)));
}

/** Fits boxes to positions with their rooms, and to ways: those of things, of which each thread takes its share, and then those of nodes. */
function fit(): void {
	const triangles = surfaces.triangles;
	const edges = surfaces.edges;
	if (!tree.isPartial && isFirst()) measureFrame();
	barrier();
	rounding = load<f64>(tree.frame, 24) * boxRounding;
	for (let t = shareStart(tree.leafCount); t < shareEnd(tree.leafCount); t++) {
		const a = 24 * at(triangles, 3 * t);
		const b = 24 * at(triangles, 3 * t + 1);
		const c = 24 * at(triangles, 3 * t + 2);
		if (isLookedFor(a, a, b, c)) fitBox(tree.triangleBoxes + boxBytes * t, a, b, c);
	}
	if (!found.areTriangles) {
		const edgeCount = tree.edgeCount;
		const pointCount = tree.pointCount;
		for (let e = shareStart(edgeCount); e < shareEnd(edgeCount); e++) {
			const a = 24 * at(edges, 2 * e);
			const b = 24 * at(edges, 2 * e + 1);
			if (isLookedFor(a, a, b, b)) fitBox(tree.edgeBoxes + boxBytes * e, a, b, b);
		}
		for (let p = shareStart(pointCount); p < shareEnd(pointCount); p++)
			if (isStray(24 * p)) fitBox(tree.pointBoxes + boxBytes * p, 24 * p, 24 * p, 24 * p);
	}
	barrier();
	if (isFirst()) fitNodes();
	barrier();
}

function measureFrame(): void {
	const frame = tree.frame;
	let largest = farthest;
	const last: usize = 24 * tree.pointCount;
	for (let k: usize = 0; k < 24; k += 8) {
		const from = load<f64>(tree.x + k);
		store<f64>(frame + k, from);
		for (let i = k; i < last; i += 24) {
			const away = abs(load<f64>(tree.x + i) - from);
			if (away > largest) largest = away;
			if (!tree.hasWays) continue;
			const way = abs(load<f64>(tree.ways + i));
			if (way > largest) largest = way;
		}
	}
	store<f64>(frame, largest, 24);
}

/** Whether the pairs of a point are looked for, by 24 times its number. */
@inline
function isStray(point: usize): u32 {
	return tree.isPartial ? strayFlag(point) : 1;
}

@inline
function strayFlag(point: usize): u32 {
	return load<u32>(tree.strays + point / 6);
}

/** Whether those of any of four are. */
@inline
function isLookedFor(a: usize, b: usize, c: usize, d: usize): u32 {
	return tree.isPartial
		? strayFlag(a) | strayFlag(b) | strayFlag(c) | strayFlag(d)
		: 1;
}

/** Fits a box to three points, which may be the same. */
function fitBox(box: usize, a: usize, b: usize, c: usize): void {
	const x = tree.x;
	const ways = tree.ways;
	const more = largestRoom(a, b, c) + coreOf(a) + rounding;
	memory.fill(box, 0, boxBytes);
	for (let k: usize = 0; k < 3; k++) {
		const from = load<f64>(tree.frame + 8 * k);
		const p = load<f64>(x + a + 8 * k) - from;
		const q = load<f64>(x + b + 8 * k) - from;
		const r = load<f64>(x + c + 8 * k) - from;
		const to = box + 4 * k;
		store<f32>(to, <f32>(min(p, min(q, r)) - more));
		store<f32>(to, <f32>(max(p, max(q, r)) + more), 16);
		if (!tree.hasWays) continue;
		const u = load<f64>(ways + a + 8 * k);
		const v = load<f64>(ways + b + 8 * k);
		const w = load<f64>(ways + c + 8 * k);
		store<f32>(to, <f32>min(u, min(v, w)), 32);
		store<f32>(to, <f32>max(u, max(v, w)), 48);
	}
}

/** Those of leaves are those of their triangles. */
function fitNodes(): void {
	for (let node: i32 = tree.nodes - 1; node >= 0; node--) {
		const box = tree.boxes + boxBytes * node;
		if (at(tree.leaves, node) == 1) {
			const t = at(tree.order, at(tree.firstLeaf, node));
			const a = 24 * at(surfaces.triangles, 3 * t);
			const b = 24 * at(surfaces.triangles, 3 * t + 1);
			const c = 24 * at(surfaces.triangles, 3 * t + 2);
			const isStrayLeaf = isLookedFor(a, a, b, c);
			store<u32>(tree.strayNodes + 4 * node, isStrayLeaf);
			if (isStrayLeaf)
				memory.copy(box, tree.triangleBoxes + boxBytes * t, boxBytes);
			continue;
		}
		const rightNode = rightOf(tree, node);
		const isStrayNode = at(tree.strayNodes, node + 1) | at(tree.strayNodes, rightNode);
		store<u32>(tree.strayNodes + 4 * node, isStrayNode);
		if (!isStrayNode) continue;
		const left = box + boxBytes;
		const right = tree.boxes + boxBytes * rightNode;
		for (let k: usize = 0; k < 64; k += 32) {
			const least = f32x4.min(v128.load(left + k), v128.load(right + k));
			const most = f32x4.max(v128.load(left + k, 16), v128.load(right + k, 16));
			v128.store(box + k, least);
			v128.store(box + k, most, 16);
		}
	}
}

/** The right child of a node: it follows all that is below the left one. */
@inline
function rightOf(ofNodes: SurfaceTree, node: u32): u32 {
	return node + 2 * at(ofNodes.leaves, node + 1);
}

/** What the walk is about. */
let surfaces: TouchingSurfaces = changetype<TouchingSurfaces>(0);
let tree: SurfaceTree = changetype<SurfaceTree>(0);
let found: FoundPairs = changetype<FoundPairs>(0);
let farthest: f64 = 0;
/** What boxes are widened by. */
let rounding: f64 = 0;
/** Pieces that hang below the top: how many were passed, and which are this thread's. */
let piece: u32 = 0;
let firstPiece: u32 = 0;
let lastPiece: u32 = 0;
/** Where this thread puts its pairs, and how many it found. */
let points: usize = 0;
let edges: usize = 0;
let pointCount: u32 = 0;
let edgeCount: u32 = 0;

/** Finds the pairs, or those of strays alone, that may come as near as they push; no two push at more than `outer` [m]. */
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
	fit();
	const own = ownPart(0, found.capacity);
	points = found.points + recordBytes * own;
	edges = found.edges + recordBytes * own;
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
	if (tree.isPartial && !(at(tree.strayNodes, i) | at(tree.strayNodes, j)))
		return;
	const ownerI = at(tree.owner, i);
	const ownerJ = at(tree.owner, j);
	if (
		ownerI != mixedOwner &&
		ownerJ != mixedOwner &&
		!(outerOf(ownerI, ownerJ) > 0)
	)
		return;
	if (
		i != j &&
		areApart(tree.boxes + boxBytes * i, tree.boxes + boxBytes * j, farthest)
	)
		return;
	const leavesI = at(tree.leaves, i);
	const leavesJ = at(tree.leaves, j);
	const areSmall = leavesI <= smallNode && leavesJ <= smallNode;
	if (common == 1 || (common > 0 && areSmall)) {
		const isOwn = piece >= firstPiece && piece < lastPiece;
		piece++;
		if (!isOwn) return;
	}
	const below = common > 0 ? common - 1 : 0;
	if (areSmall) compareLeaves(i, j, leavesI, leavesJ);
	else if (i == j) {
		const right = rightOf(tree, i);
		walk(i + 1, i + 1, below);
		walk(right, right, below);
		walk(i + 1, right, below);
	} else if (leavesI >= leavesJ) {
		walk(i + 1, j, below);
		walk(rightOf(tree, i), j, below);
	} else {
		walk(i, j + 1, below);
		walk(i, rightOf(tree, j), below);
	}
}

/** Adds the pairs of the leaves of two nodes, or of one with itself. */
function compareLeaves(i: u32, j: u32, leavesI: u32, leavesJ: u32): void {
	const isSame = i == j;
	const firstI = tree.order + 4 * at(tree.firstLeaf, i);
	const firstJ = tree.order + 4 * at(tree.firstLeaf, j);
	for (let k: u32 = 0; k < leavesI; k++) {
		const s = at(firstI, k);
		const box = tree.triangleBoxes + boxBytes * s;
		for (let l: u32 = isSame ? k + 1 : 0; l < leavesJ; l++) {
			const t = at(firstJ, l);
			if (!areApart(box, tree.triangleBoxes + boxBytes * t, farthest))
				addPairs(s, t);
		}
	}
}

@inline
function outerOf(one: u32, other: u32): f64 {
	return load<f64>(surfaces.outer + 8 * (one * surfaces.count + other));
}

/** Whether what is in two boxes stays farther apart than `far` on its ways, if all goes the same part of them. */
@inline
function areApart(a: usize, b: usize, far: f64): bool {
	const zero = f32x4.splat(0);
	const reach = f32x4.splat(<f32>far);
	// How far the second box goes along each axis, seen from the first.
	const back = f32x4.min(f32x4.sub(v128.load(b, 32), v128.load(a, 48)), zero);
	const forth = f32x4.max(f32x4.sub(v128.load(b, 48), v128.load(a, 32)), zero);
	const isAbove = f32x4.gt(
		f32x4.add(v128.load(b), back),
		f32x4.add(v128.load(a, 16), reach),
	);
	const isBelow = f32x4.lt(
		f32x4.add(v128.load(b, 16), forth),
		f32x4.sub(v128.load(a), reach),
	);
	return v128.any_true(v128.or(isAbove, isBelow));
}

/** Adds what two triangles stand for. */
function addPairs(s: u32, t: u32): void {
	if (found.areTriangles) {
		addTriangles(s, t);
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
	const end = at(surfaces.pointStart, s + 1);
	const box = tree.triangleBoxes + boxBytes * t;
	for (let k = at(surfaces.pointStart, s); k < end; k++) {
		const point = at(surfaces.ownPoints, k);
		if (areApart(tree.pointBoxes + boxBytes * point, box, outer)) continue;
		const p = 24 * point;
		const a = 24 * at(surfaces.triangles, 3 * t);
		const b = 24 * at(surfaces.triangles, 3 * t + 1);
		const c = 24 * at(surfaces.triangles, 3 * t + 2);
		if (p == a || p == b || p == c) continue;
		if (!isLookedFor(p, a, b, c)) continue;
		const core = coreOf(a) + coreOf(p);
		const most = outer + core + largestRoom(a, b, c) + roomOf(p);
		if (isPointFar(p, a, b, c, most)) continue;
		const nearing = approach(p, p, a, b, c);
		const distance = distanceToTriangle(x + p, x + a, x + b, x + c);
		if (distance > most + nearing) continue;
		const share =
			areOfOne &&
			keptOfRest * separationFromTriangle(rest + p, rest + a, rest + b, rest + c) <
				outer
				? shareOf(
						distanceToTriangle(rest + p, rest + a, rest + b, rest + c),
						outer,
					)
				: 1;
		if (!(share > 0)) continue;
		if (pointCount < found.capacity) {
			const record = points + recordBytes * pointCount;
			describe(record, point, t, distance, nearing, share, outer, core);
			storeVertices(record, p, a, b, c);
		}
		pointCount++;
	}
}

@inline
function addTriangles(s: u32, t: u32): void {
	if (pointCount < found.capacity)
		describe(points + recordBytes * pointCount, s, t, 0, 0, 1, 0, 0);
	pointCount++;
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

function addEdges(s: u32, t: u32, outer: f64, areOfOne: bool): void {
	const x = tree.x;
	const rest = surfaces.rest;
	const lastOfS = at(surfaces.edgeStart, s + 1);
	const firstOfT = at(surfaces.edgeStart, t);
	const lastOfT = at(surfaces.edgeStart, t + 1);
	if (firstOfT == lastOfT) return;
	for (let k = at(surfaces.edgeStart, s); k < lastOfS; k++) {
		const e = at(surfaces.ownEdges, k);
		const box = tree.edgeBoxes + boxBytes * e;
		if (areApart(box, tree.triangleBoxes + boxBytes * t, outer)) continue;
		const a = 24 * at(surfaces.edges, 2 * e);
		const b = 24 * at(surfaces.edges, 2 * e + 1);
		for (let l = firstOfT; l < lastOfT; l++) {
			const f = at(surfaces.ownEdges, l);
			const c = 24 * at(surfaces.edges, 2 * f);
			const d = 24 * at(surfaces.edges, 2 * f + 1);
			if (a == c || a == d || b == c || b == d) continue;
			if (areApart(box, tree.edgeBoxes + boxBytes * f, outer)) continue;
			if (!isLookedFor(a, b, c, d)) continue;
			const core = coreOf(a) + coreOf(c);
			const most =
				outer + core + max(roomOf(a), roomOf(b)) + max(roomOf(c), roomOf(d));
			if (areEdgesFar(a, b, c, d, most)) continue;
			const nearing = approach(a, b, c, d, d);
			const distance = distanceOfEdges(x + a, x + b, x + c, x + d);
			if (distance > most + nearing) continue;
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
				const record = edges + recordBytes * edgeCount;
				describe(record, e, f, distance, nearing, share, outer, core);
				storeVertices(record, a, b, c, d);
			}
			edgeCount++;
		}
	}
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
