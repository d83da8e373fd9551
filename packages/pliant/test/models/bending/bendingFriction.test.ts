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
import { hinges } from "../../../src/mesh/topology.ts";
import { slippingHinge } from "../../../src/models/bending/bendingFriction.ts";
import { restAngle } from "../../../src/models/bending/restHinge.ts";
import { bendingFriction, morleyBending } from "../../../src/models/index.ts";
import { modelChecks } from "../../../src/testing/index.ts";
import { nodeThreads } from "../../../src/threads/node.ts";
import { moved, type patterns, strip } from "./heavyStrip.ts";

const frictionMoment = 3e-4;
const friction = bendingFriction({ frictionMoment, yieldCurvature: 2 });

/** C, D, A and B of every hinge. */
const foldedEdges = (mesh: Mesh): number[][] => {
	const all = hinges(mesh);
	return Array.from({ length: all.length / 4 }, (_, i) => {
		const [A, B, C, D] = all.subarray(4 * i, 4 * i + 4);
		return [C, D, A, B];
	});
};

describe("friction of bending at a hinge", () => {
	for (const check of modelChecks(slippingHinge)) test(check.name, check.run);

	const h = 0.01;
	const material = { frictionMoment, yieldCurvature: 10 };
	/** Two triangles with heights h over an edge of length 2 h, folded by an angle. */
	const folded = (angle: number): Vector3[] => [
		[0, h * Math.cos(angle), h * Math.sin(angle)],
		[0, -h, 0],
		[-h, 0, 0],
		[h, 0, 0],
	];
	const { potential, restNumbers } = slippingHinge;
	const numbers = restNumbers(folded(0), material, 0);
	const { first, next } = potential.memory as NonNullable<
		typeof potential.memory
	>;
	const at = (outputs: readonly Expr[], angle: number) => {
		const values = new Map(potential.parameters.map((p, i) => [p, numbers[i]]));
		for (const [i, node] of potential.arrays[0].nodes.entries())
			for (const [k, part] of node.entries())
				values.set(part, folded(angle)[i][k]);
		return evaluate(outputs, (input) => values.get(input) as number);
	};
	const momentAt = (angle: number) => {
		const d = 1e-6;
		const [more, less] = [angle + d, angle - d].map(
			(a) => at([value(potential.energy)], a)[0],
		);
		return Math.abs(more - less) / (2 * d);
	};
	const bend = (angle: number) => {
		for (const [k, number] of at(next, angle).entries())
			numbers[first + k] = number;
	};

	test("it resists with its moment, and goes on resisting the other way after twice the angle of yield", () => {
		const full = frictionMoment * 2 * h;
		const yieldAngle = (10 * 2 * h) / 3;
		expect(momentAt(0.5 * yieldAngle) / full).toBeCloseTo(0.5, 2);
		for (const angle of [0.2, 0.4, 0.6]) {
			bend(angle);
			expect(momentAt(angle - 1e-4) / full).toBeCloseTo(1, 2);
		}
		// At the yield angle it holds nothing, at twice that it has the full moment.
		expect(momentAt(0.6 - yieldAngle) / full).toBeLessThan(0.01);
		expect(momentAt(0.6 - 2 * yieldAngle + 1e-4) / full).toBeCloseTo(1, 2);
		const [c, s] = numbers.slice(first);
		expect(Math.atan2(s, c)).toBeCloseTo(Math.sign(s) * (0.6 - yieldAngle), 9);
		expect(Math.hypot(c, s)).toBeCloseTo(1, 14);
	});
});

/** What each hinge of a mesh has of the moment. */
const share = (mesh: Mesh): number => {
	const { material } = friction.prepare?.(mesh, () => false) ?? {};
	return (material?.frictionMoment as number) / frictionMoment;
};

describe("friction of bending on a mesh", () => {
	test.each([
		["a disc", jitter(disc({ rings: 16 }))],
		["right cells", grid({ size: [1, 1], cells: [20, 20], diagonal: "right" })],
		[
			"crossed cells",
			grid({ size: [1, 1], cells: [20, 20], diagonal: "crossed" }),
		],
	])(
		"resists with its moment in the mean over directions, on %s",
		(_, mesh) => {
			const area = cellMeasure(mesh, "triangle").reduce((a, b) => a + b);
			let sum = 0;
			const directions = 12;
			for (let d = 0; d < directions; d++) {
				const [c, s] = [
					Math.cos(0.1 + (d * Math.PI) / 12),
					Math.sin(0.1 + (d * Math.PI) / 12),
				];
				const z = (v: number) =>
					0.5e-3 *
					(c * mesh.positions[3 * v] + s * mesh.positions[3 * v + 1]) ** 2;
				for (const [C, D, A, B] of foldedEdges(mesh)) {
					const rest = [A, B, C, D].map(
						(v) =>
							[
								mesh.positions[3 * v],
								mesh.positions[3 * v + 1],
								z(v),
							] as Vector3,
					);
					sum +=
						Math.hypot(rest[3][0] - rest[2][0], rest[3][1] - rest[2][1]) *
						Math.abs(restAngle(rest));
				}
			}
			// Hinges of the rim are missing.
			const found = (share(mesh) * sum) / (directions * 1e-3 * area);
			expect(Math.abs(found - 1)).toBeLessThan(0.08);
		},
	);
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
		// On this mesh all hinges fold the same way.
		const { scene, sheet } = bentStrip("right", 50);
		const simulation = await simulate(scene);
		simulation.solveStatics();
		const kept = curvatureOf(sheet, simulation.positions(sheet));
		const ratio = share(sheet.mesh);
		expect(ratio).toBeLessThan(0.7);
		expect(Math.abs(kept / (ratio * 30) - 1)).toBeLessThan(0.03);
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
		const total = () => {
			const { elastic, load, kinetic } = simulation.energies();
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
		return { positions, energies };
	}

	test.each<[string, SimulationOptions]>([
		["in frames", {}],
		["in steps", { timeStep: 1 / 240 }],
		["in sweeps", { timeStep: 1 / 240, solver: "block-descent", sweeps: 40 }],
	])("loses energy, %s", async (_, options) => {
		const { energies } = await fallen(options);
		for (let i = 1; i < energies.length; i++)
			expect(energies[i]).toBeLessThan(energies[i - 1] + 1e-7);
	});

	test("is the same to the bit when it is resumed, and with threads", async () => {
		const { positions } = await fallen({});
		expect((await fallen({}, true)).positions).toEqual(positions);
		expect((await fallen({ threads: nodeThreads(2) })).positions).toEqual(
			positions,
		);
	});
});
