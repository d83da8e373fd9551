import { describe, expect, test } from "vitest";
import { exponential, turned } from "../../src/mappings/quaternion.ts";
import { box } from "../../src/mesh/generators/box.ts";
import { sphere } from "../../src/mesh/generators/sphere.ts";
import { createMesh, type Vector3 } from "../../src/mesh/mesh.ts";
import { rigidBody } from "../../src/rigid/rigidBody.ts";
import { Scene } from "../../src/scene/scene.ts";
import { simulate } from "../../src/simulate.ts";
import type { SimulationOptions } from "../../src/simulation/options.ts";
import { alone } from "../frames/alone.ts";

const weightless = { gravity: [0, 0, 0] as Vector3 };

describe("mass and inertia", () => {
	test("of a box are those of the formula, wherever it is", () => {
		const size: Vector3 = [0.3, 0.2, 0.5];
		const origin: Vector3 = [10, -20, 5];
		const { properties, restFrames } = rigidBody({
			mesh: box({ size, cells: [2, 3, 1], origin }),
			density: 800,
		});
		const [a, b, c] = size;
		const m = 800 * a * b * c;
		expect(properties.mass).toBeCloseTo(m, 11);
		for (let k = 0; k < 3; k++)
			expect(restFrames[0].position[k]).toBeCloseTo(
				origin[k] + size[k] / 2,
				12,
			);
		const expected = [a * a, 0, 0, b * b, 0, c * c].map((s) => (m * s) / 12);
		for (const [i, moment] of properties.moments.entries())
			expect(Math.abs(moment - expected[i])).toBeLessThan(1e-11 * m);
	});

	test("of a fine sphere come near those of a ball", () => {
		const { properties } = rigidBody({
			mesh: sphere({ radius: 0.1, subdivisions: 5 }),
			density: 1000,
		});
		const m = 1000 * (4 / 3) * Math.PI * 0.1 ** 3;
		expect(properties.mass / m).toBeCloseTo(1, 2);
		const [xx, , , yy, , zz] = properties.moments;
		for (const moment of [xx, yy, zz])
			expect(moment / ((m * 0.1 ** 2) / 5)).toBeCloseTo(1, 2);
	});

	test("that belong to no body are refused", () => {
		const given = (inertia: number[]) => () =>
			rigidBody({ name: "top", mass: 1, inertia });
		expect(given([1, 1, 3])).toThrow(/rigid body "top".*belongs to no body/);
		expect(given([1, 1])).toThrow(/inertia has 2 numbers/);
		expect(() => rigidBody({ mass: 0, inertia: [1, 1, 1] })).toThrow(
			/mass is 0/,
		);
		const open = createMesh({
			positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
			triangles: [0, 1, 2],
		});
		expect(() => rigidBody({ mesh: open, density: 1 })).toThrow(
			/closed|hole|open/,
		);
		expect(() => rigidBody({ mesh: box({}), density: -1 })).toThrow(
			/density is -1/,
		);
	});
});

describe("a free asymmetric top", () => {
	const top = () => rigidBody({ mass: 1, inertia: [1, 2, 2.5] });
	const spin: Vector3 = [0.4, 2, 0.3];
	const run = async (options: SimulationOptions, seconds = 2) => {
		const body = top().launch([0.3, 0.1, 0], spin);
		const { simulation, frames } = await alone(body, {
			substeps: 1,
			...weightless,
			tolerance: 1e-13,
			...options,
		});
		const before = { ...simulation.energies(), ...simulation.momentum() };
		await simulation.run({ seconds });
		const after = { ...simulation.energies(), ...simulation.momentum() };
		return { before, after, orientation: frames.pose().orientation };
	};
	const gap = (a: readonly number[], b: readonly number[]) =>
		Math.hypot(...a.map((c, i) => c - b[i]));

	for (const integrator of ["generalized-alpha", "midpoint"] as const)
		test(`keeps energy and momenta to second order by ${integrator}`, async () => {
			const lost = async (timeStep: number) => {
				const { before, after } = await run({ integrator, timeStep });
				expect(gap(after.linear, before.linear)).toBeLessThan(1e-12);
				return {
					angular:
						gap(after.angular, before.angular) / Math.hypot(...before.angular),
					kinetic: Math.abs(after.kinetic / before.kinetic - 1),
				};
			};
			const [coarse, fine] = [await lost(0.02), await lost(0.01)];
			for (const key of ["angular", "kinetic"] as const) {
				const order = Math.log2(coarse[key] / fine[key]);
				console.info(
					`top, ${integrator}: ${key} ${coarse[key].toExponential(1)}, order ${order.toFixed(2)}`,
				);
				expect(order).toBeGreaterThan(1.7);
				// (h ω)² of what turns at ω = 2/s.
				expect(coarse[key]).toBeLessThan(0.04 ** 2);
			}
		});

	/** Turned by very short steps of a method of fourth order on Euler's equations. */
	const exact = (() => {
		const I = [1, 2, 2.5];
		let q: readonly number[] = [0, 0, 0, 1];
		let w: number[] = [...spin];
		const n = 20000;
		const h = 2 / n;
		const rate = ([a, b, c]: readonly number[]) => [
			((I[1] - I[2]) * b * c) / I[0],
			((I[2] - I[0]) * c * a) / I[1],
			((I[0] - I[1]) * a * b) / I[2],
		];
		const plus = (x: readonly number[], s: number, y: readonly number[]) =>
			x.map((c, i) => c + s * y[i]);
		const multiply = (p: readonly number[], r: ArrayLike<number>) => [
			p[3] * r[0] + r[3] * p[0] + p[1] * r[2] - p[2] * r[1],
			p[3] * r[1] + r[3] * p[1] + p[2] * r[0] - p[0] * r[2],
			p[3] * r[2] + r[3] * p[2] + p[0] * r[1] - p[1] * r[0],
			p[3] * r[3] - p[0] * r[0] - p[1] * r[1] - p[2] * r[2],
		];
		for (let i = 0; i < n; i++) {
			const k1 = rate(w);
			const k2 = rate(plus(w, h / 2, k1));
			const k3 = rate(plus(w, h / 2, k2));
			const k4 = rate(plus(w, h, k3));
			const middle = plus(w, h / 2, k2);
			// In the axes of the body.
			q = multiply(q, exponential(middle.map((c) => c * h)));
			w = w.map(
				(c, j) => c + (h / 6) * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]),
			);
		}
		return q;
	})();

	for (const [integrator, order] of [
		["implicit-euler", 1],
		["generalized-alpha", 2],
		["bdf2", 2],
		["midpoint", 2],
	] as const)
		test(`turns with order ${order} by ${integrator}`, async () => {
			const error = async (timeStep: number) => {
				const { orientation } = await run({ integrator, timeStep });
				const q = exact;
				const sign =
					orientation.reduce((s, c, i) => s + c * q[i], 0) < 0 ? -1 : 1;
				return gap(
					orientation,
					q.map((c) => sign * c),
				);
			};
			const [coarse, fine] = [await error(0.02), await error(0.01)];
			const observed = Math.log2(coarse / fine);
			expect(observed).toBeGreaterThan(order - 0.15);
			expect(observed).toBeLessThan(order + 0.3);
		});

	test("loses energy, and never gains it, by implicit Euler at any step", async () => {
		for (const timeStep of [0.01, 0.1, 1]) {
			const { before, after } = await run(
				{ timeStep, substeps: 1, tolerance: 1e-9 },
				20 * timeStep,
			);
			expect(after.kinetic).toBeLessThan(before.kinetic);
		}
	});
});

test("a compound pendulum has its period, with a pivot and with a ball joint", async () => {
	const [length, thickness] = [0.6, 0.05];
	const mesh = box({
		size: [thickness, length, thickness],
		cells: [1, 1, 1],
		origin: [-thickness / 2, -length, -thickness / 2],
	});
	const amplitude = 0.02;
	// About the end of the bar: T = 2π √(I/(m g d)), with (1 + θ²/16) for the amplitude.
	const inertia = length ** 2 / 3 + thickness ** 2 / 12;
	const expected =
		2 *
		Math.PI *
		Math.sqrt(inertia / (9.81 * (length / 2))) *
		(1 + amplitude ** 2 / 16);
	const orientation = exponential([0, 0, amplitude]);
	for (const kind of ["pivot", "ball"] as const) {
		const scene = new Scene();
		const origin: Vector3 = kind === "pivot" ? [0, 0, 0] : [0, -length / 2, 0];
		const bar = rigidBody({ name: "bar", mesh, density: 1000, origin });
		bar.place({ position: turned(orientation, origin), orientation });
		scene.add(bar);
		if (kind === "pivot") bar.hold("position");
		else scene.attach(bar.point([0, 0, 0]), [0, 0, 0]);
		const timeStep = 1 / 400;
		const simulation = await simulate(scene, {
			integrator: "midpoint",
			timeStep,
			substeps: 1,
			tolerance: 1e-10,
		});
		const tip = bar.point([0, -length, 0]);
		// Times at which it passes the middle, interpolated.
		const passes: number[] = [];
		let before = simulation.positionOf(tip)[0];
		while (passes.length < 5) {
			simulation.step();
			const now = simulation.positionOf(tip)[0];
			if (before * now < 0)
				passes.push(simulation.time - (timeStep * now) / (now - before));
			before = now;
		}
		const period = (passes[4] - passes[0]) / 2;
		expect(Math.abs(period / expected - 1)).toBeLessThan(1e-3);
	}
}, 60_000);

test("a held body tells what holds it, and a moved one follows its script", async () => {
	const held = rigidBody({
		mesh: box({ size: [1, 1, 1] }),
		density: 100,
	}).hold();
	const { simulation } = await alone(held);
	simulation.step();
	const { force, moment } = simulation.reaction(held);
	expect(force[1]).toBeCloseTo(981, 6);
	// Its centre is at x = z = 0.5.
	expect(moment[2]).toBeCloseTo(490.5, 6);
	expect(moment[0]).toBeCloseTo(-490.5, 6);

	const moved = rigidBody({ mesh: box({}), density: 100 }).move((t) => ({
		position: [t, 0, 0],
		orientation: exponential([0, 2 * t, 0]),
	}));
	const other = await alone(moved);
	await other.simulation.run({ seconds: 0.5 });
	expect(other.frames.pose().position[0]).toBeCloseTo(0.5, 12);
	expect(other.frames.velocities[1]).toBeCloseTo(2, 10);
});
