import { cloth, Scene, simulate, solid, stableNeoHookean, trbs } from "pliant";
import { expect, test } from "vitest";
import { bodyMesh, displaySurface } from "../src/index.ts";

const rubber = stableNeoHookean({ youngModulus: 1e5, poissonRatio: 0.3 });
const box = () =>
	solid.box(
		{ size: [1, 1, 1], cells: [2, 2, 2] },
		{ solid: rubber, density: 1000 },
	);
const sheet = () =>
	cloth.grid(
		{ size: [1, 1], cells: [4, 4] },
		{
			membrane: trbs({ youngModulus2d: 1000, poissonRatio: 0.3 }),
			arealDensity: 0.2,
		},
	);

test("a box keeps its edges: corners have three normals, edges two, faces one", () => {
	const { pointOf, normalOf, vertices, isSolid, triangles } = displaySurface(
		box(),
	);
	expect(isSolid).toBe(true);
	// 26 of 27 vertices are on the surface, and 6 faces of 2·2·2 triangles.
	expect(vertices.length).toBe(26);
	expect(triangles.length).toBe(3 * 6 * 8);
	const counts = new Map<number, Set<number>>();
	for (const [i, point] of pointOf.entries())
		counts.set(point, (counts.get(point) ?? new Set()).add(normalOf[i]));
	const sizes = [...counts.values()].map(({ size }) => size).sort();
	expect(sizes).toEqual([
		...Array(6).fill(1),
		...Array(12).fill(2),
		...Array(8).fill(3),
	]);
});

test("a sheet is smooth, with uv in metres", () => {
	const { pointOf, uv, isSolid } = displaySurface(sheet());
	expect(isSolid).toBe(false);
	expect(pointOf.length).toBe(25);
	expect([Math.min(...uv), Math.max(...uv)]).toEqual([0, 1]);
});

test("a mesh follows its simulation, with normals of length 1", async () => {
	const scene = new Scene();
	const body = scene.add(sheet());
	body.pin(body.corners("top"));
	const simulation = await simulate(scene, { timeStep: 0.02 });
	const { mesh, surface, update } = bodyMesh(simulation, body);
	for (let i = 0; i < 10; i++) simulation.step();
	update();
	const position = mesh?.geometry.getAttribute("position");
	const normal = mesh?.geometry.getAttribute("normal");
	const simulated = simulation.positions(body);
	expect(position?.count).toBe(25);
	for (let v = 0; v < 25; v++) {
		expect(position?.getY(v)).toBeCloseTo(
			simulated[3 * surface.vertices[surface.pointOf[v]] + 1],
			6,
		);
		const n = [normal?.getX(v), normal?.getY(v), normal?.getZ(v)] as number[];
		expect(Math.hypot(...n)).toBeCloseTo(1, 5);
	}
});
