/**
 * Boxes about all that pairs of surfaces are looked for among (surfaceSearch.ts): points, edges, triangles, and nodes of a tree of these. Things go straight on their
 * ways, all of them the same part of them at a time, so two whose boxes are apart along an axis where ways begin, and on the same side where they end, do not meet between.
 */
import { at } from "./edgeMatrix";
import { TouchingSurfaces } from "./surfacePairs";
import { barrier, isFirst, shareEnd, shareStart } from "./team";

@unmanaged
export class SurfaceTree {
	/** Nodes in the order of a walk, so the left child comes next: the right child, 0 where the node is not divided further. */
	right: usize;
	/** Leaves below each node, and the first of them; the triangle of each leaf. */
	leaves: usize;
	firstLeaf: usize;
	order: usize;
	/** What all triangles of a node belong to, or `mixed`. */
	owner: usize;
	/** The vertices of each leaf's triangle, the last of them twice. */
	corners: usize;
	/** Boxes of nodes, leaves, edges and points. */
	boxes: usize;
	leafBoxes: usize;
	edgeBoxes: usize;
	pointBoxes: usize;
	/** For each point where its way begins and where it ends, xyz seen from where boxes are, and its room and core [m], in f32. */
	places: usize;
	nodes: u32;
	leafCount: u32;
	edgeCount: u32;
	pointCount: u32;
	/** Leaves that each point does not belong to though its own triangle has a vertex in common with them, and the same of edges: where those of each begin, and their numbers. */
	leavesBesideStart: usize;
	leavesBeside: usize;
	edgesBesideStart: usize;
	edgesBeside: usize;
	surfaceOfEdge: usize;
	/** Positions and ways that pairs are looked for at. */
	x: usize;
	ways: usize;
	hasWays: u32;
	/** How far each point may then be from where it is expected [m], in f64; 0 where pairs are looked for at these positions alone, however near. */
	rooms: usize;
	/** Half of the largest distance [m] at which each surface pushes another, in f64. */
	reaches: usize;
	/** Flags of points, u32 each, whose pairs alone are looked for where `isPartial`; of leaves that have such points, and of nodes, a bit for each leaf where they are not divided. */
	strays: usize;
	strayLeaves: usize;
	strayNodes: usize;
	/** Flags of points of these leaves, and of triangles that have one of them. */
	pointsBeside: usize;
	besideStrays: usize;
	isPartial: u32;
	/** Where boxes are seen from, xyz, and the largest of coordinates seen from there and of ways [m]: what is computed with boxes is as exact as f32 is at that size. */
	frame: usize;
}

/** The least of x, y, z and their sum over √3, where ways begin and where they end, and the largest of them likewise, in f32. The fourth costs nothing and parts what lies across the others. */
export const boxBytes: u32 = 64;

/** Bytes of a point's places. */
export const placeBytes: u32 = 32;

/** What boxes are widened by over the size of all, sixteen times what f32 rounds off. */
const boxRounding: f64 = 9.5e-7;
/** 1/√3. */
const diagonal: f64 = 0.5773502691896258;

/** Whether what is in two boxes is apart on all of its ways. */
@inline
export function areApart(a: usize, b: usize): bool {
	const isAbove = v128.and(
		f32x4.gt(v128.load(b), v128.load(a, 32)),
		f32x4.gt(v128.load(b, 16), v128.load(a, 48)),
	);
	const isBelow = v128.and(
		f32x4.gt(v128.load(a), v128.load(b, 32)),
		f32x4.gt(v128.load(a, 16), v128.load(b, 48)),
	);
	return v128.any_true(v128.or(isAbove, isBelow));
}

/** Fits boxes to positions with their rooms and reaches, and to ways, or those alone that have strays; each thread takes its share. */
export function fitBoxes(
	surfaces: TouchingSurfaces,
	tree: SurfaceTree,
	farthest: f64,
): void {
	if (isFirst()) {
		if (tree.isPartial) flagStrays(tree);
		else measureFrame(tree, farthest);
	}
	barrier();
	const rounding = load<f64>(tree.frame, 24) * boxRounding;
	const end = shareEnd(tree.pointCount);
	for (let p = shareStart(tree.pointCount); p < end; p++)
		if (!tree.isPartial || at(tree.strays, p)) fitPoint(surfaces, tree, p, rounding);
	barrier();
	fitLeaves(tree);
	fitEdges(surfaces, tree);
	barrier();
	if (isFirst()) fitNodes(tree);
	barrier();
}

function measureFrame(tree: SurfaceTree, farthest: f64): void {
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

/** Flags leaves that have strays, their vertices, and triangles that have one of these. */
function flagStrays(tree: SurfaceTree): void {
	const strays = tree.strays;
	const beside = tree.pointsBeside;
	memory.fill(beside, 0, 4 * tree.pointCount);
	for (let leaf: u32 = 0; leaf < tree.leafCount; leaf++) {
		const corners = tree.corners + 16 * leaf;
		const isStray: u32 =
			at(strays, at(corners, 0)) | at(strays, at(corners, 1)) | at(strays, at(corners, 2));
		store<u32>(tree.strayLeaves + 4 * leaf, isStray);
		if (!isStray) continue;
		store<u32>(beside + 4 * at(corners, 0), 1);
		store<u32>(beside + 4 * at(corners, 1), 1);
		store<u32>(beside + 4 * at(corners, 2), 1);
	}
	for (let leaf: u32 = 0; leaf < tree.leafCount; leaf++) {
		const corners = tree.corners + 16 * leaf;
		store<u32>(
			tree.besideStrays + 4 * at(tree.order, leaf),
			at(beside, at(corners, 0)) | at(beside, at(corners, 1)) | at(beside, at(corners, 2)),
		);
	}
}

function fitPoint(
	surfaces: TouchingSurfaces,
	tree: SurfaceTree,
	point: u32,
	rounding: f64,
): void {
	const surface = at(surfaces.surfaceOfPoint, point);
	let about = load<f64>(surfaces.cores + 8 * surface);
	let more = about + rounding;
	if (tree.rooms) {
		about += load<f64>(tree.rooms + 8 * point);
		more = about + rounding + load<f64>(tree.reaches + 8 * surface);
	}
	const margin = f32x4.splat(<f32>more);
	const place = tree.x + 24 * point;
	const x = load<f64>(place) - load<f64>(tree.frame);
	const y = load<f64>(place, 8) - load<f64>(tree.frame, 8);
	const z = load<f64>(place, 16) - load<f64>(tree.frame, 16);
	const start = alongAxes(x, y, z);
	let end = start;
	if (tree.hasWays) {
		const way = tree.ways + 24 * point;
		end = alongAxes(
			x + load<f64>(way),
			y + load<f64>(way, 8),
			z + load<f64>(way, 16),
		);
	}
	const box = tree.pointBoxes + boxBytes * point;
	v128.store(box, f32x4.sub(start, margin));
	v128.store(box, f32x4.sub(end, margin), 16);
	v128.store(box, f32x4.add(start, margin), 32);
	v128.store(box, f32x4.add(end, margin), 48);
	const places = tree.places + placeBytes * point;
	v128.store(places, f32x4.replace_lane(start, 3, <f32>about));
	v128.store(places, f32x4.replace_lane(end, 3, <f32>about), 16);
}

@inline
function alongAxes(x: f64, y: f64, z: f64): v128 {
	return f32x4.replace_lane(
		f32x4.replace_lane(
			f32x4.replace_lane(f32x4.splat(<f32>x), 1, <f32>y),
			2,
			<f32>z,
		),
		3,
		<f32>(diagonal * (x + y + z)),
	);
}

/** All in a triangle or on an edge is where weights of its vertices tell, and so is how far it is from where it is expected: the box about those of its vertices has it. */
function fitLeaves(tree: SurfaceTree): void {
	const points = tree.pointBoxes;
	const end = shareEnd(tree.leafCount);
	for (let leaf = shareStart(tree.leafCount); leaf < end; leaf++) {
		if (tree.isPartial && !at(tree.strayLeaves, leaf)) continue;
		const corners = tree.corners + 16 * leaf;
		const a = points + boxBytes * at(corners, 0);
		const b = points + boxBytes * at(corners, 1);
		const c = points + boxBytes * at(corners, 2);
		const box = tree.leafBoxes + boxBytes * leaf;
		unite(a, b, box);
		unite(box, c, box);
	}
}

function fitEdges(surfaces: TouchingSurfaces, tree: SurfaceTree): void {
	const points = tree.pointBoxes;
	const end = shareEnd(tree.edgeCount);
	for (let e = shareStart(tree.edgeCount); e < end; e++) {
		const a = at(surfaces.edges, 2 * e);
		const b = at(surfaces.edges, 2 * e + 1);
		if (tree.isPartial && !(at(tree.strays, a) | at(tree.strays, b))) continue;
		unite(
			points + boxBytes * a,
			points + boxBytes * b,
			tree.edgeBoxes + boxBytes * e,
		);
	}
}

function unite(a: usize, b: usize, into: usize): void {
	const least = f32x4.min(v128.load(a), v128.load(b));
	const leastAtEnd = f32x4.min(v128.load(a, 16), v128.load(b, 16));
	const most = f32x4.max(v128.load(a, 32), v128.load(b, 32));
	const mostAtEnd = f32x4.max(v128.load(a, 48), v128.load(b, 48));
	v128.store(into, least);
	v128.store(into, leastAtEnd, 16);
	v128.store(into, most, 32);
	v128.store(into, mostAtEnd, 48);
}

function fitNodes(tree: SurfaceTree): void {
	for (let node: i32 = tree.nodes - 1; node >= 0; node--) {
		const box = tree.boxes + boxBytes * node;
		const right = at(tree.right, node);
		if (right) {
			const strays = at(tree.strayNodes, node + 1) | at(tree.strayNodes, right);
			store<u32>(tree.strayNodes + 4 * node, strays);
			if (!tree.isPartial || strays)
				unite(box + boxBytes, tree.boxes + boxBytes * right, box);
			continue;
		}
		const first = at(tree.firstLeaf, node);
		const leaves = at(tree.leaves, node);
		if (tree.isPartial) {
			let strays: u32 = 0;
			for (let i: u32 = 0; i < leaves; i++)
				strays |= at(tree.strayLeaves, first + i) << i;
			store<u32>(tree.strayNodes + 4 * node, strays);
			if (!strays) continue;
		}
		const boxOfLeaf = tree.leafBoxes + boxBytes * first;
		unite(boxOfLeaf, boxOfLeaf + boxBytes * (leaves - 1), box);
		for (let i: u32 = 1; i + 1 < leaves; i++)
			unite(box, boxOfLeaf + boxBytes * i, box);
	}
}
