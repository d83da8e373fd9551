import type { FrameNodes } from "../frames/frameNodes.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { Vector } from "../system/vectorSpace.ts";
import type { RayleighDamping } from "./stepSetup.ts";

interface FreeFall {
	/** Where a step begins, and where inertia carries it. */
	readonly fromPositions: Vector;
	readonly predicted: Vector;
	readonly frames: FrameNodes | undefined;
	readonly rayleigh: RayleighDamping;
	/** h [s] */
	readonly duration: number;
	readonly loadFactor: number;
	readonly gravity: Vector3;
}

/** Writes where all would be that falls freely: less is left to be solved for. */
export function expectedPositions(fall: FreeFall, out: Float64Array): void {
	const { frames, rayleigh, gravity, duration: h, loadFactor } = fall;
	const from = fall.fromPositions.array;
	const to = fall.predicted.array;
	const share = 1 / (1 + rayleigh.mass * h);
	const [x, y, z] = gravity.map((g) => share * loadFactor * g * h * h);
	for (let i = 0; i < out.length; i++)
		out[i] = from[i] + share * (to[i] - from[i]);
	const drop = (node: number) => {
		out[3 * node] += x;
		out[3 * node + 1] += y;
		out[3 * node + 2] += z;
	};
	const first = frames?.first ?? out.length / 3;
	for (let node = 0; node < first; node++) drop(node);
	for (let i = 0; i < (frames?.count ?? 0); i++) drop(first + 2 * i);
}
