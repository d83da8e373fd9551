/** A small body on a turning plane: it turns along if friction holds it, and slides outwards otherwise. */
import { Body, collider, Scene, type Vector3 } from "pliant";
import { type BoxKind, boxes, g, mean } from "../bodies.ts";
import { restingGap } from "../ground.ts";
import { rungeKutta } from "../ode.ts";
import { type Sample, track } from "../track.ts";

/** Friction holds up to 2.43 rad/s at this radius [m]. */
export const table = { friction: 0.3, radius: 0.5 };

interface Turning {
	/** [rad/s] */
	readonly rate: number;
	readonly seconds: number;
}
/** Rates below and above what friction holds. */
export const slow: Turning = { rate: 2.2, seconds: 3 };
export const fast: Turning = { rate: 3, seconds: 0.8 };

/** Size of the body [m], small beside the radius, so that a point stands for it. */
const size: Vector3 = [0.02, 0.004, 0.02];

export type Place = readonly [x: number, z: number];

/** Where the middle of a body is over time. The body begins by turning along with the table. */
export async function onTurntable(
	kind: BoxKind,
	{ rate, seconds }: Turning,
): Promise<Sample<Place>[]> {
	const { friction, radius } = table;
	const make = (gap: number) =>
		boxes[kind]({ size, origin: [radius - size[0] / 2, gap, -size[2] / 2] });
	const gap = await restingGap({ make, ground: "plane", friction });
	const scene = new Scene();
	const body = scene.add(make(gap));
	const velocity = (x: number, _: number, z: number): Vector3 => [
		rate * z,
		0,
		-rate * x,
	];
	if (body instanceof Body) body.launch(velocity);
	else body.launch(velocity, [0, rate, 0]);
	scene.collide(collider.plane(), {
		friction,
		turn: { axis: [0, 1, 0], angle: (time) => rate * time },
	});
	return track(scene, seconds, (simulation): Place => {
		const positions = simulation.positions(body);
		return [mean(positions, 0), mean(positions, 2)];
	});
}

/** The same of a point that slides on the table from the beginning, by its own equation of motion. */
export function slidingPoint({ rate, seconds }: Turning): Sample<Place>[] {
	const { friction, radius } = table;
	const path: Sample<Place>[] = [];
	const acceleration = ([x, z, u, w]: readonly number[]) => {
		// Velocity relative to the table, which is zero at the beginning: there the point is about to slide outwards.
		const [a, b] = [u - rate * z, w + rate * x];
		const speed = Math.hypot(a, b);
		const [ax, az] = speed > 1e-12 ? [a / speed, b / speed] : [1, 0];
		return [u, w, -friction * g * ax, -friction * g * az];
	};
	rungeKutta(
		[radius, 0, 0, -rate * radius],
		acceleration,
		{ seconds, steps: 20_000 },
		(time, [x, z]) => {
			path.push({ time, value: [x, z] });
		},
	);
	return path;
}
