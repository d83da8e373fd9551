import { describe, expect, test } from "vitest";
import {
	ball,
	cloth,
	rigidBody,
	Scene,
	simulate,
	springBetween,
	trbs,
	type Vector3,
	weld,
} from "../../src/index.ts";
import { box } from "../../src/mesh/generators/box.ts";

const g = 9.81;

/** A block of 1 kg, 0.2 m long, from x on. */
const block = (x = 0) =>
	rigidBody({
		mesh: box({ size: [0.2, 0.1, 0.1], cells: [1, 1, 1], origin: [x, 0, 0] }),
		density: 500,
	});
const centre: Vector3 = [0.1, 0.05, 0.05];

describe("a block that hangs from a place", () => {
	test("by a ball of given stiffness is lower by m g/k, by the default one by g h²/1000", async () => {
		for (const [kind, expected] of [
			[ball({ stiffness: 500 }), g / 500],
			[ball(), g / 60 ** 2 / 1000],
		] as const) {
			const scene = new Scene();
			const body = scene.add(block());
			const attachment = scene.attach(body.point(centre), centre, { kind });
			const simulation = await simulate(scene);
			simulation.solveStatics();
			const gap = centre[1] - simulation.positionOf(body.point(centre))[1];
			expect(gap / expected).toBeCloseTo(1, 5);
			expect(simulation.attachmentForce(attachment)[1]).toBeCloseTo(g, 5);
		}
	});

	test("by a spring comes to rest longer by m g/k", async () => {
		const scene = new Scene();
		const body = scene.add(block());
		const kind = springBetween({ stiffness: 1000, damping: 20 });
		scene.attach(body.point(centre), [0.1, 0.5, 0.05], { kind });
		const simulation = await simulate(scene);
		await simulation.run({ seconds: 2 });
		const length = 0.5 - simulation.positionOf(body.point(centre))[1];
		expect((length - 0.45) / (g / 1000)).toBeCloseTo(1, 4);
	});

	test("falls once it has pulled harder than its attachment bears", async () => {
		for (const [breakForce, isBroken] of [
			[0.99 * g, true],
			[1.01 * g, false],
		] as const) {
			const scene = new Scene();
			const body = scene.add(block());
			// Stiff damping: the load comes on without a jerk.
			const kind = ball({ stiffness: 2000, damping: 500 });
			const attachment = scene.attach(body.point(centre), centre, {
				kind,
				breakForce,
			});
			const simulation = await simulate(scene);
			await simulation.run({ seconds: 2 });
			expect(simulation.isBroken(attachment)).toBe(isBroken);
			const force = simulation.attachmentForce(attachment)[1];
			expect(force / g).toBeCloseTo(isBroken ? 0 : 1, 4);
		}
	});
});

test("a weld carries force and moment to what is held", async () => {
	const scene = new Scene();
	const [held, welded] = [scene.add(block().hold()), scene.add(block(0.2))];
	const joint: Vector3 = [0.2, 0.05, 0.05];
	scene.attach(welded.point(joint), held.point(joint), { kind: weld() });
	const simulation = await simulate(scene);
	simulation.solveStatics();
	const { force, moment } = simulation.reaction(held, centre);
	expect(force[1]).toBeCloseTo(2 * g, 5);
	expect(moment[2] / (0.2 * g)).toBeCloseTo(1, 3);
	// A ball would let it swing down by 0.2 m.
	const tip = simulation.positionOf(welded.point([0.4, 0.05, 0.05]));
	expect(Math.abs(tip[1] - 0.05)).toBeLessThan(2e-4);
});

test("vertices of cloth cannot be welded", async () => {
	const scene = new Scene();
	const membrane = trbs({ youngModulus2d: 1000, poissonRatio: 0.3 });
	const sheet = scene.add(cloth.grid({}, { membrane, arealDensity: 0.2 }));
	scene.attach(sheet.vertexPoint(0), [0, 0, 0], { kind: weld() });
	await expect(simulate(scene)).rejects.toThrow(/several balls instead/);
});

test("two sheets that are sewn hang as one", async () => {
	const lengths: number[] = [];
	for (const pieces of [1, 2]) {
		const scene = new Scene();
		const membrane = trbs({ youngModulus2d: 100, poissonRatio: 0 });
		const sheets = Array.from({ length: pieces }, (_, i) =>
			scene.add(
				cloth.grid(
					{
						size: [0.5, 1 / pieces],
						cells: [4, 8 / pieces],
						origin: [0, -(i + 1) / pieces, 0],
					},
					{ membrane, arealDensity: 0.2 },
				),
			),
		);
		const [upper, lower] = [sheets[0], sheets[pieces - 1]];
		upper.pin("top");
		if (pieces === 2)
			scene.sew(
				Array.from(upper.group("bottom"), (v) => upper.vertexPoint(v)),
				Array.from(lower.group("top"), (v) => lower.vertexPoint(v)),
			);
		const simulation = await simulate(scene);
		simulation.solveStatics();
		lengths.push(-simulation.positionOf(lower.point([0.25, -1, 0]))[1] - 1);
		expect(simulation.reaction(upper).force[1]).toBeCloseTo(0.1 * g, 5);
	}
	expect(lengths[1] / lengths[0]).toBeCloseTo(1, 3);
});

/**
 * Returns what is left of the momentum of points that turn rigidly at ω after a substep. In complex numbers they begin at 1, and a backward Euler step of
 * length τ from x* and v* takes them to a number of size 1 without torque: in the direction of x* + τ v*. They remember the velocity of the rotation.
 * @param delta δ of the generalized-α method, or undefined for implicit Euler
 */
function keptSpin(omega: number, h: number, delta: number | undefined) {
	type Complex = readonly [number, number];
	const plus = (a: Complex, s: number, b: Complex): Complex => [
		a[0] + s * b[0],
		a[1] + s * b[1],
	];
	const by = (s: number, a: Complex): Complex => [s * a[0], s * a[1]];
	let x: Complex = [1, 0];
	let rate = omega;
	let w: Complex = [0, 0];
	let a: Complex = [0, 0];
	const part = (length: number, tau: number, e: number) => {
		const from = plus(x, length - tau, w);
		const fromVelocity = plus(by(rate, [-x[1], x[0]]), length - tau, a);
		const end = plus(from, tau, fromVelocity);
		x = by(1 / Math.hypot(...end), end);
		const chord = by(1 / tau, plus(x, -1, from));
		rate = x[0] * chord[1] - x[1] * chord[0];
		const v = by(rate, [-x[1], x[0]]);
		w = by(1 / (1 + e), plus(v, e, w));
		a = by(1 / (1 + e), plus(by(1 / tau, plus(v, -1, fromVelocity)), e, a));
	};
	if (delta === undefined) part(h, h, 0);
	else {
		part(h / 16, h / 16, 0);
		const rest = (15 / 16) * h;
		// The rates of implicit Euler are those of its end.
		const e = delta / (1 - delta);
		const gamma = 1 / 2 / (1 - delta);
		part(rest, (rest * gamma) / (1 + e), e);
	}
	return rate / omega;
}

test("a step leaves of what turns as much as its closed form", async () => {
	for (const [integrator, omega, delta] of [
		["implicit-euler", 2, undefined],
		["implicit-euler", 60, undefined],
		["generalized-alpha", 2, 0.3 / 3.4],
		["generalized-alpha", 60, 0.3 / 3.4],
		["midpoint", 2, 0],
		["midpoint", 60, 0],
		["bdf2", 60, 0.5],
	] as const) {
		const scene = new Scene({ gravity: [0, 0, 0] });
		scene.add(block().launch([0, 0, 0], [0, 0, omega]));
		const simulation = await simulate(scene, {
			substeps: 1,
			integrator,
			tolerance: 1e-11,
		});
		const before = simulation.momentum().angular[2];
		simulation.step();
		const kept = simulation.momentum().angular[2] / before;
		expect(kept).toBeCloseTo(keptSpin(omega, 1 / 60, delta), 8);
	}
	const euler = 1 / Math.sqrt(1 + (60 / 60) ** 2);
	expect(keptSpin(60, 1 / 60, undefined)).toBeCloseTo(euler, 12);
});

test("second order keeps momentum of what turns to second order", async () => {
	for (const integrator of ["generalized-alpha", "midpoint"] as const) {
		const lost = async (steps: number) => {
			const scene = new Scene({ gravity: [0, 0, 0] });
			scene.add(block().launch([0, 0, 0], [0, 0, 3]));
			const simulation = await simulate(scene, {
				...{ integrator, timeStep: 0.5 / steps, substeps: 1 },
				tolerance: 1e-12,
			});
			const before = simulation.momentum().angular[2];
			await simulation.run({ steps });
			return Math.abs(simulation.momentum().angular[2] / before - 1);
		};
		const [coarse, fine] = [await lost(60), await lost(120)];
		const order = Math.log2(coarse / fine);
		console.info(`spin lost by ${integrator}: ${coarse}, order ${order}`);
		expect(order).toBeGreaterThan(1.8);
		expect(coarse).toBeLessThan((3 / 120) ** 2);
	}
});
