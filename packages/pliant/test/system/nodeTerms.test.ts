/** Parts of the potential that act on nodes go through the battery that element models go through. */
import { describe, expect, test } from "vitest";
import { springBetween } from "../../src/attachments/attachmentKinds.ts";
import { wasmBackend } from "../../src/backends/wasm.ts";
import { cloth, collider, rigidBody, Scene, trbs } from "../../src/index.ts";
import { exponential } from "../../src/mappings/quaternion.ts";
import { box } from "../../src/mesh/generators/box.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import { buildScene } from "../../src/scene/build.ts";
import { IncrementalPotential } from "../../src/time/incrementalPotential.ts";
import { bar } from "../frames/bar.ts";

/** A frame body, a rigid one and a sheet, tied to each other, loaded, above a plane that is near. */
async function everything({ isRigidOnly = false } = {}) {
	const scene = new Scene({ gravity: [0.3, -9.81, 0.2] });
	const brick = scene.add(
		rigidBody({
			name: "brick",
			mesh: box({
				size: [0.2, 0.1, 0.15],
				cells: [1, 1, 1],
				origin: [0, -0.1, 0],
			}),
			density: 700,
			origin: [0.02, -0.03, 0.04],
		}),
	);
	brick
		.place({
			position: [0.02, -0.03, 0.04],
			orientation: exponential([0.2, 0.3, -0.1]),
		})
		.launch([1, 0.3, -0.2], [2, -1, 3])
		.load([0.2, 0, 0.15], [3, 2, -4]);
	scene.attach(brick.point([0, 0, 0]), [0.05, 0.1, 0], {
		kind: springBetween({ stiffness: 300, damping: 3, restLength: 0.05 }),
	});
	const sheet = scene.add(
		cloth.grid(
			{ size: [0.3, 0.3], cells: [2, 2], origin: [0, 0.05, 0] },
			{
				membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
				arealDensity: 0.3,
			},
		),
	);
	scene.attach(sheet.point([0.1, 0.1, 0]), brick.point([0.2, 0, 0.1]));
	if (!isRigidOnly) {
		const limb = scene.add(
			bar({
				frames: 2,
				size: [0.6, 0.2, 0.2],
				youngModulus: 5e3,
				poissonRatio: 0.3,
			}),
		);
		limb
			.place(1, {
				position: [0.35, 0.05, 0.02],
				orientation: exponential([0.3, -0.2, 0.4]),
			})
			.launch([0.2, 0, 0.1], [0, 2, 1])
			.loadFrame(0, { force: [1, 2, 3], torque: [0.2, -0.1, 0.3] });
		scene.attach(limb.point([0.1, 0.05, 0]), brick.point([0.1, -0.1, 0.1]));
		scene.attach(limb.point([-0.2, 0, 0.05]), sheet.vertexPoint(4));
	}
	scene.collide(collider.plane({ point: [0, -0.165, 0] }), {
		distance: 0.05,
		// Friction bends within micrometres of its start, too near for differences of gradients.
		friction: isRigidOnly ? 0 : 0.4,
	});
	const built = await buildScene(scene, {
		backend: wasmBackend,
		mass: undefined,
		timeStep: 0.01,
	});
	const potential = new IncrementalPotential(built, {
		mass: 0.5,
		stiffness: 0,
	});
	potential.fromPositions.array.set(built.state.x.array);
	potential.fromVelocities.array.set(built.state.v.array);
	for (const part of built.frameParts)
		part.startVelocities = part.velocities(built.state.v.array);
	potential.begin({
		length: 0.01,
		// As of a substep of generalized-alpha that touches, in which all factors differ.
		duration: 0.01,
		forceDuration: 0.006,
		memoryWeight: 0.27,
		isFirst: false,
		hasContact: true,
		dissipationWeight: 0.5,
		time: 0.01,
		fromTime: 0,
		targetTime: 0.01,
		targetFraction: 1,
		loadFactor: 1,
	});
	expect(potential.problem).toBeUndefined();
	potential.beginIteration();
	return { built, potential };
}

async function directions(count: number) {
	const found = await everything();
	return { ...found, vectors: randomVectors(found.built, count) };
}

function randomVectors(
	{ space, constraints }: Awaited<ReturnType<typeof everything>>["built"],
	count: number,
) {
	const random = createRandom(3);
	return Array.from({ length: count }, () => {
		const vector = space.vector();
		for (let i = 0; i < space.length; i++) vector.array[i] = 2 * random() - 1;
		constraints.filter(vector.array);
		return vector;
	});
}

describe("the potential of all parts together", () => {
	test("has the gradient of its value, with the observed order", async () => {
		const { built, potential, vectors } = await directions(6);
		const { space } = built;
		const gradient = space.vector();
		potential.gradient(gradient);
		for (const direction of vectors) {
			const slope = space.dot(gradient, direction);
			const error = (h: number) => {
				const [a, b] = [h, -h].map((step) => {
					potential.moveTo(step, direction);
					return potential.value().energy;
				});
				potential.moveTo(0, direction);
				return Math.abs((a - b) / (2 * h) - slope);
			};
			const scale = Math.abs(slope);
			const [coarse, fine] = [error(4e-5), error(2e-5)];
			expect(fine).toBeLessThan(1e-4 * scale);
			if (coarse > 1e-7 * scale) expect(coarse / fine).toBeGreaterThan(3);
		}
	});

	test("has its gradient also where frames have turned in an iteration", async () => {
		const { built, potential, vectors } = await directions(2);
		const { space } = built;
		const [way, direction] = vectors;
		const gradient = space.vector();
		const far = 2e-3;
		const at = (step: number) => {
			const to = space.vector();
			space.addScaled(way, step / far, direction, to);
			potential.moveTo(far, to);
			return potential.value().energy;
		};
		const h = 2e-6;
		const difference = (at(h) - at(-h)) / (2 * h);
		at(0);
		potential.gradient(gradient);
		const slope = space.dot(gradient, direction);
		expect(Math.abs(difference / slope - 1)).toBeLessThan(1e-5);
	});

	test("has the Hessian of its gradient where points follow rigid bodies", async () => {
		const { built, potential } = await everything({ isRigidOnly: true });
		const { space } = built;
		// The first iteration takes the mass of the beginning of the step.
		potential.beginIteration();
		for (const direction of randomVectors(built, 4)) {
			const product = space.vector();
			potential.hessian(false, 0).apply(direction, product);
			const h = 1e-6;
			const sides = [h, -h].map((step) => {
				potential.moveTo(step, direction);
				const gradient = space.vector();
				potential.gradient(gradient);
				return gradient;
			});
			potential.moveTo(0, direction);
			// Along a straight line, so that what turning one after the other changes does not matter.
			const expected =
				(space.dot(sides[0], direction) - space.dot(sides[1], direction)) /
				(2 * h);
			expect(space.dot(product, direction) / expected).toBeCloseTo(1, 5);
		}
	});

	test("has positive Hessians on request, the same in all forms", async () => {
		const { built, potential, vectors } = await directions(8);
		const { space, model, constraints } = built;
		const matrix = potential.hessian(true, 0);
		const blocks = (
			matrix as unknown as { matrix(): { blocks: Float64Array } }
		).matrix();
		const { rowStart, columns } = model.pattern;
		const edges = model.edges.matrix();
		matrix.fillEdges(edges);
		for (const direction of vectors) {
			const out = new Float64Array(space.length);
			for (let row = 0; row < model.pattern.rows; row++)
				for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
					for (let r = 0; r < 3; r++)
						for (let c = 0; c < 3; c++)
							out[3 * row + r] +=
								blocks.blocks[9 * k + 3 * r + c] *
								direction.array[3 * columns[k] + c];
			const form = out.reduce((sum, f, i) => sum + f * direction.array[i], 0);
			expect(form).toBeGreaterThan(0);
			const product = space.vector();
			built.team.numerics.addProductF64(
				edges.pointer,
				1,
				direction.pointer,
				product.pointer,
			);
			constraints.filter(product.array);
			expect(space.dot(product, direction) / form).toBeCloseTo(1, 5);
		}
	});
});

test("a planted error of 1 % in a torque shows", async () => {
	const { built, potential, vectors } = await directions(4);
	const { space, frames } = built;
	const gradient = space.vector();
	potential.gradient(gradient);
	const [direction] = vectors;
	// Turns alone.
	for (let i = 0; i < space.length; i++)
		if (Math.floor(i / 3) !== frames?.turnNode(0)) direction.array[i] = 0;
	const h = 2e-5;
	const [a, b] = [h, -h].map((step) => {
		potential.moveTo(step, direction);
		return potential.value().energy;
	});
	const slope = space.dot(gradient, direction);
	const error = Math.abs((a - b) / (2 * h) / slope - 1);
	expect(error).toBeLessThan(1e-4);
	expect(Math.abs((a - b) / (2 * h) / (1.01 * slope) - 1)).toBeGreaterThan(
		1e-3,
	);
});
