import { expect, test } from "vitest";
import {
	type FrameSimulation,
	simulateFrames,
} from "../../src/frames/simulateFrames.ts";
import type { WeightField } from "../../src/frames/weights/weightField.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { bar } from "./bar.ts";

/** Falls smoothly from 1 at the origin to 0 at a distance. */
const bump =
	(range: number) =>
	(origin: Vector3): WeightField => ({
		frameCount: 1,
		evaluate: (p, weights, gradients) => {
			const d = origin.map((c, k) => p[k] - c);
			const s = d.reduce((sum, x) => sum + x * x, 0) / range ** 2;
			weights[0] = s < 1 ? (1 - s) ** 3 : 0;
			for (let k = 0; k < 3; k++)
				gradients[k] = s < 1 ? (-6 * (1 - s) ** 2 * d[k]) / range ** 2 : 0;
		},
	});

const soft = () =>
	bar({
		frames: 3,
		counts: [16, 4, 4],
		size: [1, 0.3, 0.3],
		youngModulus: 2e4,
		poissonRatio: 0.3,
	}).hold(0);

function look(simulation: FrameSimulation) {
	const { positions } = simulation.body.definition.samples;
	const points = simulation.points(positions);
	const x = new Float64Array(positions.length);
	const v = new Float64Array(positions.length);
	points.apply(x);
	points.applyJ(simulation.model.expand(simulation.velocities), v);
	return { x, v, F: simulation.deformationGradients(), ...simulation.energy() };
}

const difference = (a: Float64Array, b: Float64Array) =>
	a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

test("nothing jumps when frames are inserted into a body that moves", async () => {
	const simulation = await simulateFrames(soft(), { timeStep: 0.01 });
	simulation.run({ steps: 12 });
	for (const point of [
		[0.3, 0.1, 0.05],
		[0.2, 0.05, 0],
	] as Vector3[]) {
		const position = simulation.positionOf(point);
		const before = look(simulation);
		const inserted = simulation.insertFrame(position, bump(0.25));
		const after = look(simulation);
		expect(
			difference(Float64Array.from(inserted.origin), Float64Array.from(point)),
		).toBeLessThan(1e-9);
		expect(inserted.samples).toBeGreaterThan(10);
		expect(inserted.samples).toBeLessThan(200);
		expect(difference(before.x, after.x)).toBeLessThan(1e-12);
		expect(difference(before.v, after.v)).toBeLessThan(1e-12);
		expect(difference(before.F, after.F)).toBeLessThan(1e-12);
		for (const kind of ["elastic", "kinetic", "gravity"] as const)
			expect(Math.abs(after[kind] / before[kind] - 1)).toBeLessThan(1e-12);
		expect(before.kinetic).toBeGreaterThan(1e-3);
		simulation.run({ steps: 3 });
	}
	expect(simulation.velocities.every(Number.isFinite)).toBe(true);
});

test("a frame makes a body locally softer, and removed gives it back", async () => {
	const point: Vector3 = [0.2, 0.15, 0];
	const push = async (isInserted: boolean) => {
		const body = soft();
		body.load(point, [0, -3, 0]);
		const simulation = await simulateFrames(body, { gravity: [0, 0, 0] });
		if (isInserted)
			simulation.insertFrame(simulation.positionOf([0.2, 0.1, 0]), bump(0.25));
		simulation.settle();
		return simulation;
	};
	const stiff = await push(false);
	const local = await push(true);
	const depth = (simulation: FrameSimulation) =>
		point[1] - simulation.positionOf(point)[1];
	expect(depth(local)).toBeGreaterThan(1.02 * depth(stiff));
	expect(local.removeFrame(3)).toBeGreaterThan(1e-4);
	local.settle();
	expect(depth(local)).toBeCloseTo(depth(stiff), 8);
});

test("forces and stiffness with an inserted frame are those of the energy", async () => {
	const simulation = await simulateFrames(soft(), { gravity: [0, 0, 0] });
	simulation.insertFrame([0.2, 0.05, 0], bump(0.3));
	const { model } = simulation;
	const turn = {
		position: [0.5, 0.2, 0.1],
		orientation: [0, 0.1, Math.sqrt(0.99), 0],
	} as const;
	simulation.setFrame(2, {
		position: turn.position,
		orientation: [0, 0.1, 0.2, Math.sqrt(0.95)],
	});
	simulation.setFrame(3, {
		position: [0.22, 0.1, 0.03],
		orientation: [0.1, 0, 0.1, Math.sqrt(0.98)],
	});
	const forces = simulation.internalForces();
	const { move } = await import("./randomSystem.ts");
	for (let i = 0; i < model.size; i++) {
		const energyAt = (h: number) => {
			const poses = model.places.poses.slice();
			const by = [0, 0, 0, 0, 0, 0];
			by[i % 6] = h;
			move(model.places, model.frames[Math.floor(i / 6)], by);
			model.update();
			const { elastic } = model.energy();
			model.places.poses.set(poses);
			model.update();
			return elastic;
		};
		const h = 1e-4;
		const slope = (energyAt(h) - energyAt(-h)) / (2 * h);
		expect(Math.abs(slope + forces[i])).toBeLessThan(
			1e-6 * Math.max(...forces.map(Math.abs)),
		);
	}
});

test("an insertion that fails changes nothing", async () => {
	const simulation = await simulateFrames(soft());
	const before = simulation.state();
	const broken = (): WeightField => ({
		frameCount: 1,
		evaluate: (_p, weights) => {
			weights[0] = Number.NaN;
		},
	});
	expect(() => simulation.insertFrame([0, 0, 0], broken)).toThrow(/finite/);
	expect(() => simulation.insertFrame([9, 9, 9], bump(0.1))).toThrow(
		/reaches no sample/,
	);
	expect(() => simulation.removeFrame(1)).toThrow(/was not inserted/);
	expect(simulation.state()).toEqual(before);
	simulation.step();
});
