/** What holds the nodes of a scene. */
import type { VertexConstraint } from "../constraints/vertexConstraints.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import { axes, type BodyConstraint, heldByBoth } from "./bodyConstraint.ts";
import type { BodyRange } from "./bodyRange.ts";
import type { FrameRange } from "./frameRange.ts";
import { heldMarks } from "./heldMarks.ts";

export function allConstraints(
	ranges: readonly BodyRange[],
	frameRanges: readonly FrameRange[],
): Map<number, VertexConstraint> {
	return new Map([
		...frameRanges.flatMap((range) => range.constraints()),
		...ranges.flatMap((range) => [
			...heldVertices(range),
			...heldMiddles(range),
			...heldMarks(range),
			...leftBehind(range),
		]),
	]);
}

/** Nodes that no vertex is any more stay where they are. */
const leftBehind = (range: BodyRange): [number, VertexConstraint][] =>
	range
		.leftNodes()
		.map(([node, start]) => [node, { normals: axes, target: () => start }]);

function heldVertices(range: BodyRange): [number, VertexConstraint][] {
	const { positions, constraints } = range.body;
	return Array.from(constraints, ([vertex, constraint]) => {
		const [x, y, z] = positions.subarray(3 * vertex);
		return [range.among(vertex), held([x, y, z], constraint)];
	});
}

/** The middle of an edge is held in the directions in which both ends are, at the mean of their displacements. */
function heldMiddles(range: BodyRange): [number, VertexConstraint][] {
	const { body, innerEnds, middles, count } = range;
	const { constraints, positions } = body;
	const found: [number, VertexConstraint][] = [];
	for (const inner of constraints.size > 0 ? middles : []) {
		const [a, b] = innerEnds.subarray(2 * inner, 2 * inner + 2);
		const [one, other] = [constraints.get(a), constraints.get(b)];
		if (!one || !other) continue;
		const constraint = heldByBoth(one, other);
		if (constraint.normals.length === 0) continue;
		const middle = (k: number) =>
			0.5 * (positions[3 * a + k] + positions[3 * b + k]);
		found.push([
			range.among(count + inner),
			held([middle(0), middle(1), middle(2)], constraint),
		]);
	}
	return found;
}

const held = (
	[x, y, z]: Vector3,
	{ normals, displacement }: BodyConstraint,
): VertexConstraint => ({
	normals,
	target: (time) => {
		const [dx, dy, dz] = displacement(time);
		return [x + dx, y + dy, z + dz];
	},
});
