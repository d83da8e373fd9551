/** A body at rest is put on a belt that moves, and is dragged along. */
import { collider, rigidBody, Scene } from "pliant";
import { box } from "pliant/mesh";
import { g, kinds, mean } from "../bodies.ts";
import { contactWith, type Ground, restingGap } from "../ground.ts";
import { type Sample, track } from "../track.ts";

export const belt = { speed: 1, friction: 0.3, seconds: 0.6 };

/** Distance [m] that a body stays behind the belt: v²/(2μg) once it moves along. */
export const slip = belt.speed ** 2 / (2 * belt.friction * g);

/** Distance [m] that a body has moved by a time [s]. */
export function carriedDistance(time: number): number {
	const t = Math.min(time, belt.speed / (belt.friction * g));
	return 0.5 * belt.friction * g * t * t + belt.speed * (time - t);
}

/** Distance [m] of a body over time. The belt is a plane that moves, or a block that is moved. */
export async function dragged(
	kind: string,
	ground: Ground,
): Promise<Sample<number>[]> {
	const { friction, speed, seconds } = belt;
	const gap = await restingGap({ make: kinds[kind], ground, friction });
	const scene = new Scene(contactWith(ground, friction));
	const body = scene.add(kinds[kind](gap));
	if (ground === "block") {
		const size = [3, 0.1, 1] as const;
		const mesh = box({ size, origin: [-2.5, -0.1, -0.5], cells: [1, 1, 1] });
		scene.add(
			rigidBody({ name: "belt", mesh, density: 1000 }).move((time) => ({
				position: [-1 + speed * time, -0.05, 0],
			})),
		);
	} else
		scene.collide(collider.plane(), {
			friction,
			motion: (time) => [speed * time, 0, 0],
		});
	const places = await track(scene, seconds, (simulation) =>
		mean(simulation.positions(body), 0),
	);
	const [{ value: start }] = places;
	return places.map(({ time, value }) => ({ time, value: value - start }));
}
