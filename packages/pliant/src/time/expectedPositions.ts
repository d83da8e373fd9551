import type { FrameNodes } from "../frames/frameNodes.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { RayleighDamping } from "../system/stepSetup.ts";
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";

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
export function expectedPositions(
	fall: FreeFall,
	{ team }: VectorSpace,
	{ array: x, pointer }: Vector,
): void {
	const { fromPositions, frames, rayleigh, gravity, longestFall } = fall;
	const { duration: h, loadFactor } = fall;
	const from = fromPositions.array;
	const share = 1 / (1 + rayleigh.mass * h);
	const most = longestFall / Math.hypot(gravity[0], gravity[1], gravity[2]);
	const fallen = Math.min(share * loadFactor * h * h, most);
	const dx = fallen * gravity[0];
	const dy = fallen * gravity[1];
	const dz = fallen * gravity[2];
	const rows = frames?.first ?? x.length / 3;
	team.numerics.fallFreely(
		rows,
		fromPositions.pointer,
		share,
		dx,
		dy,
		dz,
		pointer,
	);
	const first = 3 * rows;
	for (let i = first; i < x.length; i++)
		x[i] = from[i] + share * (x[i] - from[i]);
	for (let i = 0; i < (frames?.count ?? 0); i++) {
		const at = first + 6 * i;
		x[at] += dx;
		x[at + 1] += dy;
		x[at + 2] += dz;
	}
}
