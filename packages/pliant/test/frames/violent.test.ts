/** Frame bodies and rigid ones keep what vertices keep: nothing inside of colliders however they move, no energy gained, or an honest error. */
import { expect, test } from "vitest";
import { Collider } from "../../src/contact/collider.ts";
import { toLocal } from "../../src/contact/pose.ts";
import { collider } from "../../src/contact/shapes/index.ts";
import type { Shape } from "../../src/contact/shapes/shape.ts";
import { type FrameBody, frameBody } from "../../src/frames/frameBody.ts";
import { boxSamples } from "../../src/frames/sampling/boxSamples.ts";
import { linearWeights } from "../../src/frames/weights/linearWeights.ts";
import { box } from "../../src/mesh/generators/box.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import {
	stableNeoHookean,
	stVenantKirchhoff,
} from "../../src/models/solid/laws/index.ts";
import { type RigidBody, rigidBody } from "../../src/rigid/rigidBody.ts";
import { SimulationError } from "../../src/simulation/simulationError.ts";
import { alone } from "./alone.ts";

const size: Vector3 = [0.4, 0.12, 0.12];
const origin: Vector3 = [-0.2, -0.06, -0.06];
const surface = box({ size, cells: [4, 2, 2], origin, elements: "tetrahedra" });

function bodyOf(random: () => number, isHeld: boolean): FrameBody | RigidBody {
	if (random() < 0.3) {
		const rigid = rigidBody({ name: "brick", mesh: surface, density: 500 });
		return isHeld ? rigid.hold("position") : rigid;
	}
	const count = 2 + Math.floor(3 * random());
	const origins = Array.from(
		{ length: count },
		(_, i): Vector3 => [size[0] * (i / (count - 1) - 0.5), 0, 0],
	);
	const material = {
		youngModulus: 10 ** (2.5 + 4.5 * random()),
		poissonRatio: 0.45 * random(),
	};
	const body = frameBody({
		name: "bar",
		samples: boxSamples({ size, counts: [6, 2, 2], origin }),
		frames: origins.map((position) => ({ position })),
		weights: linearWeights(origins),
		density: 1000,
		law: (random() < 0.5 ? stVenantKirchhoff : stableNeoHookean)(material),
		surface,
	});
	return isHeld ? body.hold(0) : body;
}

const between = (random: () => number, low: number, high: number) =>
	low + (high - low) * random();

/** A shape beside the body, and how far from it. */
function shapeOf(random: () => number): Shape {
	const shapes = [
		() => collider.plane({ normal: [0, 1, 0], point: [0, 0, 0] }),
		() => collider.sphere({ radius: between(random, 0.05, 0.3) }),
		() => collider.box({ size: [0.5, 0.1, 0.4] }),
		() =>
			collider.capsule({ from: [-0.2, 0, 0], to: [0.2, 0, 0], radius: 0.06 }),
		() =>
			collider.cylinder({ from: [0, -0.05, 0], to: [0, 0.05, 0], radius: 0.2 }),
	];
	return shapes[Math.floor(shapes.length * random())]();
}

function colliderOf(random: () => number, name: string, isMoving: boolean) {
	const speed = isMoving ? 10 ** between(random, -2, 1.3) : 0;
	const turn = isMoving ? between(random, -20, 20) : 0;
	const below = -0.45;
	return new Collider(shapeOf(random), {
		name,
		friction: between(random, 0, 0.8),
		motion: (time) => [0, below + speed * time, 0.1 * Math.sin(9 * time)],
		turn: { axis: [0.2, 1, 0.3], angle: (time) => turn * time },
	});
}

/** The deepest that a vertex is in a collider [m]; negative outside. */
function depth(x: Float64Array, colliders: readonly Collider[], time: number) {
	const pose = new Float64Array(12);
	const local = new Float64Array(3);
	let deepest = Number.NEGATIVE_INFINITY;
	for (const one of colliders) {
		one.poseAt(time, pose);
		for (let i = 0; i < x.length; i += 3) {
			toLocal(pose, x[i], x[i + 1], x[i + 2], local);
			deepest = Math.max(
				deepest,
				-one.shape.distance(local[0], local[1], local[2]),
			);
		}
	}
	return deepest;
}

const runs = 30;

test(`no vertex is ever in a collider that moves violently, in ${runs} runs`, async () => {
	let honest = 0;
	for (let seed = 1; seed <= runs; seed++) {
		const random = createRandom(seed);
		const body = bodyOf(random, random() < 0.2);
		const colliders = [colliderOf(random, "fist", true)];
		if (random() < 0.3) colliders.push(colliderOf(random, "other", false));
		const { simulation } = await alone(body, {
			colliders,
			timeStep: 10 ** between(random, -2.5, -1),
			substeps: 1,
			...(random() < 0.3 && { newtonIterations: 1 }),
		}).catch((error) => {
			// It may begin in a collider that turns.
			expect(error.message).toMatch(/inside/);
			return { simulation: undefined };
		});
		if (!simulation) continue;
		const x = simulation.positions(body);
		for (let step = 0; step < 8; step++) {
			const before = [x.slice(), simulation.velocities(body).slice()];
			try {
				simulation.step();
			} catch (error) {
				expect(error).toBeInstanceOf(SimulationError);
				expect([x, simulation.velocities(body)]).toEqual(before);
				honest++;
				break;
			}
			expect(
				depth(x, colliders, simulation.time),
				`seed ${seed}, step ${step}`,
			).toBeLessThan(0);
		}
	}
	// What is held and run over has nowhere to go.
	expect(honest).toBeLessThan(0.2 * runs);
}, 240_000);

/**
 * Implicit Euler minimizes, so no substep that is solved or stopped early gains energy. Second order keeps energy as far as it is accurate: twice the relative
 * error of the motion.
 */
test.each([
	{ integrator: "implicit-euler", mostGain: 1e-3 },
	{ integrator: "generalized-alpha", mostGain: 2 * 5e-3 },
] as const)(
	"no energy is gained by $integrator, whatever the material and the step",
	async ({ integrator, mostGain }) => {
		for (let seed = 1; seed <= 30; seed++) {
			const random = createRandom(1000 + seed);
			const body = bodyOf(random, random() < 0.5);
			body.launch(
				[
					between(random, -2, 2),
					between(random, -2, 2),
					between(random, -2, 2),
				],
				[
					between(random, -9, 9),
					between(random, -9, 9),
					between(random, -9, 9),
				],
			);
			const colliders =
				random() < 0.5 ? [colliderOf(random, "floor", false)] : [];
			const { simulation } = await alone(body, {
				colliders,
				...{ integrator, timeStep: 10 ** between(random, -3, 0) },
				...(integrator === "implicit-euler" && {
					substeps: 1,
					...(random() < 0.4 && { newtonIterations: 1 }),
				}),
			});
			const total = () => {
				const { kinetic, elastic, load } = simulation.energies();
				return { sum: kinetic + elastic + load, kinetic };
			};
			let { sum: before, kinetic: scale } = total();
			const first = before;
			for (let step = 0; step < 12; step++) {
				try {
					simulation.step();
				} catch (error) {
					expect(error).toBeInstanceOf(SimulationError);
					break;
				}
				const { sum, kinetic } = total();
				scale = Math.max(scale, kinetic, 1e-3);
				// The barrier of a collider keeps some energy, and gives it back.
				const most = colliders.length > 0 ? first : before;
				expect(sum - most, `seed ${seed}, step ${step}`).toBeLessThan(
					mostGain * scale,
				);
				before = sum;
			}
		}
	},
	120_000,
);
