/** Bars of frames along x, from x = 0 on, around the middle of the section of the bar of A5. */
import type { Vector3 } from "pliant";
import {
	barSamples,
	boxSamples,
	catmullRomWeights,
	type FrameBody,
	frameBody,
	linearWeights,
	type Samples,
	splineWeights,
	type WeightField,
} from "pliant/frames";
import type { AppliedLaw } from "pliant/models";
import { type FrameSimulation, simulateFrames } from "./simulateFrames.ts";

export interface Chain {
	readonly origins: readonly Vector3[];
	readonly weights: WeightField;
	/** Along x [m], between which weights are smooth. */
	readonly planes: readonly number[];
}

const evenly = (frames: number, [length, width, height]: Vector3) =>
	Array.from(
		{ length: frames },
		(_, i): Vector3 => [(length * i) / (frames - 1), width / 2, height / 2],
	);

export const chains = {
	linear: (frames: number, size: Vector3): Chain => {
		const origins = evenly(frames, size);
		return {
			origins,
			weights: linearWeights(origins),
			planes: origins.map(([x]) => x),
		};
	},
	catmullRom: (frames: number, size: Vector3): Chain => ({
		...chains.linear(frames, size),
		weights: catmullRomWeights(evenly(frames, size)),
	}),
	spline: (frames: number, size: Vector3): Chain => {
		const [from, to] = evenly(2, size);
		const { origins, weights, knots } = splineWeights({ from, to, frames });
		return { origins, weights, planes: knots.map((u) => u * size[0]) };
	},
} as const;

/** The paper's: in the middles of equal cells, whatever the frames. */
export const regular =
	(counts: Vector3) =>
	(size: Vector3): Samples =>
		boxSamples({ size, counts });

/** Gauss points between planes. */
export const gauss =
	(perSpan: number) =>
	(size: Vector3, { planes }: Chain): Samples =>
		barSamples({ size, planes, perSpan });

export interface FrameBar {
	readonly size: Vector3;
	readonly chain: Chain;
	readonly samples: (size: Vector3, chain: Chain) => Samples;
	readonly law: AppliedLaw;
}

/** @param prepare holds and loads the bar */
export function frameBar(
	{ size, chain, samples, law }: FrameBar,
	prepare: (body: FrameBody) => void = () => {},
): Promise<FrameSimulation> {
	const body = frameBody({
		name: "bar",
		samples: samples(size, chain),
		frames: chain.origins.map((position) => ({ position })),
		weights: chain.weights,
		density: 1000,
		law,
	});
	prepare(body);
	return simulateFrames(body, { gravity: [0, 0, 0] });
}

/** The bar of A5 at rest under its load: the traction on the end is the same as its sum on the middle of the end. */
export async function bentFrameBar(
	bar: FrameBar,
	force: Vector3,
): Promise<FrameSimulation> {
	const found = await frameBar(bar, (body) => {
		const last = body.frameCount - 1;
		body.hold(0).load(bar.chain.origins[last], force);
	});
	found.simulation.solveStatics({ loadSteps: 4 });
	return found;
}
