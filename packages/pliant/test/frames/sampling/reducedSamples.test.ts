import { describe, expect, test } from "vitest";
import { frameBody } from "../../../src/frames/frameBody.ts";
import { influencesOf } from "../../../src/frames/influences.ts";
import type { Samples } from "../../../src/frames/samples.ts";
import { equalParts } from "../../../src/frames/sampling/equalParts.ts";
import { reducedSamples } from "../../../src/frames/sampling/reducedSamples.ts";
import { RestMotion } from "../../../src/frames/sampling/restMotion.ts";
import { voxelSamples } from "../../../src/frames/sampling/voxelSamples.ts";
import { harmonicWeights } from "../../../src/frames/weights/harmonicWeights.ts";
import { tShape } from "../../../src/mesh/generators/tShape.ts";
import type { Vector3 } from "../../../src/mesh/mesh.ts";
import { stVenantKirchhoff } from "../../../src/models/solid/laws/index.ts";
import { voxelise } from "../../../src/voxels/voxelise.ts";
import { alone } from "../alone.ts";

const size = 0.12;
const { surface, frames } = tShape({ frames: "three" });
const origins = frames.map(({ position }) => position);
const grid = voxelise(surface, { size: 0.003 });
const all = voxelSamples(grid);
const weights = harmonicWeights(grid, origins, { radius: 0.008 });
const [youngModulus, poissonRatio] = [2e5, 0.3];

const bodyOf = (samples: Samples) =>
	frameBody({
		samples,
		frames,
		weights,
		density: 1000,
		law: stVenantKirchhoff({ youngModulus, poissonRatio }),
		surface,
	});

/** ∫ (y + 0.1)ᵃ (x + 0.1)ᵇ dV */
function moment({ positions, volumes }: Samples, a: number, b: number): number {
	return volumes.reduce(
		(sum, v, i) =>
			sum +
			v * (positions[3 * i + 1] + 0.1) ** a * (positions[3 * i] + 0.1) ** b,
		0,
	);
}

describe("restMotion", () => {
	/** A small motion of each frame: rotation vector, then displacement. */
	const motion = [1, -2, 0.5, 0.02, 0.1, -0.05, -1, 0.3, 2, 0, 0.03, 0.04];
	const q = Float64Array.from([...motion, 0.2, -0.7, 1, -0.03, 0.02, 0.1]);
	const influences = influencesOf(weights, all.positions);
	const rest = new RestMotion(influences, all.positions, origins, poissonRatio);
	const product = (A: Float64Array, row: number) =>
		q.reduce((sum, value, i) => sum + A[row * q.length + i] * value, 0);

	test("is how the body moves and strains, and its energy", async () => {
		const { simulation, frames } = await alone(bodyOf(all), {
			gravity: [0, 0, 0],
		});
		const h = 1e-5;
		const place = (sign: number) => {
			origins.forEach((o, i) => {
				const [a, b, c, x, y, z] = q
					.subarray(6 * i, 6 * i + 6)
					.map((v) => sign * h * v);
				frames.place(i, {
					position: [o[0] + x, o[1] + y, o[2] + z],
					orientation: [
						a / 2,
						b / 2,
						c / 2,
						Math.sqrt(1 - (a * a + b * b + c * c) / 4),
					],
				});
			});
			return frames.deformationGradients();
		};
		const forwards = place(1);
		const elastic = simulation.energies().elastic;
		const positions = [0, 500, 900].map((i) =>
			frames.positionOf(
				all.positions.slice(3 * i, 3 * i + 3) as unknown as Vector3,
			),
		);
		const backwards = place(-1);
		const mixed = Math.sqrt(1 / (1 + poissonRatio));
		let energy = 0;
		for (let i = 0; i < all.count; i++) {
			const B = new Float64Array(6 * q.length);
			rest.strain(i, B);
			for (let row = 0; row < 6; row++)
				energy += (h * h * all.volumes[i] * product(B, row) ** 2) / 2;
			// A shear strain, which √H only scales.
			const slope = (k: number) =>
				(forwards[9 * i + k] - backwards[9 * i + k]) / (2 * h);
			expect(product(B, 5)).toBeCloseTo(
				(mixed * (slope(1) + slope(3))) / Math.SQRT2,
				5,
			);
		}
		expect((youngModulus * energy) / elastic).toBeCloseTo(1, 3);
		[0, 500, 900].forEach((sample, n) => {
			const J = new Float64Array(3 * q.length);
			rest.motion(sample, J);
			for (let k = 0; k < 3; k++) {
				const moved = positions[n][k] - all.positions[3 * sample + k];
				expect(moved / h).toBeCloseTo(product(J, k), 4);
			}
		});
	});
});

describe("equalParts", () => {
	test("share the importance and hold every point once", () => {
		const count = 1000;
		const positions = Float64Array.from({ length: 3 * count }, (_, i) =>
			Math.sin(12.9898 * i),
		);
		const importance = Float64Array.from(
			{ length: count },
			(_, i) => 1 + Math.abs(positions[3 * i]),
		);
		const parts = equalParts(positions, importance, 64);
		expect(parts.length).toBe(64);
		expect(parts.flatMap((part) => [...part]).sort((a, b) => a - b)).toEqual(
			Array.from({ length: count }, (_, i) => i),
		);
		const sums = parts.map((part) =>
			part.reduce((sum, i) => sum + importance[i], 0),
		);
		expect(Math.max(...sums) / Math.min(...sums)).toBeLessThan(1.5);
	});
	test("never hold less than a point", () => {
		const parts = equalParts(new Float64Array(9), Float64Array.of(1, 2, 3), 10);
		expect(parts.length).toBe(3);
	});
});

describe("reducedSamples", () => {
	const reduced = reducedSamples(all, weights, origins, { count: 200 });

	test("keep stiffness, mass and volume with a fraction of the samples", () => {
		expect(all.count / reduced.count).toBeGreaterThan(30);
		expect(reduced.stiffnessError).toBeLessThan(0.02);
		expect(reduced.massError).toBeLessThan(0.02);
		for (const [a, b] of [
			[0, 0],
			[1, 0],
			[2, 0],
			[1, 1],
			[0, 2],
		])
			expect(moment(reduced, a, b) / moment(all, a, b)).toBeCloseTo(1, 6);
		expect(reduced.volumes.every((v) => v > 0)).toBe(true);
	});

	test("are some of the samples", () => {
		reduced.chosen.forEach((sample, i) => {
			for (let k = 0; k < 3; k++)
				expect(reduced.positions[3 * i + k]).toBe(
					all.positions[3 * sample + k],
				);
		});
		expect(new Set(reduced.chosen).size).toBe(reduced.count);
	});

	test("better with more of them", () => {
		const errors = [50, 100, 200].map(
			(count) =>
				reducedSamples(all, weights, origins, { count }).stiffnessError,
		);
		expect(errors[1]).toBeLessThan(errors[0]);
		expect(errors[2]).toBeLessThan(errors[1] / 2);
	});

	test.each([
		["pulled", [4, -3, 5], [0, 0, 0]],
		["turned", [0, 0, 0], [0.06, 0.06, 0.03]],
	] as [string, Vector3, Vector3][])(
		"take the same shape at rest when %s",
		async (_, force, torque) => {
			const shape = async (samples: Samples) => {
				const body = bodyOf(samples).hold(2);
				body.loadFrame(0, { force, torque });
				const { simulation } = await alone(body);
				expect(simulation.solveStatics().converged).toBe(true);
				return simulation.positions(body).slice();
			};
			const [full, few] = [await shape(all), await shape(reduced)];
			const largest = (other: Float64Array) =>
				Math.max(...full.map((c, i) => Math.abs(c - other[i]))) / size;
			expect(largest(surface.positions)).toBeGreaterThan(0.2);
			expect(largest(few)).toBeLessThan(0.01);
		},
	);

	test("of maps keep their densities and stiffness", () => {
		const mapped = {
			...all,
			densities: all.volumes.map((_, i) => 500 + i),
			stiffness: all.volumes.map((_, i) => (all.positions[3 * i] < 0 ? 1 : 10)),
		};
		const few = reducedSamples(mapped, weights, origins, { count: 100 });
		expect(few.densities?.[7]).toBe(500 + few.chosen[7]);
		expect(few.stiffnessError).toBeLessThan(0.05);
		expect(few.massError).toBeLessThan(0.05);
	});

	test("as many as all are all", () => {
		const coarse = voxelise(surface, { size: 0.01 });
		const samples = voxelSamples(coarse);
		const field = harmonicWeights(coarse, origins);
		const same = reducedSamples(samples, field, origins, { count: 10_000 });
		expect(same.count).toBe(samples.count);
		expect(same.stiffnessError).toBeLessThan(1e-6);
		expect(same.volumes[5]).toBeCloseTo(samples.volumes[5], 9);
	});

	test("of a body far away are the same", () => {
		const shift = [1000, -2000, 500];
		const far = {
			...all,
			positions: all.positions.map((c, i) => c + shift[i % 3]),
		};
		const field = {
			frameCount: 3,
			evaluate: (p: ArrayLike<number>, w: Float64Array, g: Float64Array) =>
				weights.evaluate(
					shift.map((c, k) => p[k] - c),
					w,
					g,
				),
		};
		const moved = reducedSamples(
			far,
			field,
			origins.map((o) => o.map((c, k) => c + shift[k])) as unknown as Vector3[],
			{ count: 200 },
		);
		expect(moved.stiffnessError).toBeCloseTo(reduced.stiffnessError, 3);
		expect(moved.massError).toBeCloseTo(reduced.massError, 3);
	});

	test("of a single frame keep its mass and inertia", () => {
		const one = harmonicWeights(grid, [origins[0]]);
		const rigid = reducedSamples(all, one, [origins[0]], { count: 100 });
		expect(rigid.stiffnessError).toBe(0);
		expect(rigid.massError).toBeLessThan(1e-4);
	});

	test("refuse what cannot be meant", () => {
		expect(() => reducedSamples(all, weights, origins, { count: 0 })).toThrow(
			"reducedSamples: count is 0; it must be a positive integer",
		);
		expect(() =>
			reducedSamples(all, weights, origins, { count: 9, poissonRatio: 0.5 }),
		).toThrow(
			"reducedSamples: poissonRatio is 0.5; it must be in [-0.99, 0.499]",
		);
		const far = { frameCount: 3, evaluate: halfBlind };
		expect(() => reducedSamples(all, far, origins, { count: 9 })).toThrow(
			"reducedSamples: some motion of the frames moves no sample; every frame needs samples around it",
		);
	});

	/** Weights in which the last frame never counts. */
	function halfBlind(
		_: ArrayLike<number>,
		w: Float64Array,
		gradients: Float64Array,
	): void {
		w.set([0.5, 0.5, 0]);
		gradients.fill(0);
	}
});
