import { describe, expect, test } from "vitest";
import { frameBody } from "../../src/frames/frameBody.ts";
import { boxSamples } from "../../src/frames/sampling/boxSamples.ts";
import { linearWeights } from "../../src/frames/weights/linearWeights.ts";
import {
	cable,
	cloth,
	morleyBending,
	quadraticSpring,
	rigidBody,
	Scene,
	type SimulationOptions,
	simulate,
	solid,
	stableNeoHookean,
	trbs,
	type Vector3,
} from "../../src/index.ts";
import { sphere } from "../../src/mesh/generators/sphere.ts";
import { stVenantKirchhoff } from "../../src/models/solid/laws/index.ts";
import { nodeThreads } from "../../src/threads/node.ts";

/** A cloth pinned to a limb of a frame body, a rigid ball that hangs from the cloth on a string, and a soft block on the limb. */
function mixed(gravity: Vector3, { isHeld = false } = {}) {
	const scene = new Scene({ gravity });
	const origins = [0, 0.25, 0.5].map((x): Vector3 => [x, 0.05, 0.05]);
	const limb = scene.add(
		frameBody({
			name: "limb",
			samples: boxSamples({ size: [0.5, 0.1, 0.1], counts: [8, 3, 3] }),
			frames: origins.map((position) => ({ position })),
			weights: linearWeights(origins),
			density: 1000,
			law: stVenantKirchhoff({ youngModulus: 2e5, poissonRatio: 0.3 }),
		}),
	);
	if (isHeld) limb.hold(0);
	const sheet = scene.add(
		cloth.grid(
			{ size: [0.4, 0.4], cells: [8, 8], origin: [0.05, -0.4, 0.05] },
			{
				name: "sheet",
				membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
				bending: morleyBending({ bendingRigidity: 1e-4, poissonRatio: 0.3 }),
				arealDensity: 0.3,
			},
		),
	);
	for (const vertex of sheet.corners("top")) {
		const [x, y, z] = sheet.positions.subarray(3 * vertex);
		scene.attach(sheet.vertexPoint(vertex), limb.point([x, y, z]));
	}
	const string = scene.add(
		cable.line(
			{ from: [0.05, -0.4, 0.05], to: [0.05, -0.6, 0.05], segments: 5 },
			{
				name: "string",
				spring: quadraticSpring({ axialStiffness: 200 }),
				linearDensity: 0.02,
			},
		),
	);
	const corner = sheet.nearest([0.05, -0.4, 0.05]);
	scene.attach(string.vertexPoint(0), sheet.vertexPoint(corner));
	const mesh = sphere({ radius: 0.05, subdivisions: 2 });
	const ball = scene.add(
		rigidBody({
			name: "ball",
			mesh: {
				...mesh,
				positions: mesh.positions.map((c, i) => c + [0.05, -0.65, 0.05][i % 3]),
			},
			density: 300,
		}),
	);
	scene.attach(string.vertexPoint(5), ball.point([0.05, -0.6, 0.05]));
	const block = scene.add(
		solid.box(
			{ size: [0.1, 0.1, 0.1], cells: [2, 2, 2], origin: [0.4, 0.1, 0] },
			{
				name: "block",
				solid: stableNeoHookean.elements.tetrahedra({
					youngModulus: 5e4,
					poissonRatio: 0.4,
				}),
				density: 500,
			},
		),
	);
	for (const x of [0.42, 0.48])
		scene.attach(block.point([x, 0.1, 0.05]), limb.point([x, 0.1, 0.05]));
	return { scene, limb, sheet, string, ball, block };
}

/** Everything turns and flies. */
function launched() {
	const found = mixed([0, 0, 0]);
	const spin = [0.4, -0.7, 1.1] as const;
	const velocity = (x: number, y: number, z: number): Vector3 => [
		0.3 + spin[1] * z - spin[2] * y,
		-0.2 + spin[2] * x - spin[0] * z,
		0.1 + spin[0] * y - spin[1] * x,
	];
	const { sheet, string, block, limb, ball } = found;
	for (const body of [sheet, string, block]) body.launch(velocity);
	for (const body of [limb, ball]) body.launch(velocity, spin);
	return found;
}

test("a free scene of all kinds of bodies keeps linear momentum by the midpoint rule, and angular momentum to second order", async () => {
	const angularChange = async (substeps: number) => {
		const { scene } = launched();
		const simulation = await simulate(scene, {
			integrator: "midpoint",
			timeStep: 1 / 120,
			substeps,
			tolerance: 1e-12,
			linearTolerance: 1e-10,
		});
		const first = simulation.momentum();
		const change = (which: "linear" | "angular") => {
			const now = simulation.momentum()[which];
			const off = Math.hypot(...now.map((c, k) => c - first[which][k]));
			return off / Math.hypot(...first[which]);
		};
		let most = 0;
		for (let step = 1; step <= 20; step++) {
			simulation.step();
			expect(change("linear")).toBeLessThan(1e-10 * step * substeps);
			most = Math.max(most, change("angular"));
		}
		return most;
	};
	const [coarse, fine] = [await angularChange(2), await angularChange(4)];
	expect(Math.log2(coarse / fine)).toBeGreaterThan(1.75);
});

describe("a hanging scene of all kinds of bodies", () => {
	const make = (options: SimulationOptions = {}) =>
		simulate(mixed([0, -9.81, 0], { isHeld: true }).scene, {
			substeps: 1,
			...options,
		});

	test("holds together: nothing lags at what ties it", async () => {
		const { scene, sheet, limb, string, ball } = mixed([0, -9.81, 0], {
			isHeld: true,
		});
		const simulation = await simulate(scene);
		await simulation.run({ seconds: 0.5 });
		const gap = (
			a: Parameters<typeof simulation.positionOf>[0],
			b: typeof a,
		) => {
			const [p, q] = [simulation.positionOf(a), simulation.positionOf(b)];
			return Math.hypot(...p.map((c, k) => c - q[k]));
		};
		const [top] = sheet.corners("top");
		expect(
			gap(sheet.vertexPoint(top), limb.point(sheet.vertexPoint(top).rest)),
		).toBeLessThan(2e-4);
		expect(
			gap(string.vertexPoint(5), ball.point([0.05, -0.6, 0.05])),
		).toBeLessThan(2e-4);
		// The ball has fallen with the cloth, and hangs.
		expect(simulation.frames(ball).pose().position[1]).toBeLessThan(-0.66);
	});

	for (const [name, options] of [
		["direct", { linear: { method: "direct" } }],
		["conjugate gradients", { linear: { method: "conjugate-gradient" } }],
		["multigrid", { linear: { method: "multigrid" } }],
	] as const)
		test(`has the same bits for 1, 2 and 4 threads, and resumed, with ${name}`, async () => {
			const run = async (threads: number) => {
				const simulation = await make({
					...options,
					...(threads > 1 && { threads: nodeThreads(threads) }),
				});
				await simulation.run({ steps: 4 });
				const bytes = simulation.checkpoint();
				simulation.close();
				return bytes;
			};
			const one = await run(1);
			expect(await run(2)).toEqual(one);
			expect(await run(4)).toEqual(one);
			const [half, resumed] = [await make(options), await make(options)];
			await half.run({ steps: 2 });
			resumed.restore(half.checkpoint());
			await resumed.run({ steps: 2 });
			expect(resumed.checkpoint()).toEqual(one);
		});

	test("moves alike with direct and iterative solvers", async () => {
		const heights: number[] = [];
		for (const method of ["direct", "multigrid"] as const) {
			const { scene, ball, sheet } = mixed([0, -9.81, 0], { isHeld: true });
			// A flat sheet would leave it to rounding which way it bends.
			sheet.shake(1e-3);
			const simulation = await simulate(scene, {
				substeps: 1,
				linear: { method },
				tolerance: 1e-9,
			});
			await simulation.run({ steps: 8 });
			heights.push(simulation.frames(ball).pose().position[1]);
		}
		expect(heights[1]).toBeCloseTo(heights[0], 7);
	});
});
