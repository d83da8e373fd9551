/** What moves a frame body, for people and programs. */
import type { FrameBody } from "pliant/frames";

export interface FrameReport {
	readonly count: number;
	readonly held: number;
	readonly moved: number;
	readonly samples: number;
}

export function frameReport(body: FrameBody): FrameReport {
	return {
		count: body.frameCount,
		held: body.held.size,
		moved: body.moved.size,
		samples: body.definition.samples.count,
	};
}

export function printFrames({
	count,
	held,
	moved,
	samples,
}: FrameReport): string {
	return `frames      ${count}; ${held} held, ${moved} moved\nsamples     ${samples}`;
}
