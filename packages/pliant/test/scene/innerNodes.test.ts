import { describe, expect, test } from "vitest";
import {
	type Body,
	cloth,
	collider,
	Scene,
	type Simulation,
	type SimulationOptions,
	simulate,
} from "../../src/index.ts";
import { grid, type Mesh, vertexCount } from "../../src/mesh/index.ts";
import { shellBending, trbs } from "../../src/models/index.ts";
import { BodyRange } from "../../src/scene/bodyRange.ts";
import { shuffledMesh } from "./shuffledMesh.ts";

/** Shell bending keeps the rotations of edges in inner nodes. */
function sheetOf(mesh: Mesh): Body {
	return cloth.mesh(mesh, {
		membrane: trbs({ youngModulus2d: 200, poissonRatio: 0.3 }),
		bending: shellBending({ bendingRigidity: 1e-2, poissonRatio: 0.3 }),
		arealDensity: 0.3,
	});
}

const mesh = grid({ cells: [6, 5], diagonal: "alternating" });

async function simulated(
	sheets: readonly Body[],
	options: SimulationOptions = {},
): Promise<Simulation> {
	const scene = new Scene();
	for (const sheet of sheets) scene.add(sheet);
	return simulate(scene, { timeStep: 0.01, ...options });
}

const pinned = (sheet: Body): Body => sheet.pin(sheet.where((x) => x < 1e-9));

describe("inner nodes", () => {
	for (const mass of ["lumped", "consistent"] as const)
		test(`take nothing from the mass of a body, and its momenta stay, ${mass}`, async () => {
			const angularChange = async (steps: number) => {
				const scene = new Scene({ gravity: [0, 0, 0] });
				const sheet = scene.add(sheetOf(mesh));
				sheet.launch((x, y) => [1 - y, 2 + x, 3 * x * y]);
				const simulation = await simulate(scene, {
					timeStep: 0.2 / steps,
					substeps: 1,
					integrator: "midpoint",
					mass,
					tolerance: 1e-12,
					linearTolerance: 1e-10,
				});
				const before = simulation.momentum();
				// The mean of 1 − y, and that of 2 + x, over the unit square.
				const expected = [0.5, 2.5].map((v) => v * sheet.mass);
				for (const [k, value] of expected.entries())
					expect(Math.abs(before.linear[k] - value)).toBeLessThan(0.01 * value);
				await simulation.run({ steps });
				const after = simulation.momentum();
				for (let k = 0; k < 3; k++)
					expect(
						Math.abs(after.linear[k] - before.linear[k]),
						`linear ${k}`,
					).toBeLessThan(1e-9);
				const { elastic } = simulation.energies();
				expect(elastic).toBeGreaterThan(1e-3);
				return Math.hypot(
					...after.angular.map((value, k) => value - before.angular[k]),
				);
			};
			// Linear momentum stays to the last digits, and angular momentum to second order.
			const [coarse, fine] = [await angularChange(40), await angularChange(80)];
			expect(Math.log2(coarse / fine)).toBeGreaterThan(1.75);
		});

	test("fall with the body", async () => {
		const sheet = sheetOf(mesh);
		const h = 0.01;
		const simulation = await simulated([sheet], {
			...{ timeStep: h, substeps: 1, tolerance: 1e-10 },
		});
		await simulation.run({ steps: 10 });
		const x = simulation.positions(sheet);
		// Exact, but for the sixteenth of a step that begins it by implicit Euler.
		const fallen = (9.81 / 2) * ((10 * h) ** 2 + (h / 16) ** 2);
		for (let v = 0; v < vertexCount(mesh); v++)
			expect(x[3 * v + 1] - mesh.positions[3 * v + 1]).toBeCloseTo(-fallen, 8);
		expect(simulation.energies().elastic).toBeLessThan(1e-12);
	});

	test("are not among the vertices of bodies", async () => {
		const sheets = [pinned(sheetOf(mesh)), pinned(sheetOf(mesh))];
		const simulation = await simulated(sheets);
		simulation.solveStatics({ loadSteps: 2 });
		const [a, b] = sheets.map((sheet) => simulation.positions(sheet));
		expect(a.length).toBe(3 * vertexCount(mesh));
		expect(simulation.strain(sheets[0]).length).toBe(2 * mesh.triangles.length);
		for (let i = 0; i < a.length; i++) expect(a[i]).toBeCloseTo(b[i], 9);
		const scene = new Scene();
		const alone = scene.add(pinned(sheetOf(mesh)));
		const single = await simulate(scene);
		single.solveStatics({ loadSteps: 2 });
		for (const [i, value] of single.positions(alone).entries())
			expect(a[i]).toBeCloseTo(value, 7);
	});

	test("follow vertices that are kept in another order", async () => {
		const fine = grid({ cells: [40, 40], diagonal: "alternating" });
		const shuffled = shuffledMesh(fine, 3);
		const [ordered, other] = [fine, shuffled.mesh].map((m) =>
			pinned(sheetOf(m)),
		);
		expect(new BodyRange(other, 0, 0).order).toBeDefined();
		const [x, y] = await Promise.all(
			[ordered, other].map(async (sheet) => {
				const simulation = await simulated([sheet], {
					substeps: 1,
					tolerance: 1e-8,
				});
				await simulation.run({ steps: 2 });
				return simulation.positions(sheet);
			}),
		);
		for (const [v, number] of shuffled.numberOf.entries())
			for (let k = 0; k < 3; k++)
				expect(Math.abs(y[3 * number + k] - x[3 * v + k])).toBeLessThan(1e-7);
	});

	test("are solved for alike by every method", async () => {
		const found: Float64Array[] = [];
		for (const method of [
			"direct",
			"conjugate-gradient",
			"multigrid",
		] as const) {
			const sheet = pinned(sheetOf(mesh));
			const simulation = await simulated([sheet], {
				substeps: 1,
				linear: { method },
				tolerance: 1e-9,
			});
			await simulation.run({ steps: 5 });
			found.push(simulation.positions(sheet));
		}
		for (const x of found.slice(1))
			for (const [i, value] of x.entries())
				expect(Math.abs(value - found[0][i])).toBeLessThan(1e-7);
	});

	test("are part of checkpoints", async () => {
		const [one, other] = await Promise.all(
			[0, 1].map(() => simulated([pinned(sheetOf(mesh))])),
		);
		await one.run({ steps: 5 });
		other.restore(one.checkpoint());
		one.step();
		other.step();
		expect(other.checkpoint()).toEqual(one.checkpoint());
	});

	test("pass through colliders that are too small for vertices to touch", async () => {
		const scene = new Scene();
		const sheet = scene.add(sheetOf(mesh));
		sheet.place((x, y) => [x, 0, y]);
		// Under the middle of an edge.
		scene.collide(
			collider.sphere({ radius: 0.05, centre: [3.5 / 6, -0.1, 0.4] }),
		);
		const simulation = await simulate(scene, { timeStep: 0.01 });
		await simulation.run({ steps: 25 });
		expect(simulation.positions(sheet)[1]).toBeLessThan(-0.2);
		expect(simulation.energies().elastic).toBeLessThan(1e-12);
	});

	test("leave weight to vertices where a body lies on a collider", async () => {
		const scene = new Scene();
		const sheet = scene.add(sheetOf(mesh));
		sheet.place((x, y) => [x, 0, y]);
		scene.collide(collider.plane());
		// Damping leaves e^(−15) of how it bounces.
		const simulation = await simulate(scene, {
			...{ timeStep: 0.01, damping: { mass: 30 } },
		});
		await simulation.run({ seconds: 1 });
		const [{ count, normalForce }] = simulation.contacts(sheet);
		expect(count).toBe(vertexCount(mesh));
		expect(normalForce[1] / (9.81 * sheet.mass)).toBeCloseTo(1, 3);
	});

	test("are named by a vertex beside them where a step fails", () => {
		const range = new BodyRange(pinned(sheetOf(mesh)), 10, 100);
		expect(range.innerCount).toBeGreaterThan(0);
		for (const [node, ends] of range.innerNodes()) {
			expect(range.has(node)).toBe(true);
			expect(ends.map((end) => range.own(end))).toContain(range.own(node));
		}
		expect(range.has(100 + range.innerCount)).toBe(false);
		expect(range.has(9)).toBe(false);
	});

	for (const [name, options, reference] of [
		[
			"block descent",
			{ solver: "block-descent", sweeps: 100 },
			{ substeps: 1 },
		],
		[
			"explicit steps, short as they must be",
			{ integrator: "symplectic-euler", timeStep: 2e-5 },
			{ integrator: "midpoint", timeStep: 2e-3, substeps: 1 },
		],
	] as const)
		test(`serve ${name}`, async () => {
			const found: Float64Array[] = [];
			for (const chosen of [options, reference]) {
				const sheet = pinned(sheetOf(mesh));
				const simulation = await simulated([sheet], chosen);
				await simulation.run({ seconds: 0.02 });
				found.push(simulation.positions(sheet));
			}
			const off = found[0].map((v, i) => Math.abs(v - found[1][i]));
			expect(Math.max(...off)).toBeLessThan(1e-5);
		});
});
