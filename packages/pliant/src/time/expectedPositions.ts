import type { FrameNodes } from "../frames/frameNodes.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { Vector } from "../system/vectorSpace.ts";
import type { RayleighDamping } from "./stepSetup.ts";

interface FreeFall {
	/** Where a step begins. */
	readonly fromPositions: Vector;
	readonly frames: FrameNodes | undefined;
	readonly rayleigh: RayleighDamping;
	/** h [s] */
	readonly duration: number;
	readonly loadFactor: number;
	readonly gravity: Vector3;
	/** It falls no farther than that [m]. */
	readonly longestFall: number;
}

/** From where inertia carries all to where it would be if it fell freely: less is left to be solved for. */
export function expectedPositions(fall: FreeFall, x: Float64Array): void {
	const { frames, rayleigh, gravity, duration: h, loadFactor } = fall;
	const from = fall.fromPositions.array;
	const share = 1 / (1 + rayleigh.mass * h);
	const fallen = share * loadFactor * h * h;
	const most = fall.longestFall / Math.hypot(...gravity);
	const [dx, dy, dz] = gravity.map((g) => Math.min(fallen, most) * g);
	const first = 3 * (frames?.first ?? x.length / 3);
	for (let i = 0; i < first; i += 3) {
		x[i] = from[i] + share * (x[i] - from[i]) + dx;
		x[i + 1] = from[i + 1] + share * (x[i + 1] - from[i + 1]) + dy;
		x[i + 2] = from[i + 2] + share * (x[i + 2] - from[i + 2]) + dz;
	}
	for (let i = first; i < x.length; i++)
		x[i] = from[i] + share * (x[i] - from[i]);
	for (let i = 0; i < (frames?.count ?? 0); i++) {
		const at = first + 6 * i;
		x[at] += dx;
		x[at + 1] += dy;
		x[at + 2] += dz;
	}
}
