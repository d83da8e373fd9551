/**
 * The search for pairs of surfaces that may come near to each other (src/contact/surface/candidates.ts). Triangles that have a vertex in common always meet, and most that
 * meet have: points and edges of these are listed once (src/contact/surface/pairsBeside.ts). All others are found in a tree of boxes that is walked by pairs of nodes. The top
 * of the walk is the same for all threads, and each takes a range of what hangs below.
 */
import { at } from "./edgeMatrix";
import {
	addEdges,
	addPoint,
	addTriangles,
	beginPairs,
	endPairs,
	FoundPairs,
} from "./foundPairs";
import { areApart, boxBytes, fitBoxes, SurfaceTree } from "./surfaceBoxes";
import { TouchingSurfaces } from "./surfacePairs";
import { shareEnd, shareStart } from "./team";

export const mixedOwner: u32 = 65536;
/** Levels of the walk that all threads go. */
const commonLevels: u32 = 6;
/** Nodes with so many leaves or fewer, 32 at most, are not divided: those of their triangles that meet the other node are compared with each other. (Sheets of 3,200 triangles took a tenth longer with 8, and half as long again with 2.) */
export const smallNode: u32 = 16;

/** What the search is about. */
let surfaces: TouchingSurfaces = changetype<TouchingSurfaces>(0);
let tree: SurfaceTree = changetype<SurfaceTree>(0);
let areTriangles: u32 = 0;
/** Pieces that hang below the top: how many were passed, and which are this thread's. */
let piece: u32 = 0;
let firstPiece: u32 = 0;
let lastPiece: u32 = 0;

/** Finds the pairs, or those of strays alone, that may come as near as they push; no two push at more than `outer` [m]. */
export function searchPairs(
	ofSurfaces: TouchingSurfaces,
	ofTree: SurfaceTree,
	into: FoundPairs,
	outer: f64,
): void {
	surfaces = ofSurfaces;
	tree = ofTree;
	areTriangles = into.areTriangles;
	fitBoxes(surfaces, tree, outer);
	beginPairs(surfaces, tree, into);
	if (!areTriangles) lookBeside();
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
	endPairs();
}

/** Adds pairs of points and edges whose triangles have a vertex in common. */
function lookBeside(): void {
	const lastTriangle = shareEnd(tree.leafCount);
	for (let s = shareStart(tree.leafCount); s < lastTriangle; s++) {
		if (tree.isPartial && !at(tree.besideStrays, s)) continue;
		const lastPoint = at(surfaces.pointStart, s + 1);
		for (let k = at(surfaces.pointStart, s); k < lastPoint; k++) {
			const point = at(surfaces.ownPoints, k);
			const box = tree.pointBoxes + boxBytes * point;
			const end = at(tree.leavesBesideStart, point + 1);
			for (let i = at(tree.leavesBesideStart, point); i < end; i++) {
				const leaf = at(tree.leavesBeside, i);
				if (areApart(box, tree.leafBoxes + boxBytes * leaf)) continue;
				const t = at(tree.order, leaf);
				const one = at(surfaces.surfaceOfTriangle, s);
				const other = at(surfaces.surfaceOfTriangle, t);
				addPoint(point, t, outerOf(one, other), one == other);
			}
		}
		const lastEdge = at(surfaces.edgeStart, s + 1);
		for (let k = at(surfaces.edgeStart, s); k < lastEdge; k++) {
			const e = at(surfaces.ownEdges, k);
			const box = tree.edgeBoxes + boxBytes * e;
			const end = at(tree.edgesBesideStart, e + 1);
			for (let i = at(tree.edgesBesideStart, e); i < end; i++) {
				const f = at(tree.edgesBeside, i);
				if (areApart(box, tree.edgeBoxes + boxBytes * f)) continue;
				const one = at(surfaces.surfaceOfTriangle, s);
				const other = at(tree.surfaceOfEdge, f);
				addEdges(e, f, outerOf(one, other), one == other);
			}
		}
	}
}

/** Walks the pairs of what is below two nodes whose boxes meet, so many levels of them common to all threads. */
function walk(i: u32, j: u32, common: u32): void {
	const rightI = at(tree.right, i);
	const rightJ = at(tree.right, j);
	const areSmall = !(rightI | rightJ);
	if (common == 1 || (common > 0 && areSmall)) {
		const isOwn = piece >= firstPiece && piece < lastPiece;
		piece++;
		if (!isOwn) return;
	}
	const below = common > 0 ? common - 1 : 0;
	if (areSmall) compareLeaves(i, j);
	else if (i == j) {
		if (doConcern(i + 1, i + 1)) walk(i + 1, i + 1, below);
		if (doConcern(rightI, rightI)) walk(rightI, rightI, below);
		if (doMeet(i + 1, rightI)) walk(i + 1, rightI, below);
	} else if (at(tree.leaves, i) >= at(tree.leaves, j)) {
		if (doMeet(i + 1, j)) walk(i + 1, j, below);
		if (doMeet(rightI, j)) walk(rightI, j, below);
	} else {
		if (doMeet(i, j + 1)) walk(i, j + 1, below);
		if (doMeet(i, rightJ)) walk(i, rightJ, below);
	}
}

function doMeet(i: u32, j: u32): bool {
	return (
		!areApart(tree.boxes + boxBytes * i, tree.boxes + boxBytes * j) &&
		doConcern(i, j)
	);
}

/** Whether what is below two nodes touches, and has strays where these alone are looked for. */
function doConcern(i: u32, j: u32): bool {
	if (tree.isPartial && !(at(tree.strayNodes, i) | at(tree.strayNodes, j)))
		return false;
	const one = at(tree.owner, i);
	const other = at(tree.owner, j);
	return one == mixedOwner || other == mixedOwner || outerOf(one, other) > 0;
}

/** Adds the pairs of the leaves of two nodes, or of one with itself. */
function compareLeaves(i: u32, j: u32): void {
	const firstI = at(tree.firstLeaf, i);
	const firstJ = at(tree.firstLeaf, j);
	const boxJ = tree.boxes + boxBytes * j;
	let leavesI = leavesInBox(firstI, at(tree.leaves, i), boxJ);
	if (!leavesI) return;
	const all = leavesInBox(
		firstJ,
		at(tree.leaves, j),
		tree.boxes + boxBytes * i,
	);
	for (; leavesI; leavesI &= leavesI - 1) {
		const bit = ctz(leavesI);
		const k = firstI + bit;
		const box = tree.leafBoxes + boxBytes * k;
		const corners = tree.corners + 16 * k;
		const a = v128.load32_splat(corners);
		const b = v128.load32_splat(corners, 4);
		const c = v128.load32_splat(corners, 8);
		// Of a node with itself, those after it.
		let leavesJ = i == j ? all & (-2 << bit) : all;
		if (tree.isPartial && !((at(tree.strayNodes, i) >> bit) & 1))
			leavesJ &= at(tree.strayNodes, j);
		for (; leavesJ; leavesJ &= leavesJ - 1) {
			const l = firstJ + ctz(leavesJ);
			if (areApart(box, tree.leafBoxes + boxBytes * l)) continue;
			const others = v128.load(tree.corners + 16 * l);
			const isBeside = v128.any_true(
				v128.or(
					v128.or(i32x4.eq(others, a), i32x4.eq(others, b)),
					i32x4.eq(others, c),
				),
			);
			if (areTriangles) addTriangles(at(tree.order, k), at(tree.order, l));
			else if (!isBeside) addPairs(k, l);
		}
	}
}

/** Which of some leaves meet a box, a bit for each. */
function leavesInBox(first: u32, count: u32, box: usize): u32 {
	let bits: u32 = 0;
	for (let i: u32 = 0; i < count; i++)
		bits |=
			(areApart(box, tree.leafBoxes + boxBytes * (first + i)) ? 0 : 1) << i;
	return bits;
}

@inline
function outerOf(one: u32, other: u32): f64 {
	return load<f64>(surfaces.outer + 8 * (one * surfaces.count + other));
}

/** Adds what the triangles of two leaves stand for. */
function addPairs(k: u32, l: u32): void {
	const s = at(tree.order, k);
	const t = at(tree.order, l);
	const a = at(surfaces.surfaceOfTriangle, s);
	const b = at(surfaces.surfaceOfTriangle, t);
	const outer = outerOf(a, b);
	if (!(outer > 0)) return;
	if (at(surfaces.keepsPoints, a * surfaces.count + b))
		addPointsOf(s, l, t, outer, a == b);
	if (at(surfaces.keepsPoints, b * surfaces.count + a))
		addPointsOf(t, k, s, outer, a == b);
	addEdgesOf(s, l, t, outer, a == b);
}

/** Points that triangle s stands for, against triangle t, which is a leaf. */
function addPointsOf(s: u32, leaf: u32, t: u32, outer: f64, areOfOne: bool): void {
	const end = at(surfaces.pointStart, s + 1);
	const box = tree.leafBoxes + boxBytes * leaf;
	for (let k = at(surfaces.pointStart, s); k < end; k++) {
		const point = at(surfaces.ownPoints, k);
		if (!areApart(tree.pointBoxes + boxBytes * point, box))
			addPoint(point, t, outer, areOfOne);
	}
}

function addEdgesOf(s: u32, leaf: u32, t: u32, outer: f64, areOfOne: bool): void {
	const lastOfS = at(surfaces.edgeStart, s + 1);
	const firstOfT = at(surfaces.edgeStart, t);
	const lastOfT = at(surfaces.edgeStart, t + 1);
	if (firstOfT == lastOfT) return;
	for (let k = at(surfaces.edgeStart, s); k < lastOfS; k++) {
		const e = at(surfaces.ownEdges, k);
		const box = tree.edgeBoxes + boxBytes * e;
		if (areApart(box, tree.leafBoxes + boxBytes * leaf)) continue;
		for (let l = firstOfT; l < lastOfT; l++) {
			const f = at(surfaces.ownEdges, l);
			if (!areApart(box, tree.edgeBoxes + boxBytes * f))
				addEdges(e, f, outer, areOfOne);
		}
	}
}
