import { describe, expect, test } from "vitest";
import { cable, cloth, Scene, simulate, solid } from "../../src/index.ts";
import { exponential, turned } from "../../src/mappings/quaternion.ts";
import { box } from "../../src/mesh/generators/box.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";
import { trbs } from "../../src/models/membrane/trbs.ts";
import { stvkHexahedra } from "../../src/models/solid/linearElements.ts";
import { stvk } from "../../src/models/solid/solidModels.ts";
import { quadraticSpring } from "../../src/models/springs/spring.ts";
import { rigidBody } from "../../src/rigid/rigidBody.ts";
import { bar } from "../frames/bar.ts";

const material = { youngModulus: 1e5, poissonRatio: 0.3 };
/** A large stretch and shear, the same everywhere. */
const F = [1.2, 0.1, 0, 0, 0.9, 0.05, 0, 0, 1.1];
const moved = (x: number, y: number, z: number): Vector3 => [
	F[0] * x + F[1] * y + F[2] * z + 0.3,
	F[3] * x + F[4] * y + F[5] * z - 0.2,
	F[6] * x + F[7] * y + F[8] * z,
];
const size: Vector3 = [0.5, 0.4, 0.3];

const bodies = {
	tetrahedra: () =>
		solid.box(
			{ size, cells: [3, 2, 2] },
			{ solid: stvk.elements.tetrahedra(material), density: 1000 },
		),
	hexahedra: () =>
		solid.box(
			{ size, cells: [3, 2, 2] },
			{ solid: stvkHexahedra(material), density: 1000 },
		),
	cloth: () =>
		cloth.grid(
			{ size: [0.5, 0.4], cells: [4, 3] },
			{
				membrane: trbs({ youngModulus2d: 100, poissonRatio: 0.3 }),
				arealDensity: 0.2,
			},
		),
	cable: () =>
		cable.line(
			{ from: [0, 0, 0], to: [0.5, 0, 0], segments: 4 },
			{
				spring: quadraticSpring({ axialStiffness: 10 }),
				linearDensity: 0.1,
			},
		),
};

describe.each(Object.entries(bodies))("points of %s", (name, make) => {
	test("follow a uniform deformation and motion exactly", async () => {
		const body = make().place(moved);
		body.launch((x, y, z) => [y, -x, 2 * z]);
		const scene = new Scene();
		scene.add(body);
		const simulation = await simulate(scene);
		const random = createRandom(7);
		for (let i = 0; i < 20; i++) {
			const rest: Vector3 = [
				0.5 * random(),
				name === "cable" ? 0 : 0.4 * random(),
				name === "cloth" || name === "cable" ? 0 : 0.3 * random(),
			];
			const point = body.point(rest);
			const expected = moved(...rest);
			const x = simulation.positionOf(point);
			const v = simulation.velocityOf(point);
			for (let k = 0; k < 3; k++) {
				expect(x[k]).toBeCloseTo(expected[k], 12);
				expect(v[k]).toBeCloseTo([x[1], -x[0], 2 * x[2]][k], 12);
			}
		}
	});

	test("are the nearest ones where a position is outside", () => {
		const point = make().point([0.7, 0, 0]);
		const at = (point.vertices ?? []).reduce(
			(sum, vertex, i) =>
				sum + point.weights[i] * make().mesh.positions[3 * vertex],
			0,
		);
		expect(at).toBeCloseTo(0.5, 9);
	});
});

test("strain and stress at points are those of the deformation, for elements and frames alike", async () => {
	const [tetrahedra, hexahedra] = [bodies.tetrahedra(), bodies.hexahedra()];
	tetrahedra.name = "tetrahedra";
	hexahedra.name = "hexahedra";
	const frames = bar({ frames: 2, size: [1, 0.2, 0.2], ...material });
	const e = 0.2;
	const stretch = (x: number, y: number, z: number): Vector3 => [
		(1 + e) * x,
		y,
		z,
	];
	const scene = new Scene();
	for (const body of [tetrahedra, hexahedra]) scene.add(body).place(stretch);
	scene.add(frames);
	for (const i of [0, 1])
		frames.place(i, {
			position: stretch(...frames.restFrames[i].position),
		});
	const simulation = await simulate(scene);
	const lambda = (1e5 * 0.3) / (1.3 * 0.4);
	const mu = 1e5 / 2.6;
	const E = e + e ** 2 / 2;
	// Cauchy: F S Fᵀ / det F with S = λ tr E + 2μ E.
	const along = (lambda + 2 * mu) * E * (1 + e);
	const across = (lambda * E) / (1 + e);
	for (const point of [
		tetrahedra.point([0.21, 0.17, 0.11]),
		hexahedra.point([0.21, 0.17, 0.11]),
		frames.point([0.1, 0.05, -0.03]),
	]) {
		const strain = simulation.strainOf(point);
		const stress = simulation.stressOf(point);
		for (let k = 0; k < 6; k++) {
			expect(strain[k]).toBeCloseTo(k === 0 ? E : 0, 10);
			expect(stress[k] / along).toBeCloseTo(
				[along, across, across, 0, 0, 0][k] / along,
				9,
			);
		}
	}
});

test("a surface embedded in a solid follows it, and points of rigid bodies turn", async () => {
	const body = bodies.hexahedra().place(moved);
	const inner = box({ size: [0.3, 0.2, 0.1], origin: [0.1, 0.1, 0.1] });
	const scene = new Scene();
	scene.add(body);
	const brick = scene.add(
		rigidBody({
			mesh: box({ size: [1, 1, 1], origin: [3, 0, 0] }),
			density: 1,
		}),
	);
	const orientation = exponential([0.3, -0.5, 0.9]);
	brick.place({ position: [3, 1, 2], orientation });
	const simulation = await simulate(scene);
	const points = Array.from({ length: inner.positions.length / 3 }, (_, i) =>
		body.point([
			inner.positions[3 * i],
			inner.positions[3 * i + 1],
			inner.positions[3 * i + 2],
		]),
	);
	const out = new Float64Array(inner.positions.length);
	simulation.track(points)(out);
	for (let i = 0; i < out.length; i += 3) {
		const [x, y, z] = inner.positions.subarray(i);
		for (const [k, c] of moved(x, y, z).entries())
			expect(out[i + k]).toBeCloseTo(c, 12);
	}
	const corner = simulation.positionOf(brick.point([4, 1, 1]));
	const arm = turned(orientation, [0.5, 0.5, 0.5]);
	for (let k = 0; k < 3; k++)
		expect(corner[k]).toBeCloseTo([3, 1, 2][k] + arm[k], 12);
	expect(() => simulation.track([points[0], brick.point([3, 0, 0])])).toThrow(
		/points of one body/,
	);
});
