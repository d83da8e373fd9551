/** Newton's cradle of soft balls without strings: balls in a row, without gravity, of which the first flies at the others. */
import {
	createMesh,
	Scene,
	solid,
	stableNeoHookeanHexahedra,
	type Vector3,
} from "pliant";
import { box } from "pliant/mesh";
import { mean } from "../bodies.ts";
import { track } from "../track.ts";

const radius = 0.02;
/** Between balls [m], which takes 40 ms to cross: more than two steps. */
const gap = 0.01;
const speed = 0.25;
const seconds = 0.4;

/** A cube of hexahedra, pulled out to a ball. */
function ball([x, y, z]: Vector3) {
	const cells = [4, 4, 4] as const;
	const cube = box({
		size: [2, 2, 2],
		origin: [-1, -1, -1],
		cells,
		elements: "hexahedra",
	});
	const positions = cube.positions.slice();
	for (let i = 0; i < positions.length; i += 3) {
		const [a, b, c] = positions.subarray(i, i + 3);
		// Squares become circles: every shell of the cube a sphere.
		positions[i] =
			a * Math.sqrt(1 - b ** 2 / 2 - c ** 2 / 2 + (b * c) ** 2 / 3);
		positions[i + 1] =
			b * Math.sqrt(1 - c ** 2 / 2 - a ** 2 / 2 + (c * a) ** 2 / 3);
		positions[i + 2] =
			c * Math.sqrt(1 - a ** 2 / 2 - b ** 2 / 2 + (a * b) ** 2 / 3);
		positions[i] = x + radius * positions[i];
		positions[i + 1] = y + radius * positions[i + 1];
		positions[i + 2] = z + radius * positions[i + 2];
	}
	return solid.mesh(createMesh({ positions, hexahedra: cube.hexahedra }), {
		solid: stableNeoHookeanHexahedra({ youngModulus: 1e6, poissonRatio: 0.3 }),
		density: 1000,
	});
}

export interface Cradle {
	/** Mean place of each ball along the row [m], over time. */
	readonly paths: readonly (readonly (readonly [number, number])[])[];
	/** Mean velocity of each in the last 0.05 s, over that of the first at the beginning. */
	readonly velocities: readonly number[];
	/** When each has moved by a tenth of its radius [s]. */
	readonly starts: readonly number[];
	/** Greatest change of momentum, relative. */
	readonly momentum: number;
}

export async function cradle(count: number): Promise<Cradle> {
	const scene = new Scene({
		...{ gravity: [0, 0, 0], contact: { thickness: 5e-4 } },
	});
	const balls = Array.from({ length: count }, (_, i) =>
		scene.add(ball([i * (2 * radius + gap), 0, 0])),
	);
	balls[0].launch(() => [speed, 0, 0]);
	const motion = await track(scene, seconds, (simulation) => ({
		places: balls.map((body) => mean(simulation.positions(body), 0)),
		momentum: simulation.momentum().linear[0],
	}));
	const [{ value: start }] = motion;
	const tail = motion.filter(({ time }) => time > seconds - 0.051);
	const [from, to] = [tail[0], tail[tail.length - 1]];
	return {
		paths: balls.map((_, i) =>
			motion.map(({ time, value }) => [time, value.places[i]] as const),
		),
		velocities: balls.map(
			(_, i) =>
				(to.value.places[i] - from.value.places[i]) /
				(to.time - from.time) /
				speed,
		),
		starts: balls.map(
			(_, i) =>
				motion.find(
					({ value }) => value.places[i] - start.places[i] > radius / 10,
				)?.time ?? Number.NaN,
		),
		momentum: Math.max(
			...motion.map(({ value }) =>
				Math.abs(value.momentum / start.momentum - 1),
			),
		),
	};
}
