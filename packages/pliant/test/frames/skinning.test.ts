import { describe, expect, test } from "vitest";
import { emitWasm, interpret } from "../../src/energy/index.ts";
import { FramePlaces } from "../../src/frames/framePlaces.ts";
import { influencesOf } from "../../src/frames/influences.ts";
import { evaluatePoint } from "../../src/frames/insertion.ts";
import { sampleKernels } from "../../src/frames/sampleKernels.ts";
import {
	compilePointKernels,
	SkinnedPoints,
} from "../../src/frames/skinnedPoints.ts";
import { dualQuaternionSkinning } from "../../src/mappings/dualQuaternionSkinning.ts";
import { linearBlendSkinning } from "../../src/mappings/linearBlendSkinning.ts";
import {
	conjugate,
	dualQuaternion,
	exponential,
	inverseDual,
	logarithm,
	multiplyDual,
	multiplyQuaternions,
	normalized,
	normalizedDual,
	poseOf,
	turned,
} from "../../src/mappings/quaternion.ts";
import type { Skinning } from "../../src/mappings/skinning.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import {
	mooneyRivlin,
	stVenantKirchhoff,
} from "../../src/models/solid/laws/index.ts";
import { singleThread } from "../../src/numerics/team.ts";
import { Arena } from "../../src/system/arena.ts";
import { gaussianWeights, move, randomSystem } from "./randomSystem.ts";

const difference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
	Array.from(a).reduce((m, x, i) => Math.max(m, Math.abs(x - b[i])), 0);

describe("quaternions", () => {
	const random = createRandom(3);
	const some = (n: number) => Array.from({ length: n }, () => random() - 0.5);
	test("turn, and their logarithm undoes the exponential", () => {
		for (const size of [1e-9, 1e-3, 0.1, 1]) {
			const w = some(3).map((x) => size * x);
			expect(difference(logarithm(exponential(w)), w)).toBeLessThan(
				1e-14 * size + 1e-16,
			);
		}
		const [p, q, v] = [normalized(some(4)), normalized(some(4)), some(3)];
		const twice = turned(p, turned(q, v));
		expect(
			difference(turned(multiplyQuaternions(p, q), v), twice),
		).toBeLessThan(1e-15);
		const back = multiplyQuaternions(
			multiplyQuaternions(p, [v[0], v[1], v[2], 0]),
			conjugate(p),
		);
		expect(difference(back, [...turned(p, v), 0])).toBeLessThan(1e-15);
	});
	test("dual ones are rigid motions: product, inverse, normalisation", () => {
		const pose = () => ({ t: some(3), q: normalized(some(4)) });
		const [f, g] = [pose(), pose()];
		const [F, G] = [f, g].map(({ t, q }) => dualQuaternion(t, q));
		expect(difference(poseOf(F), [...f.t, ...f.q])).toBeLessThan(1e-15);
		const [tx, ty, tz] = poseOf(multiplyDual(F, G));
		const moved = turned(f.q, g.t).map((x, k) => x + f.t[k]);
		expect(difference([tx, ty, tz], moved)).toBeLessThan(1e-15);
		const one = multiplyDual(F, inverseDual(F));
		expect(difference(one, [0, 0, 0, 1, 0, 0, 0, 0])).toBeLessThan(1e-15);
		// A dual number times a unit one is normalised back.
		const scaled = F.map((x, i) => (i < 4 ? 2 * x : 2 * x + 0.3 * F[i - 4]));
		expect(difference(normalizedDual(scaled), F)).toBeLessThan(1e-15);
	});
});

/** Three frames at random places, displaced, with smooth weights. */
async function placed(skinning: Skinning, amount = 0.8) {
	const random = createRandom(11);
	const some = (n: number, size = 1) =>
		Array.from({ length: n }, () => size * (random() - 0.5));
	const origins = [-0.7, 0, 0.7].map((x): Vector3 => {
		const [a, b, c] = some(3, 0.3);
		return [x + a, b, c];
	});
	const rest = origins.flatMap((o) => [...o, ...normalized(some(4))]);
	const team = await singleThread();
	const arena = new Arena(team.memory);
	const places = new FramePlaces(skinning, Float64Array.from(rest), arena);
	for (let i = 0; i < 3; i++) move(places, i, some(6, amount));
	places.update();
	const weights = gaussianWeights(origins);
	const positions = Float64Array.from(some(15, 0.9));
	const kernels = await compilePointKernels(skinning, team);
	const points = new SkinnedPoints(
		places,
		positions,
		influencesOf(weights, positions),
		{ arena, team, kernels },
	);
	points.update();
	const look = () => {
		places.update();
		points.update();
		const x = new Float64Array(15);
		points.apply(x);
		return x;
	};
	return { places, points, positions, weights, look, some };
}

for (const skinning of [dualQuaternionSkinning, linearBlendSkinning])
	describe(skinning.name, () => {
		test("at rest points are where they are", async () => {
			const { places, positions, look } = await placed(skinning);
			places.poses.set(places.rest);
			expect(difference(look(), positions)).toBeLessThan(1e-15);
		});

		test("J is the derivative of positions, with its order, and Jᵀ its transpose", async () => {
			const { places, points, look, some } = await placed(skinning);
			const v = new Float64Array(15);
			const velocities = Float64Array.from(some(18));
			points.applyJ(velocities, v);
			const error = (h: number) => {
				const [a, b] = [h, -h].map((by) => {
					const poses = places.poses.slice();
					for (let i = 0; i < 3; i++)
						move(
							places,
							i,
							velocities.slice(6 * i, 6 * i + 6).map((x) => by * x),
						);
					const x = look();
					places.poses.set(poses);
					look();
					return x;
				});
				return difference(
					a.map((x, i) => (x - b[i]) / (2 * h)),
					v,
				);
			};
			expect(error(1e-3)).toBeLessThan(1e-6);
			expect(Math.log10(error(1e-2) / error(1e-3))).toBeCloseTo(2, 1);
			points.applyJ(velocities, v);
			const forces = Float64Array.from(some(15));
			const wrenches = new Float64Array(18);
			points.applyJT(forces, wrenches);
			const power = forces.reduce((s, f, i) => s + f * v[i], 0);
			const same = wrenches.reduce((s, f, i) => s + f * velocities[i], 0);
			expect(Math.abs(power - same)).toBeLessThan(1e-14);
		});

		test("F is the derivative of positions by rest positions", async () => {
			const { places, positions, weights } = await placed(skinning);
			const at = (X: ArrayLike<number>) =>
				evaluatePoint(places, influencesOf(weights, Float64Array.from(X)), X);
			const X = positions.slice(0, 3);
			const { F } = at(X);
			const h = 1e-3;
			for (let k = 0; k < 3; k++) {
				const beside = (by: number) =>
					at(X.map((c, i) => c + (i === k ? by : 0))).x;
				const [a, b, c, d] = [h, -h, 2 * h, -2 * h].map(beside);
				const slope = a.map(
					(x, i) => (4 * (x - b[i])) / (6 * h) - (c[i] - d[i]) / (12 * h),
				);
				expect(difference(slope, [F[k], F[3 + k], F[6 + k]])).toBeLessThan(
					1e-9,
				);
			}
		});

		test("common rigid motions move points rigidly", async () => {
			const { places, look, some } = await placed(skinning);
			const before = look();
			const q = normalized(some(4));
			const t = some(3);
			for (let i = 0; i < 3; i++) {
				const pose = places.pose(i);
				pose.set([
					...turned(q, pose).map((x, k) => x + t[k]),
					...multiplyQuaternions(q, pose.slice(3)),
				]);
			}
			const after = look();
			for (let p = 0; p < 5; p++)
				expect(
					difference(
						after.subarray(3 * p, 3 * p + 3),
						turned(q, before.subarray(3 * p)).map((x, k) => x + t[k]),
					),
				).toBeLessThan(1e-14);
		});
	});

test("q and −q are the same frame", async () => {
	const { places, look } = await placed(dualQuaternionSkinning);
	const before = look();
	for (const i of [0, 2]) {
		const pose = places.pose(i);
		for (let k = 3; k < 7; k++) pose[k] *= -1;
		expect(difference(look(), before)).toBeLessThan(1e-15);
	}
	const body = await randomSystem(
		dualQuaternionSkinning,
		stVenantKirchhoff({ youngModulus: 1, poissonRatio: 0.3 }),
	);
	body.displace(0.5);
	const { elastic } = body.system.samples.energy();
	body.system.assemble("gauss-newton");
	const { stiffness } = body.system;
	const kept = stiffness.slice();
	for (let k = 3; k < 7; k++) body.places.pose(1)[k] *= -1;
	body.places.update();
	body.system.samples.update();
	body.system.assemble("gauss-newton");
	expect(body.system.samples.energy().elastic).toBeCloseTo(elastic, 14);
	expect(difference(stiffness, kept)).toBeLessThan(1e-14 * Math.max(...kept));
});

for (const law of [stVenantKirchhoff, mooneyRivlin])
	test(`kernels of ${law.name} compute what the interpreter does`, async () => {
		const typical = Object.fromEntries(
			Object.entries(law.material).map(([name, { typical }]) => [
				name,
				typical,
			]),
		);
		const constants = law.constants(typical as never) as Record<string, number>;
		const kernels = sampleKernels(
			dualQuaternionSkinning,
			law as never,
			Object.keys(constants),
		);
		const random = createRandom(8);
		const { layout } = kernels;
		const two = [0, 1].map(() => {
			const numbers = Array.from(
				{ length: layout.count },
				() => 0.1 * (random() - 0.5),
			);
			// Near no displacement at all.
			numbers[4 * 3] += 1;
			numbers[layout.scale] = 0.5;
			for (const [i, value] of Object.values(constants).entries())
				numbers[layout.constants + i] = value;
			return numbers;
		});
		const team = await singleThread();
		const arena = new Arena(team.memory);
		const parameters = arena.f64(2 * layout.count);
		const most = kernels.exact.outputs.length;
		const results = arena.f64(2 * most);
		for (let i = 0; i < layout.count; i++)
			for (const lane of [0, 1]) parameters.array[2 * i + lane] = two[lane][i];
		for (const name of [
			"energy",
			"force",
			"gaussNewton",
			"exact",
			"mass",
			"deformationGradient",
		] as const) {
			const program = kernels[name];
			const { [name]: run } = await team.load(
				await WebAssembly.compile(emitWasm({ [name]: program }, "f64")),
				[name],
			);
			run(0, parameters.pointer, results.pointer, 1);
			const outputs = new Float64Array(2 * program.outputs.length);
			interpret(program)(
				{
					arrays: [],
					indices: new Uint32Array(0),
					parameters: Float64Array.from(two.flat()),
					outputs,
				},
				2,
			);
			const size = outputs.reduce((m, x) => Math.max(m, Math.abs(x)), 0);
			for (let k = 0; k < program.outputs.length; k++)
				for (const lane of [0, 1])
					expect(
						Math.abs(
							results.array[2 * k + lane] -
								outputs[program.outputs.length * lane + k],
						),
					).toBeLessThan(1e-12 * size);
		}
	});
