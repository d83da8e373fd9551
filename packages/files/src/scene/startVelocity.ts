/** Velocities that an object starts with. */
import type { Vector3 } from "pliant";
import type { z } from "../zod.ts";
import type { start as startSchema } from "./schema/sceneObject.ts";
import { cross } from "./transform.ts";

export interface StartVelocity {
	/** [m/s] at a position [m]. */
	readonly velocity: (...x: Vector3) => Vector3;
	/** [rad/s] */
	readonly angularVelocity: Vector3;
}

export function startVelocity({
	velocity = [0, 0, 0],
	spin,
}: z.output<typeof startSchema>): StartVelocity {
	if (!spin) return { velocity: () => velocity, angularVelocity: [0, 0, 0] };
	const rate = (2 * Math.PI * spin.rate) / Math.hypot(...spin.axis);
	const [a, b, c] = spin.axis.map((component) => rate * component);
	return {
		angularVelocity: [a, b, c],
		velocity: (...x) => {
			const turning = cross(
				[a, b, c],
				x.map((component, k) => component - spin.centre[k]),
			);
			return [
				velocity[0] + turning[0],
				velocity[1] + turning[1],
				velocity[2] + turning[2],
			];
		},
	};
}
