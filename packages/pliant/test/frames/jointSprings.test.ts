import { expect, test } from "vitest";
import { frameBody } from "../../src/frames/frameBody.ts";
import { FrameModel } from "../../src/frames/frameModel.ts";
import { JointSprings } from "../../src/frames/jointSprings.ts";
import { boxSamples } from "../../src/frames/sampling/boxSamples.ts";
import {
	exponential,
	multiplyQuaternions,
	turned,
} from "../../src/mappings/quaternion.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { stVenantKirchhoff } from "../../src/models/solid/laws/index.ts";
import type { BuiltScene } from "../../src/scene/build.ts";
import { alone } from "./alone.ts";
import { bar } from "./bar.ts";
import { gaussianWeights, move } from "./randomSystem.ts";

const largest = (a: ArrayLike<number>) =>
	Array.from(a).reduce((m, x) => Math.max(m, Math.abs(x)), 0);

const rubber = {
	size: [1, 0.2, 0.2] as Vector3,
	youngModulus: 2e5,
	poissonRatio: 0.3,
};

test("springs have the stiffness of the samples at rest, and none more", async () => {
	for (const frames of [2, 3, 5]) {
		const model = await FrameModel.create(bar({ frames, ...rubber }));
		model.assemble("gauss-newton");
		const springs = new JointSprings(model);
		expect(springs.count).toBe(frames - 1);
		springs.assemble();
		const scale = largest(model.stiffness);
		for (const [i, entry] of springs.stiffness.entries())
			expect(Math.abs(entry - model.stiffness[i])).toBeLessThan(1e-14 * scale);
		expect(largest(springs.gradient)).toBeLessThan(1e-14 * scale);
	}
});

test("springs have forces that change with that stiffness, where more than two frames overlap", async () => {
	const origins = [0, 1, 2, 3].map(
		(i): Vector3 => [0.4 * i - 0.6, 0.1 * (i % 2), 0.05 * i * i],
	);
	const body = frameBody({
		samples: boxSamples({
			size: [1, 0.3, 0.3],
			counts: [6, 3, 3],
			origin: [-0.5, -0.1, 0],
		}),
		frames: origins.map((position) => ({ position })),
		weights: gaussianWeights(origins),
		density: 1000,
		law: stVenantKirchhoff({ youngModulus: 1e4, poissonRatio: 0.3 }),
	});
	const model = await FrameModel.create(body);
	const springs = new JointSprings(model);
	springs.assemble();
	const stiffness = springs.stiffness.slice();
	const { size } = model;
	const h = 1e-4;
	for (let c = 0; c < size; c++) {
		const [a, b] = [h, -h].map((by) => {
			const step = [0, 0, 0, 0, 0, 0];
			step[c % 6] = by;
			move(model.places, Math.floor(c / 6), step);
			springs.assemble();
			model.places.poses.set(model.places.rest);
			return springs.gradient.slice();
		});
		for (let r = 0; r < size; r++)
			expect(
				Math.abs((a[r] - b[r]) / (2 * h) - stiffness[size * r + c]),
			).toBeLessThan(1e-6 * largest(stiffness));
	}
	// Far from rest they still keep momentum.
	for (let i = 0; i < 4; i++)
		move(model.places, i, [0.3 * i, -0.2, 0.4 * i, 0.1 * i, 0.05, -0.1 * i]);
	springs.assemble();
	const sum = [0, 0, 0, 0, 0, 0];
	for (let i = 0; i < 4; i++) {
		const t = model.places.pose(i);
		const g = springs.gradient.subarray(6 * i, 6 * i + 6);
		for (let k = 0; k < 3; k++) {
			const [a, b] = [(k + 1) % 3, (k + 2) % 3];
			sum[k] += g[3 + k];
			sum[3 + k] += g[k] + t[a] * g[3 + b] - t[b] * g[3 + a];
		}
	}
	expect(largest(sum)).toBeLessThan(1e-12 * largest(springs.gradient));
});

test("springs turn with the body, and keep momentum", async () => {
	const body = bar({ frames: 3, ...rubber, forces: "springs" });
	const { frames } = await alone(body, { gravity: [0, 0, 0] });
	const turn = exponential([0.5, 1.2, -0.4]);
	const place = (bend: number) => {
		for (let i = 0; i < 3; i++)
			frames.place(i, {
				position: turned(turn, body.definition.frames[i].position),
				orientation: multiplyQuaternions(
					turn,
					exponential([0, 0, i === 2 ? bend : 0]),
				),
			});
		return frames.internalForces();
	};
	const bent = place(0.2);
	expect(largest(place(0))).toBeLessThan(1e-12 * largest(bent));
	const sum = [0, 0, 0, 0, 0, 0];
	for (let i = 0; i < 3; i++) {
		const t = frames.pose(i).position;
		const f = bent.subarray(6 * i + 3);
		for (let k = 0; k < 3; k++) {
			sum[k] += f[k];
			sum[3 + k] +=
				bent[6 * i + k] +
				t[(k + 1) % 3] * f[(k + 2) % 3] -
				t[(k + 2) % 3] * f[(k + 1) % 3];
		}
	}
	// Frames of `place(0)`, whose origins are those of the bent one.
	expect(largest(sum)).toBeLessThan(1e-12 * largest(bent));
});

test("springs do work from where an iteration begins, in all iterations of a step", async () => {
	const body = bar({ frames: 3, ...rubber, forces: "springs" }).hold(0);
	const { simulation } = await alone(body);
	simulation.step();
	const { frameParts, state } = Reflect.get(simulation, "scene") as BuiltScene;
	const [part] = frameParts;
	const end = part.first + 2;
	const [x, y, z] = part.nodes.pose(end);
	const shift = (by: number) => {
		part.nodes.place(end, [x, y + by, z, 0, 0, 0, 1], state.x.array);
		part.moved();
	};
	for (let iteration = 1; iteration <= 5; iteration++) {
		const way = 0.02 * iteration;
		shift(way);
		part.beginIteration();
		const gradient = new Float64Array(state.x.array.length);
		part.addGradient(gradient);
		const h = 1e-5;
		const [high, low] = [h, -h].map((by) => {
			shift(way + by);
			return part.value();
		});
		const slope = gradient[3 * part.nodes.positionNode(end) + 1];
		expect((high - low) / (2 * h) / slope).toBeCloseTo(1, 6);
	}
});
