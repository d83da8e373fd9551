import { expect, test } from "vitest";
import type { FrameBody } from "../../src/frames/frameBody.ts";
import { FrameModel } from "../../src/frames/frameModel.ts";
import type { WeightField } from "../../src/frames/weights/weightField.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { alone } from "./alone.ts";
import { bar } from "./bar.ts";
import { bump } from "./bump.ts";
import { move } from "./randomSystem.ts";

const soft = () =>
	bar({
		frames: 3,
		counts: [16, 4, 4],
		size: [1, 0.3, 0.3],
		youngModulus: 2e4,
		poissonRatio: 0.3,
	}).hold(0);

type Alone = Awaited<ReturnType<typeof alone>>;

/** Where samples are and how they move, their deformation, and energies. */
function look({ simulation, frames }: Alone, body: FrameBody) {
	const { positions } = body.definition.samples;
	const points = Array.from({ length: positions.length / 3 }, (_, i) =>
		body.point([positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]),
	);
	return {
		x: Float64Array.from(points.flatMap((p) => simulation.positionOf(p))),
		v: Float64Array.from(points.flatMap((p) => simulation.velocityOf(p))),
		F: frames.deformationGradients(),
		...simulation.energies(),
	};
}

const difference = (a: Float64Array, b: Float64Array) =>
	a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

test("nothing jumps when frames are inserted into a body that moves", async () => {
	const body = soft();
	const found = await alone(body, { timeStep: 0.01 });
	const { simulation, frames } = found;
	await simulation.run({ steps: 12 });
	for (const point of [
		[0.3, 0.1, 0.05],
		[0.2, 0.05, 0],
	] as Vector3[]) {
		const position = frames.positionOf(point);
		const before = look(found, body);
		const inserted = frames.insert(position, bump(0.25));
		const after = look(found, body);
		expect(
			difference(Float64Array.from(inserted.origin), Float64Array.from(point)),
		).toBeLessThan(1e-9);
		expect(inserted.samples).toBeGreaterThan(10);
		expect(inserted.samples).toBeLessThan(200);
		expect(difference(before.x, after.x)).toBeLessThan(1e-12);
		expect(difference(before.v, after.v)).toBeLessThan(1e-12);
		expect(difference(before.F, after.F)).toBeLessThan(1e-12);
		for (const kind of ["elastic", "kinetic", "load"] as const)
			expect(Math.abs(after[kind] / before[kind] - 1)).toBeLessThan(1e-12);
		expect(before.kinetic).toBeGreaterThan(1e-3);
		await simulation.run({ steps: 3 });
	}
	expect(frames.velocities.every(Number.isFinite)).toBe(true);
});

test("a frame makes a body locally softer, and removed gives it back", async () => {
	const point: Vector3 = [0.2, 0.15, 0];
	const push = async (isInserted: boolean) => {
		const body = soft();
		body.load(point, [0, -3, 0]);
		const found = await alone(body, { gravity: [0, 0, 0] });
		const { frames } = found;
		if (isInserted) frames.insert(frames.positionOf([0.2, 0.1, 0]), bump(0.25));
		found.simulation.solveStatics();
		return found;
	};
	const stiff = await push(false);
	const local = await push(true);
	const depth = ({ frames }: Alone) => point[1] - frames.positionOf(point)[1];
	expect(depth(local)).toBeGreaterThan(1.02 * depth(stiff));
	expect(local.frames.remove(3)).toBeGreaterThan(1e-4);
	local.simulation.solveStatics();
	expect(depth(local)).toBeCloseTo(depth(stiff), 8);
});

test("a body has room for so many frames, and says so", async () => {
	const { simulation, frames } = await alone(soft());
	for (let i = 0; i < 8; i++) frames.insert([0.1 + 0.02 * i, 0, 0], bump(0.3));
	expect(() => frames.insert([0, 0, 0], bump(0.3))).toThrow(
		/no room for another frame; give insertable in its definition, which is 8/,
	);
	simulation.step();
});

test("forces and stiffness with an inserted frame are those of the energy", async () => {
	const model = await FrameModel.create(soft());
	const origin: Vector3 = [0.2, 0.05, 0];
	model.insert(origin, bump(0.3)(origin), new Float64Array(18));
	move(model.places, model.frames[2], [0, 0.2, 0.4, 0, 0.2, 0.1]);
	move(model.places, model.frames[3], [0.2, 0, 0.2, 0.02, 0.05, 0.03]);
	model.update();
	model.assemble("none");
	const forces = model.gradient.map((g) => -g);
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
	const { simulation, frames } = await alone(soft());
	const before = simulation.checkpoint();
	const broken = (): WeightField => ({
		frameCount: 1,
		evaluate: (_p, weights) => {
			weights[0] = Number.NaN;
		},
	});
	expect(() => frames.insert([0, 0, 0], broken)).toThrow(/finite/);
	expect(() => frames.insert([9, 9, 9], bump(0.1))).toThrow(
		/reaches no sample/,
	);
	expect(() => frames.remove(1)).toThrow(/was not inserted/);
	expect(simulation.checkpoint()).toEqual(before);
	simulation.step();
});
