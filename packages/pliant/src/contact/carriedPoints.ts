/** Points of a body of frames among those that touch: they cannot be moved one by one, but the body's frames can. */
import type { FrameNodes } from "../frames/frameNodes.ts";
import { logarithm, quaternionOf } from "../mappings/quaternion.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import { type Pose, product, toLocal, toWorld } from "./pose.ts";

export interface CarriedPoints {
	readonly points: FollowingPoints;
	/** The first of them among all points that touch. */
	readonly first: number;
	readonly frames: FrameNodes;
	/** Its frames, by their numbers. */
	readonly firstFrame: number;
	readonly frameCount: () => number;
	/** Whether a node cannot move. */
	readonly isFixed: (node: number) => boolean;
}

/** Whether nothing but a script moves them. */
export function areFixed({
	frames,
	firstFrame,
	frameCount,
	isFixed,
}: CarriedPoints): boolean {
	for (let i = firstFrame; i < firstFrame + frameCount(); i++)
		if (!isFixed(frames.positionNode(i)) || !isFixed(frames.turnNode(i)))
			return false;
	return true;
}

/**
 * Moves the frames that are free along with a collider, from where they are in `from`, as if it had gone its way several times: points that follow held
 * frames too come along a part of the way only. False where no frame is free.
 */
export function carryAlong(
	{ frames, firstFrame, frameCount, isFixed }: CarriedPoints,
	before: Pose,
	now: Pose,
	times: number,
	from: Float64Array,
	x: Float64Array,
): boolean {
	const transposed = [0, 3, 6, 1, 4, 7, 2, 5, 8].map((i) => before[i]);
	const turn = quaternionOf(
		product(Array.from(now.subarray(0, 9)), transposed),
	);
	const place = new Float64Array(3);
	let isMoved = false;
	for (let i = firstFrame; i < firstFrame + frameCount(); i++) {
		const position = 3 * frames.positionNode(i);
		if (!isFixed(frames.positionNode(i))) {
			place.set(from.subarray(position, position + 3));
			for (let time = 0; time < times; time++) {
				toLocal(before, place[0], place[1], place[2], place);
				toWorld(now, place[0], place[1], place[2], place);
			}
			x.set(place, position);
			isMoved = true;
		}
		if (isFixed(frames.turnNode(i))) continue;
		// Turns are zero at the beginning of a step, so this one is the frame's own.
		const vector = logarithm(turn);
		for (let k = 0; k < 3; k++)
			x[position + 3 + k] = times * vector[k] * frames.arms[i];
		isMoved = true;
	}
	return isMoved;
}

/** Goes a fraction of the way from one state of the body's nodes to where they are. */
export function goBack(
	{ frames, firstFrame, frameCount }: CarriedPoints,
	fraction: number,
	from: Float64Array,
	x: Float64Array,
): void {
	const first = 3 * frames.positionNode(firstFrame);
	for (let i = first; i < first + 6 * frameCount(); i++)
		x[i] = from[i] + fraction * (x[i] - from[i]);
}
