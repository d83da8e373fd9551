/** The rest position [m] of the material point that is at a position, from the nearest sample by Newton's method. */
import type { Vector3 } from "../mesh/mesh.ts";
import type { FrameModel } from "./frameModel.ts";
import { evaluatePoint, solve3 } from "./insertion.ts";

/** The paper's tolerance, but relative to the body's extent, and far below. */
const inversion = { iterations: 50, tolerance: 1e-12 };

export function materialPoint(model: FrameModel, position: Vector3): Vector3 {
	const X = nearestSample(model, position);
	for (let iteration = 0; iteration < inversion.iterations; iteration++) {
		const { x, F } = evaluatePoint(
			model.places,
			model.influencesAt(X.slice()),
			X,
		);
		const gap = position.map((c, k) => c - x[k]);
		if (Math.hypot(...gap) < inversion.tolerance * model.extent)
			return [X[0], X[1], X[2]];
		for (const [k, by] of solve3(F, gap).entries()) X[k] += by;
		if (!X.every(Number.isFinite)) break;
	}
	throw new Error(
		`${model.body.label}: no material point is found at [${position}]; take a position in the body`,
	);
}

/** A copy of its rest position. */
function nearestSample(
	{ samples }: FrameModel,
	position: Vector3,
): Float64Array {
	const { positions } = samples.definition.samples;
	const now = new Float64Array(positions.length);
	samples.positions(now);
	const nearest = nearestPoint(now, position);
	return positions.slice(3 * nearest, 3 * nearest + 3);
}

/** The number of the point, of xyz each, that is nearest to a position. */
export function nearestPoint(points: Float64Array, [x, y, z]: Vector3): number {
	let nearest = 0;
	let least = Number.POSITIVE_INFINITY;
	for (let i = 0; i < points.length; i += 3) {
		const distance = Math.hypot(
			x - points[i],
			y - points[i + 1],
			z - points[i + 2],
		);
		if (distance < least) [nearest, least] = [i / 3, distance];
	}
	return nearest;
}
