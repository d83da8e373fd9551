/** Two blocks that fly at each other, without gravity. */
import { Body, Scene, type Vector3 } from "pliant";
import { type BoxKind, boxes } from "../bodies.ts";
import { type Sample, track } from "../track.ts";

const size: Vector3 = [0.1, 0.1, 0.1];
const speed = 0.5;
/** One flies higher, so that they turn afterwards [m]. */
const offset = 0.03;
export const impactSeconds = 0.3;

interface Motion {
	/** Kinetic and elastic energy over that of the beginning. */
	readonly energy: number;
	/** Change of momentum, over that of one block. */
	readonly linear: number;
	/** Change of angular momentum, over that of both. */
	readonly angular: number;
}

export async function impact(kind: BoxKind): Promise<Sample<Motion>[]> {
	const scene = new Scene({
		...{ gravity: [0, 0, 0], contact: { thickness: 1e-3 } },
	});
	const fly = (name: string, x: number, y: number, velocity: number) => {
		const origin: Vector3 = [x, y, -size[2] / 2];
		const body = scene.add(
			boxes[kind]({ name, size, origin, youngModulus: 1e5 }),
		);
		body.launch(() => [velocity, 0, 0]);
		return body;
	};
	fly("left", -0.01 - size[0], -size[1] / 2, speed);
	const right = fly("right", 0.01, offset - size[1] / 2, -speed);
	const mass =
		right instanceof Body ? right.mass : 1000 * size[0] * size[1] * size[2];
	const motion = await track(scene, impactSeconds, (simulation) => {
		const { kinetic, elastic } = simulation.energies();
		return { energy: kinetic + elastic, ...simulation.momentum() };
	});
	const [{ value: start }] = motion;
	const off = (a: Vector3, b: Vector3) =>
		Math.hypot(...a.map((c, k) => c - b[k]));
	return motion.map(({ time, value }) => ({
		time,
		value: {
			energy: value.energy / start.energy,
			linear: off(value.linear, start.linear) / (mass * speed),
			angular: off(value.angular, start.angular) / Math.hypot(...start.angular),
		},
	}));
}
