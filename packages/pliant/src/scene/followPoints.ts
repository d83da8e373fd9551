import type { PointReference } from "../attachments/attachments.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import type { MaterialPoint } from "../points/materialPoint.ts";
import { MeshPoints } from "../points/meshPoints.ts";
import type { Vector } from "../system/vectorSpace.ts";
import type { BodyRange } from "./bodyRange.ts";
import type { FrameRange } from "./frameRange.ts";
import { pointNodes } from "./pointNodes.ts";

/** Points of a simulation that follow material points, in their order. */
export function followPoints(
	points: readonly MaterialPoint[],
	{
		ranges,
		frameRanges,
		x,
	}: {
		readonly ranges: readonly BodyRange[];
		readonly frameRanges: readonly FrameRange[];
		/** Positions of nodes [m]. */
		readonly x: Vector;
	},
): PointReference[] {
	const found: PointReference[] = new Array(points.length);
	for (const body of new Set(points.map((point) => point.body))) {
		const own = points.flatMap((point, i) =>
			point.body === body ? [{ point, i }] : [],
		);
		const range = ranges.find((one) => one.body === body);
		const frameRange = frameRanges.find((one) => one.body === body);
		let set: FollowingPoints;
		if (range)
			set = new MeshPoints(
				own.map(({ point }) => pointNodes(range, point)),
				() => x.array,
			);
		else if (frameRange)
			set = frameRange.points(
				Float64Array.from(own.flatMap(({ point }) => point.rest)),
			);
		else
			throw new Error(
				`${body.label} is not part of the scene; add it before what is attached to it`,
			);
		for (const [index, { i }] of own.entries())
			found[i] = { points: set, index };
	}
	return found;
}
