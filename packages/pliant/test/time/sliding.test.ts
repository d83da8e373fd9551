import { describe, expect, test } from "vitest";
import {
	cable,
	cloth,
	quadraticSpring,
	Scene,
	simulate,
	trbs,
	type Vector3,
} from "../../src/index.ts";

const integrators = [
	"generalized-alpha",
	"implicit-euler",
	"midpoint",
	"bdf2",
	"symplectic-euler",
] as const;

describe("a cable that falls along a slanted line", () => {
	const direction: Vector3 = [2 / 7, 3 / 7, 6 / 7];
	const along = (v: ArrayLike<number>) =>
		direction.reduce((sum, d, k) => sum + d * v[k], 0);
	const gravity: Vector3 = [1, -9, 2];
	const seconds = 0.6;
	const timeStep = 0.05;
	const start = 0.7;

	for (const integrator of integrators)
		test(`${integrator}: its velocity is exact`, async () => {
			const scene = new Scene({ gravity });
			const string = scene.add(
				cable.line(
					{ to: [1, 1, 0], segments: 2 },
					{ spring: quadraticSpring({ axialStiffness: 50 }), linearDensity: 1 },
				),
			);
			string.slide(
				string.where(() => true),
				{ line: direction },
			);
			string.launch(() => [
				start * direction[0],
				start * direction[1],
				start * direction[2],
			]);
			const sim = await simulate(scene, {
				integrator,
				timeStep,
				substeps: 1,
				tolerance: 1e-12,
			});
			await sim.run({ seconds });
			const speed = start + along(gravity) * seconds;
			// Second order is exact for parabolas. The implicit Euler part of the first substep, of length h₁, falls by g h₁² instead of g h₁²/2.
			const isSecondOrder = !integrator.endsWith("-euler");
			const excess = (along(gravity) * (timeStep / 16) ** 2) / 2;
			const way =
				start * seconds + 0.5 * along(gravity) * seconds ** 2 + excess;
			const [x, v, X] = [
				sim.positions(string),
				sim.velocities(string),
				string.mesh.positions,
			];
			for (let i = 0; i < x.length; i++) {
				expect(v[i]).toBeCloseTo(speed * direction[i % 3], 10);
				if (isSecondOrder)
					expect(x[i] - X[i]).toBeCloseTo(way * direction[i % 3], 10);
			}
		});
});

describe("order of accuracy with vertices on lines and planes", () => {
	async function finalPositions(
		integrator: (typeof integrators)[number],
		steps: number,
	): Promise<Float64Array> {
		const scene = new Scene();
		const sheet = scene.add(
			cloth.grid(
				{ size: [0.3, 0.3], cells: [3, 3] },
				{
					membrane: trbs({ youngModulus2d: 30, poissonRatio: 0.3 }),
					arealDensity: 0.5,
				},
			),
		);
		sheet.pin(sheet.group("top-left"));
		sheet.slide(sheet.group("top-right"), { line: [1, 1, 2] });
		sheet.slide(sheet.group("bottom"), { plane: [1, 2, 2] });
		const sim = await simulate(scene, {
			integrator,
			timeStep: 0.15 / steps,
			substeps: 1,
			tolerance: 1e-12,
		});
		await sim.run({ steps });
		return sim.positions(sheet).slice();
	}
	const distance = (a: Float64Array, b: Float64Array) =>
		Math.hypot(...a.map((value, i) => value - b[i]));

	for (const [integrator, steps, expected] of [
		["implicit-euler", 300, 1],
		["generalized-alpha", 60, 2],
		["midpoint", 60, 2],
		["bdf2", 120, 2],
		["symplectic-euler", 400, 1],
	] as const)
		test(`${integrator}: ${expected}`, async () => {
			const coarse = await finalPositions(integrator, steps);
			const middle = await finalPositions(integrator, 2 * steps);
			const fine = await finalPositions(integrator, 4 * steps);
			const order = Math.log2(
				distance(coarse, middle) / distance(middle, fine),
			);
			console.info(`sliding, ${integrator}: order ${order.toFixed(3)}`);
			expect(Math.abs(order - expected)).toBeLessThan(0.15);
		});
});
