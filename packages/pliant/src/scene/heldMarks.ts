import type { VertexConstraint } from "../constraints/vertexConstraints.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import { carried, turnedAbout } from "../models/rods/rodChains.ts";
import type { Body } from "./body.ts";
import { axes } from "./bodyConstraint.ts";
import type { BodyRange } from "./bodyRange.ts";

/** Holds inner nodes beside held edges: they go along with these, turned about them as the body says. */
export function heldMarks(range: BodyRange): [number, VertexConstraint][] {
	const { body, innerEnds, count } = range;
	return [...range.placedNodes(body.positions)].flatMap(([inner, start]) => {
		const [a, b] = innerEnds.subarray(2 * inner, 2 * inner + 2);
		const target = placeOver(body, a, b, start);
		return target
			? [[range.among(count + inner), { normals: axes, target }]]
			: [];
	});
}

/** Where a point beside an edge is over time; nothing where the edge is not held. */
function placeOver(
	body: Body,
	a: number,
	b: number,
	start: Vector3,
): VertexConstraint["target"] | undefined {
	const ends = [a, b].map((vertex) => {
		const held = body.constraints.get(vertex);
		if (held?.normals.length !== 3) return undefined;
		const at = body.positions.subarray(3 * vertex, 3 * vertex + 3);
		return (time: number): Vector3 => {
			const [x, y, z] = held.displacement(time);
			return [at[0] + x, at[1] + y, at[2] + z];
		};
	});
	const [from, to] = ends;
	if (!from || !to) return undefined;
	const rolls = body.rolls.filter(
		({ vertices }) => vertices.has(a) && vertices.has(b),
	);
	const edgeAt = (time: number) => {
		const [p, q] = [from(time), to(time)];
		const size = Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
		const along = (k: number) => (q[k] - p[k]) / size;
		const middle = (k: number) => (p[k] + q[k]) / 2;
		const vector = (of: (k: number) => number): Vector3 => [
			of(0),
			of(1),
			of(2),
		];
		return { t: vector(along), middle: vector(middle) };
	};
	const position = (vertex: number, k: number) =>
		body.positions[3 * vertex + k];
	const first = [0, 1, 2].map((k) => position(b, k) - position(a, k));
	const length = Math.hypot(...first);
	const t0: Vector3 = [first[0] / length, first[1] / length, first[2] / length];
	const arm: Vector3 = [0, 1, 2].map(
		(k) => start[k] - (position(a, k) + position(b, k)) / 2,
	) as unknown as Vector3;
	return (time) => {
		const { t, middle } = edgeAt(time);
		const angle = rolls.reduce((sum, roll) => sum + roll.angle(time), 0);
		const [x, y, z] = turnedAbout(carried(arm, t0, t), t, angle);
		return [middle[0] + x, middle[1] + y, middle[2] + z];
	};
}
