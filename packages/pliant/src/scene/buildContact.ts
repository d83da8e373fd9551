/** Contact of a scene with colliders, in none of which anything begins. */
import { Contact } from "../contact/contact.ts";
import type { PointSkin } from "../contact/contactInputs.ts";
import { ContactTerm } from "../contact/contactTerm.ts";
import type { Body } from "./body.ts";
import type { Scene } from "./scene.ts";
import type { TouchingInputs, TouchingParts } from "./touchingParts.ts";

export interface ContactParts extends TouchingInputs {
	readonly scene: Scene;
	/** Extent of all bodies [m]. */
	readonly size: number;
	/** Brings frames up to date with x. */
	readonly follow: () => void;
	readonly touching: TouchingParts;
}

export function buildContact(
	parts: ContactParts,
	skins: readonly PointSkin[] = [],
): ContactTerm {
	const { scene, constraints, size, x, follow } = parts;
	const { points, weights, isFixed } = parts.touching;
	const { colliders, gravity } = scene;
	const contact = new Contact({
		...{ colliders, weights, isFixed, constraints, size, gravity, skins },
		nodeCount: points.nodeCount,
	});
	const term = new ContactTerm(contact, points, x, follow);
	term.framesChanged();
	placeOutside(term, parts);
	return term;
}

/** Lifts bodies that just touch colliders; those that are in one are a mistake. */
function placeOutside(
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
	for (const { body, part, firstTouching, touchingCount } of frameRanges) {
		if (firstTouching === undefined) continue;
		const own = [{ first: firstTouching, last: firstTouching + touchingCount }];
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
