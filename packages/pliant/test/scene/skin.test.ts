/** Solids of voxels, and the surfaces that follow them. */
import { expect, test } from "vitest";
import { ball, Scene, simulate, solid } from "../../src/index.ts";
import { box, sphere, type Vector3 } from "../../src/mesh/index.ts";
import { brick, stvkHexahedra } from "../../src/models/index.ts";
import { MeshPoints } from "../../src/points/meshPoints.ts";
import { randomNumbers } from "../../src/testing/index.ts";
import { enclosedVolume } from "../../src/voxels/index.ts";

const material = { youngModulus: 1e4, poissonRatio: 0.3 };
const surface = sphere({ radius: 0.5, subdivisions: 3 });
const ballOf = (cellSize: number) =>
	solid.voxels(surface, { cellSize, solid: brick(material), density: 1000 });

test("a closed surface is filled with the cubes whose centres are inside, which share vertices", () => {
	// Centres at 0, ±0.2 and ±0.4 along each axis: all but those with two or three times ±0.4.
	const coarse = ballOf(0.2);
	expect(coarse.mesh.hexahedra.length / 8).toBe(125 - 36 - 8);
	expect(coarse.mass).toBeCloseTo(81 * 0.2 ** 3 * 1000, 9);
	expect(coarse.skin?.notes).toHaveLength(1);
	const fine = ballOf(0.05);
	expect(fine.mass / 1000 / enclosedVolume(surface)).toBeCloseTo(1, 1);
	expect(fine.vertexCount).toBeLessThan((1.5 * fine.mesh.hexahedra.length) / 8);
	expect(() => ballOf(-1)).toThrow("voxelise: size");
});

test("the skin follows an affine motion exactly, also where it lies outside of the cubes", async () => {
	const F = [
		[1.2, 0.1, 0],
		[-0.2, 0.9, 0.3],
		[0.05, 0, 1.1],
	];
	const map = (...X: Vector3): Vector3 => {
		const [x, y, z] = F.map((row) => row.reduce((s, f, k) => s + f * X[k], 1));
		return [x, y, z];
	};
	const scene = new Scene();
	const body = scene.add(ballOf(0.2));
	body.launch(map).place(map);
	const simulation = await simulate(scene);
	const { positions, velocities } = simulation.skin(body);
	const X = surface.positions;
	for (let v = 0; v < X.length; v += 3)
		for (const [k, x] of map(X[v], X[v + 1], X[v + 2]).entries()) {
			expect(Math.abs(positions[v + k] - x)).toBeLessThan(1e-12);
			expect(Math.abs(velocities[v + k] - x)).toBeLessThan(1e-12);
		}
	simulation.step();
	expect(simulation.skin(body).positions).toBe(positions);
	expect(Math.abs(positions[0] - map(X[0], X[1], X[2])[0])).toBeGreaterThan(
		1e-3,
	);
});

test("forces on the skin come to the cubes by the transpose: they do the same work", () => {
	const body = ballOf(0.2);
	const next = randomNumbers(7);
	const x = body.positions;
	const points = new MeshPoints(
		(body.skin?.points ?? []).map(({ vertices = [], weights }) => ({
			nodes: vertices,
			weights,
		})),
		() => x,
	);
	const v = x.map(() => next());
	const f = Float64Array.from({ length: 3 * points.count }, () => next());
	const Jv = new Float64Array(f.length);
	const Jf = new Float64Array(x.length);
	points.velocities(v, Jv);
	points.addForces(f, Jf);
	const work = f.reduce((sum, c, i) => sum + c * Jv[i], 0);
	expect(Jf.reduce((sum, c, i) => sum + c * v[i], 0) / work).toBeCloseTo(1, 12);
});

test("a point of the skin can be dragged along", async () => {
	const scene = new Scene({ gravity: [0, 0, 0] });
	const body = scene.add(ballOf(0.2));
	body.pin(body.where((_x, y) => y < -0.3));
	const top = body.skin?.points.find(({ rest }) => rest[1] > 0.499);
	if (!top) throw new Error("the sphere has a vertex on top");
	const to: Vector3 = [0.1, top.rest[1], 0];
	scene.attach(top, to, { kind: ball() });
	const simulation = await simulate(scene);
	simulation.solveStatics();
	for (const [k, x] of simulation.positionOf(top).entries())
		expect(Math.abs(x - to[k])).toBeLessThan(1e-3);
});

test("bodies without one say so", async () => {
	const scene = new Scene();
	const block = scene.add(
		solid.mesh(box({ elements: "hexahedra" }), {
			name: "block",
			solid: stvkHexahedra(material),
			density: 1,
		}),
	);
	const simulation = await simulate(scene);
	expect(() => simulation.skin(block)).toThrow(
		'simulation: body "block" has no skin; solid.voxels makes solids with one',
	);
});
