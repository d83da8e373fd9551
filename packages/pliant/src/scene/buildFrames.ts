/** Bodies of frames, and loads on their points. */
import { FrameNodes } from "../frames/frameNodes.ts";
import type { FrameMassKind } from "../frames/frameSystem.ts";
import { type LoadedPoints, PointLoads } from "../points/pointLoads.ts";
import { FrameRange } from "./frameRange.ts";
import type { Scene } from "./scene.ts";

export interface BuiltFrames {
	readonly frames: FrameNodes;
	readonly frameRanges: readonly FrameRange[];
}

/** So many frames, whose nodes begin at a number. */
export async function buildFrames(
	{ framedBodies, gravity }: Scene,
	firstNode: number,
	count: number,
	mass: FrameMassKind,
): Promise<BuiltFrames> {
	const frames = new FrameNodes(firstNode, count);
	const frameRanges: FrameRange[] = [];
	let first = 0;
	for (const body of framedBodies) {
		frameRanges.push(
			await FrameRange.create(body, frames, first, mass, gravity),
		);
		first += body.frameCapacity;
	}
	return { frames, frameRanges };
}

/** Forces on points of bodies of frames. */
export function buildPointLoads(
	frameRanges: readonly FrameRange[],
): PointLoads | undefined {
	const loaded = frameRanges.flatMap((range): LoadedPoints[] => {
		const { pointLoads } = range.body;
		if (pointLoads.length === 0) return [];
		return [
			{
				points: range.points(
					Float64Array.from(pointLoads.flatMap(({ point }) => point)),
				),
				forces: pointLoads.map(({ force }) => force),
			},
		];
	});
	return loaded.length > 0 ? new PointLoads(loaded) : undefined;
}
