/** A perspective camera. */
import type { Vector3 } from "pliant";
import { cross, difference, dot, normalized } from "./vector.ts";

export interface CameraOptions {
	/** Where it is [m]. */
	readonly eye: Vector3;
	/** What is in the middle of its picture [m]. */
	readonly target: Vector3;
	/** Angle between the upper and the lower edge of the picture [rad]. */
	readonly fieldOfView: number;
}

export type Project = (positions: Float64Array) => Float64Array;

/** A function from positions [m] to x and y [pixels, y down] and one over the distance along the view, per vertex. */
export function camera(
	{ eye, target, fieldOfView }: CameraOptions,
	width: number,
	height: number,
): Project {
	const forward = normalized(difference(target, eye));
	const right = normalized(cross(forward, [0, 1, 0]));
	const up = cross(right, forward);
	const scale = height / 2 / Math.tan(fieldOfView / 2);
	return (positions) => {
		const projected = new Float64Array(positions.length);
		for (let i = 0; i < positions.length; i += 3) {
			const [x, y, z] = positions.subarray(i, i + 3);
			const seen = difference([x, y, z], eye);
			const w = 1 / dot(seen, forward);
			projected[i] = width / 2 + scale * dot(seen, right) * w;
			projected[i + 1] = height / 2 - scale * dot(seen, up) * w;
			projected[i + 2] = w;
		}
		return projected;
	};
}
