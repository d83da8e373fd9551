/** Contact of a scene: which points touch, what they may have to carry, and that none begins in a collider. */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { CarriedPoints } from "../contact/carriedPoints.ts";
import { Contact } from "../contact/contact.ts";
import type { PointSkin } from "../contact/contactInputs.ts";
import { ContactTerm } from "../contact/contactTerm.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import type { Mass } from "../system/mass.ts";
import type { BodyRange } from "./bodyRange.ts";
import type { FrameRange } from "./frameRange.ts";
import { surfaceParts, tributary } from "./loadedParts.ts";
import type { Scene } from "./scene.ts";

interface ContactParts {
	readonly scene: Scene;
	readonly ranges: readonly BodyRange[];
	readonly frameRanges: readonly FrameRange[];
	/** Vertices of meshes, without inner nodes. */
	readonly meshVertices: number;
	readonly mass: Mass;
	readonly constraints: VertexConstraints;
	/** Extent of all bodies [m]. */
	readonly size: number;
	/** Positions of nodes [m]. */
	readonly x: Float64Array;
	/** Brings frames up to date with x. */
	readonly follow: () => void;
}

/** None where there are no colliders. */
export function buildContact(
	parts: ContactParts,
	skins: readonly PointSkin[] = [],
): ContactTerm | undefined {
	const { scene, ranges, frameRanges, meshVertices, constraints } = parts;
	if (scene.colliders.length === 0) return undefined;
	const carried: CarriedPoints[] = [];
	let count = meshVertices;
	for (const range of frameRanges) {
		const { touching } = range;
		if (!touching) continue;
		range.firstTouching = count;
		carried.push(carriedOf(range, touching, count, constraints));
		count += touching.count;
	}
	const weights = new Float64Array(count);
	weights.set(carriedMasses(ranges, parts.mass).subarray(0, meshVertices));
	const isFixed = new Uint8Array(count);
	for (const vertex of constraints.fixed)
		if (vertex < meshVertices) isFixed[vertex] = 1;
	for (const range of frameRanges) {
		if (range.firstTouching === undefined) continue;
		const { body, touchingMesh, firstTouching } = range;
		for (const [vertex, share] of surfaceShares(touchingMesh))
			weights[firstTouching + vertex] = body.mass * share;
	}
	const contact = new Contact({
		colliders: scene.colliders,
		weights,
		vertexCount: meshVertices,
		isFixed,
		constraints,
		size: parts.size,
		gravity: scene.gravity,
		skins,
	});
	const term = new ContactTerm(
		contact,
		meshVertices,
		carried,
		parts.x,
		parts.follow,
	);
	term.framesChanged();
	placeOutside(term, parts);
	return term;
}

/** Points of a body of frames that touch, the first of which has a number among all. */
export function carriedOf(
	{ part }: FrameRange,
	points: FollowingPoints,
	first: number,
	constraints: VertexConstraints,
): CarriedPoints {
	return {
		points,
		first,
		frames: part.nodes,
		firstFrame: part.first,
		frameCount: () => part.count,
		isFixed: (node) => constraints.isFixed(node),
	};
}

/**
 * Mass [kg] that each vertex may have to carry on a collider: its own in sheets and cables, of a solid its share of the surface
 * times the body's, so that it does not depend on the mesh.
 */
export function carriedMasses(
	ranges: readonly BodyRange[],
	mass: Mass,
): Float64Array {
	const carried = mass.vertexMasses.slice();
	for (const range of ranges) {
		const { body } = range;
		if (body.massOn === "edge" || body.massOn === "triangle") continue;
		for (const [vertex, share] of surfaceShares(body.mesh))
			carried[range.among(vertex)] = body.mass * share;
	}
	return carried;
}

/** The share of a mesh's surface that belongs to each of its vertices. */
export function surfaceShares(mesh: Mesh): Map<number, number> {
	const areas = new Map<number, number>();
	let total = 0;
	for (const { triangles, share } of surfaceParts(mesh)) {
		const { vertices, weights } = tributary(mesh, triangles, 3);
		for (const [i, vertex] of vertices.entries()) {
			areas.set(vertex, (areas.get(vertex) ?? 0) + share * weights[i]);
			total += share * weights[i];
		}
	}
	return new Map([...areas].map(([vertex, area]) => [vertex, area / total]));
}

/** Lifts bodies that just touch colliders; those that are in one are a mistake. */
function placeOutside(
	contact: ContactTerm,
	{ ranges, frameRanges, x }: ContactParts,
): void {
	const lift = (from: number, to: number, by: ArrayLike<number>) => {
		for (let i = 3 * from; i < 3 * to; i++) x[i] += by[i % 3];
	};
	for (const range of ranges) {
		const { first, count, body, firstInner, innerCount } = range;
		const last = first + count;
		const problem =
			contact.inspect(first, last, (by) => {
				if (body.constraints.size > 0) return;
				lift(first, last, by);
				lift(firstInner, firstInner + innerCount, by);
			}) ?? contact.inspect(first, last, () => {});
		if (!problem) continue;
		const vertex = range.own(problem.vertex);
		throw new Error(`${body.label}: vertex ${vertex}: ${problem.what}`);
	}
	for (const { body, part, firstTouching, touchingCount } of frameRanges) {
		if (firstTouching === undefined) continue;
		const last = firstTouching + touchingCount;
		const isHeld = body.held.size + body.moved.size > 0;
		const problem =
			contact.inspect(firstTouching, last, (by) => {
				if (isHeld) return;
				for (let i = 0; i < part.count; i++) {
					const node = part.nodes.positionNode(part.first + i);
					lift(node, node + 1, by);
				}
			}) ?? contact.inspect(firstTouching, last, () => {});
		if (problem)
			throw new Error(
				`${body.label}: vertex ${problem.vertex - firstTouching} of what touches: ${problem.what}`,
			);
	}
}
