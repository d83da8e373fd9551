/** Contact of a scene with colliders. */
import { Contact } from "../contact/contact.ts";
import { ContactTerm } from "../contact/contactTerm.ts";
import { frictionBetween } from "../contact/friction.ts";
import type { SurfaceMemory } from "../contact/surface/candidates.ts";
import type { Ribbon } from "../contact/surface/ribbons.ts";
import type { Sewing } from "../contact/surface/sewnPoints.ts";
import type { Body } from "./body.ts";
import { frictionSide } from "./frictionSides.ts";
import type { Scene } from "./scene.ts";
import type { TouchingInputs, TouchingParts } from "./touchingParts.ts";

export interface ContactParts extends TouchingInputs {
	readonly scene: Scene;
	/** Extents of bodies [m], those of meshes first. */
	readonly sizes: readonly number[];
	/** Brings frames up to date with x. */
	readonly follow: () => void;
	readonly touching: TouchingParts;
	readonly memory: SurfaceMemory;
	/** Nodes that will be sewn together, where there are seams; and whether they are. */
	readonly sewing: Sewing | undefined;
	readonly isWelded: boolean;
	/** What is open between the sides of seams. */
	readonly ribbons: readonly Ribbon[];
}

export function buildContact(
	parts: ContactParts,
	offsets?: readonly number[],
): ContactTerm {
	const { scene, constraints, sizes, x, follow } = parts;
	const { points, weights, isFixed, rangesOf } = parts.touching;
	const { colliders, gravity } = scene;
	const ranges = [...parts.ranges, ...parts.frameRanges];
	const contact = new Contact({
		...{ colliders, weights, isFixed, constraints, gravity },
		nodeCount: points.nodeCount,
		memory: parts.memory,
		friction: (collider, i) => {
			const { friction = 0, frictionTable = [] } = scene.contact ?? {};
			const body = frictionSide(scene, ranges[i].body.name);
			return frictionBetween(body, collider, friction, frictionTable);
		},
		bodies: ranges.map((range, i) => ({
			ranges: rangesOf(range),
			size: sizes[i],
			offset: offsets?.[i] ?? 0,
		})),
	});
	const term = new ContactTerm(contact, points, x, follow);
	term.framesChanged();
	return term;
}

/** Lifts bodies that just touch colliders; those that are in one are a mistake. */
export function placeOutside(
	contact: ContactTerm,
	{ ranges, frameRanges, x, touching, constraints }: ContactParts,
): void {
	const lift = (from: number, to: number, by: ArrayLike<number>) => {
		for (let i = 3 * from; i < 3 * to; i++) x[i] += by[i % 3];
	};
	for (const range of ranges) {
		const { first, count, body, firstInner, innerCount } = range;
		const own = touching.rangesOf(range);
		const problem =
			contact.inspect(own, (by) => {
				if (!canGo(body, by)) return;
				lift(first, first + count, by);
				lift(firstInner, firstInner + innerCount, by);
			}) ??
			contact.inspect(own, (by, vertex) => {
				if (!constraints.isFixed(vertex))
					throw new Error(
						`${body.label}: vertex ${range.own(vertex)} touches a collider at the beginning, and the body is held there; place it ${Math.hypot(...by).toPrecision(2)} m or more away`,
					);
			});
		if (!problem) continue;
		const vertex = range.own(problem.vertex);
		throw new Error(`${body.label}: vertex ${vertex}: ${problem.what}`);
	}
	for (const range of frameRanges) {
		const { body, part, firstTouching } = range;
		if (firstTouching === undefined) continue;
		const own = touching.rangesOf(range);
		const isHeld = body.held.size + body.moved.size > 0;
		const problem =
			contact.inspect(own, (by) => {
				if (isHeld) return;
				for (let i = 0; i < part.count; i++) {
					const node = part.nodes.positionNode(part.first + i);
					lift(node, node + 1, by);
				}
			}) ?? contact.inspect(own, () => {});
		if (problem)
			throw new Error(
				`${body.label}: vertex ${problem.vertex - firstTouching} of what touches: ${problem.what}`,
			);
	}
}

/** Whether what holds a body lets all of it go a way. */
const canGo = ({ constraints }: Body, way: Float64Array): boolean =>
	[...constraints.values()].every(({ normals }) =>
		normals.every(
			([a, b, c]) =>
				Math.abs(a * way[0] + b * way[1] + c * way[2]) <=
				1e-9 * Math.hypot(...way),
		),
	);
