import { describe, expect, test } from "vitest";
import { evaluate } from "../../../src/energy/emit/interpret.ts";
import { value } from "../../../src/energy/energy.ts";
import type { Expr } from "../../../src/energy/index.ts";
import {
	type Body,
	cloth,
	fabric,
	Scene,
	type SimulationOptions,
	simulate,
	trbs,
} from "../../../src/index.ts";
import {
	disc,
	grid,
	jitter,
	type Mesh,
	type Vector3,
} from "../../../src/mesh/index.ts";
import { cellMeasure } from "../../../src/mesh/measure.ts";
import { slippingTriangle } from "../../../src/models/bending/bendingFriction.ts";
import { bendingFriction, morleyBending } from "../../../src/models/index.ts";
import { modelChecks } from "../../../src/testing/index.ts";
import { nodeThreads } from "../../../src/threads/node.ts";
import { moved, type patterns, strip } from "./heavyStrip.ts";

const frictionMoment = 3e-4;
const friction = bendingFriction({ frictionMoment, yieldCurvature: 2 });

describe("friction of bending in a triangle", () => {
	for (const check of modelChecks(slippingTriangle))
		test(check.name, check.run);

	test("has numbers where all six vertices are on a circle", () => {
		const X = [0, 2, 4, 3, 5, 1].map((corner): Vector3 => {
			const angle = (corner * Math.PI) / 3;
			return [Math.cos(angle), Math.sin(angle), 0];
		});
		const half = { share0: 0.5, share1: 0.5, share2: 0.5 };
		const { typicalMaterial, restNumbers } = slippingTriangle;
		const numbers = restNumbers(X, { ...typicalMaterial, ...half }, 0);
		for (const number of numbers) expect(Math.abs(number)).toBeLessThan(10);
	});
});

/** A flat sheet, rolled up to a curvature [1/m] in a direction, or twisted. */
type Shape = (x: number, y: number, curvature: number) => Vector3;

const rolled =
	(angle: number): Shape =>
	(x, y, curvature) => {
		const [c, s] = [Math.cos(angle), Math.sin(angle)];
		const [along, across] = [c * x + s * y, c * y - s * x];
		const turn = curvature * along;
		const u = curvature === 0 ? along : Math.sin(turn) / curvature;
		const height = curvature === 0 ? 0 : (1 - Math.cos(turn)) / curvature;
		return [c * u - s * across, s * u + c * across, height];
	};
/** Little enough for slopes to be small. */
const twisted: Shape = (x, y, twist) => [x, y, 0.1 * twist * x * y];

/** A sheet with nothing but friction, moved as a whole, by the formulas of its inner triangles. */
function sheet(mesh: Mesh, shape: Shape) {
	const { potential, restNumbers } = slippingTriangle;
	const { first, next } = potential.memory as NonNullable<
		typeof potential.memory
	>;
	const prepared = bendingFriction({ frictionMoment }).prepare?.(
		mesh,
		() => false,
	);
	if (!prepared) throw new Error("nothing to prepare");
	const { elements, material } = prepared;
	const areas = cellMeasure(mesh, "triangle");
	const at = (v: number, curvature: number) => {
		const [x, y] = mesh.positions.subarray(3 * v, 3 * v + 2);
		return shape(x, y, curvature);
	};
	const stars = Array.from(areas, (area, t) => {
		const vertices = elements.subarray(6 * t, 6 * t + 6);
		const numbers = restNumbers(
			Array.from(vertices, (v) => at(v, 0)),
			Object.fromEntries(
				Object.entries(material).map(([key, value]) => [
					key,
					typeof value === "number" ? value : value[t],
				]),
			) as Parameters<typeof restNumbers>[1],
			0,
		);
		const shares = [0, 1, 2].map((i) =>
			Number((material[`share${i}`] as ArrayLike<number>)[t]),
		);
		return { area, vertices, numbers, isInner: shares.every((w) => w > 0) };
	}).filter(({ isInner }) => isInner);
	const evaluated = (
		{ vertices, numbers }: (typeof stars)[number],
		outputs: readonly Expr[],
		curvature: number,
	) => {
		const values = new Map(potential.parameters.map((p, i) => [p, numbers[i]]));
		for (const [i, node] of potential.arrays[0].nodes.entries()) {
			const x = at(vertices[i], curvature);
			for (const [k, part] of node.entries()) values.set(part, x[k]);
		}
		return evaluate(outputs, (input) => values.get(input) as number);
	};
	const area = stars.reduce((sum, star) => sum + star.area, 0);
	const energy = [value(potential.energy)];
	return {
		/** Moment per width [N]: what energy over area changes by with the curvature. */
		moment(curvature: number) {
			const d = 1e-3;
			return stars.reduce(
				(sum, star) =>
					sum +
					(evaluated(star, energy, curvature + d)[0] -
						evaluated(star, energy, curvature - d)[0]) /
						(2 * d * area),
				0,
			);
		},
		/** Ends a step. */
		remember(curvature: number) {
			for (const star of stars)
				for (const [k, number] of evaluated(star, next, curvature).entries())
					star.numbers[first + k] = number;
		},
	};
}

/** Width of the loop [N] of Kawabata's test at a curvature of 1 per centimetre, after going to 2.5 on either side. */
function loopWidth(mesh: Mesh, shape: Shape): number {
	const { moment, remember } = sheet(mesh, shape);
	const go = (...curvatures: number[]) => curvatures.forEach(remember);
	go(125, 250, 175, 100);
	const back = moment(100);
	go(0, -125, -250, -125, 0, 50, 100);
	return moment(100) - back;
}

describe("a loop of Kawabata's bending test", () => {
	const irregular = jitter(disc({ radius: 0.01, rings: 7 }));
	const cells = { size: [0.02, 0.02] as const, cells: [6, 6] as const };

	test.each([
		["along the warp", 0],
		["along the weft", Math.PI / 2],
		["on the bias", Math.PI / 4],
		["at 20 degrees", Math.PI / 9],
	])("is as wide as 2HB on an irregular mesh, %s", (_, angle) => {
		const width = loopWidth(irregular, rolled(angle)) / (2 * frictionMoment);
		expect(Math.abs(width - 1)).toBeLessThan(0.03);
	});

	test.each(["right", "crossed"] as const)(
		"is as wide as 2HB in all directions on a grid, %s",
		(diagonal) => {
			const mesh = grid({ ...cells, diagonal });
			for (const angle of [0, 0.4, Math.PI / 4, 1.2]) {
				const width = loopWidth(mesh, rolled(angle)) / (2 * frictionMoment);
				expect(Math.abs(width - 1)).toBeLessThan(0.03);
			}
		},
	);

	test("is closed where no thread is bent", () => {
		const mesh = grid({ ...cells, diagonal: "right" });
		expect(Math.abs(loopWidth(mesh, twisted)) / frictionMoment).toBeLessThan(
			0.05,
		);
	});
});

/** A strip of 5 cm, clamped at one end, bent onto a cylinder. */
function bentStrip(pattern: (typeof patterns)[number], curvature: number) {
	const scale = 0.05;
	const mesh = moved(strip(24, pattern), (x, y, z) => [
		scale * x,
		scale * y,
		scale * z,
	]);
	const scene = new Scene({ gravity: [0, 0, 0] });
	const sheet = scene.add(
		cloth.mesh(mesh, {
			membrane: trbs({ youngModulus2d: 100, poissonRatio: 0 }),
			bending: morleyBending({ bendingRigidity: 1e-5 }),
			friction,
			arealDensity: 0.1,
		}),
	);
	sheet.pin(sheet.where((x) => x < 1e-6));
	for (let i = 0; i < sheet.positions.length; i += 3) {
		const x = Math.max(0, sheet.positions[i]);
		if (x === 0) continue;
		sheet.positions[i] = Math.sin(curvature * x) / curvature;
		sheet.positions[i + 1] = (Math.cos(curvature * x) - 1) / curvature;
	}
	return { scene, sheet };
}

/** Mean curvature by the direction at the free end, of the circle through the clamp, the middle and the end [1/m]. */
function curvatureOf(sheet: Body, x: Float64Array): number {
	const end = sheet.nearest([0.05, 0, 0.004]);
	// A chord that starts along x makes half of the angle of its arc.
	const half = Math.atan2(-x[3 * end + 1], x[3 * end]);
	return (2 * half) / 0.05;
}

describe("a strip that was bent", () => {
	test("keeps the curvature at which friction balances bending", async () => {
		const { scene, sheet } = bentStrip("right", 50);
		const simulation = await simulate(scene);
		simulation.solveStatics();
		const kept = curvatureOf(sheet, simulation.positions(sheet));
		expect(Math.abs(kept / 30 - 1)).toBeLessThan(0.03);
	});

	test("is flat again without friction", async () => {
		const { scene, sheet } = bentStrip("crossed", 50);
		const free = new Scene({ gravity: [0, 0, 0] });
		const copy = free.add(
			cloth.mesh(sheet.mesh, {
				membrane: trbs({ youngModulus2d: 100, poissonRatio: 0 }),
				bending: morleyBending({ bendingRigidity: 1e-5 }),
				arealDensity: 0.1,
			}),
		);
		copy.pin(copy.where((x) => x < 1e-6));
		copy.positions.set(sheet.positions);
		expect(scene.bodies).toHaveLength(1);
		const simulation = await simulate(free);
		simulation.solveStatics();
		const kept = curvatureOf(copy, simulation.positions(copy));
		expect(Math.abs(kept)).toBeLessThan(0.1);
	});
});

describe("a fabric that falls", () => {
	async function fallen(options: SimulationOptions, resumed = false) {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.grid(
				{ size: [0.3, 0.3], cells: [8, 8], plane: "xz" },
				fabric("wool", { friction: true }),
			),
		);
		sheet.pin(sheet.corners("top")).shake(1e-3);
		const begin = () => simulate(scene, options);
		let simulation = await begin();
		let fastest = 0;
		const total = () => {
			const { elastic, load, kinetic } = simulation.energies();
			fastest = Math.max(fastest, kinetic);
			return elastic + load + kinetic;
		};
		const energies = [total()];
		for (let i = 0; i < 40; i++) {
			if (resumed && i === 20) {
				const checkpoint = simulation.checkpoint();
				simulation.close();
				simulation = await begin();
				simulation.restore(checkpoint);
			}
			simulation.step();
			energies.push(total());
		}
		const positions = simulation.positions(sheet).slice();
		simulation.close();
		return { positions, energies, fastest };
	}

	test.each<[string, SimulationOptions]>([
		["in frames", {}],
		// What steps do not resolve may swing about a second-order motion, but not about that of implicit Euler.
		[
			"in steps",
			{ integrator: "implicit-euler", timeStep: 1 / 240, substeps: 1 },
		],
		["in sweeps", { timeStep: 1 / 240, solver: "block-descent", sweeps: 40 }],
	])("loses energy, %s", async (_, options) => {
		const { energies, fastest } = await fallen(options);
		// Oscillations that are not resolved give and take a little: a tenth of what a substep is allowed to gain.
		for (let i = 1; i < energies.length; i++)
			expect(energies[i]).toBeLessThan(energies[i - 1] + 1e-4 * fastest);
	});

	test("is the same to the bit when it is resumed, and with threads", async () => {
		const { positions } = await fallen({});
		expect((await fallen({}, true)).positions).toEqual(positions);
		expect((await fallen({ threads: nodeThreads(2) })).positions).toEqual(
			positions,
		);
	});
});
