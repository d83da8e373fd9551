import { type Body, cable, cloth, Scene, simulate, solid } from "pliant";
import { lengthSquared, mul } from "pliant/energy";
import {
	type AnyElementModel,
	elementModel,
	linearMembrane,
	positive,
	quadraticSpring,
	registry,
	trbs,
} from "pliant/models";
import { modelChecks } from "pliant/testing";
import { describe, expect, test } from "vitest";

test("an energy that is not invariant under translation is refused", () => {
	expect(() =>
		elementModel({
			name: "anchor",
			about: "Pulls to the origin.",
			domain: "edge",
			material: {
				stiffness: positive({ unit: "N/m", meaning: "stiffness", typical: 1 }),
			},
			rest: ({ material }) => ({ k: material.stiffness }),
			energy: ({ x: [a], k }) => mul(k, lengthSquared(a)),
		}),
	).toThrow(/model 'anchor': its energy changes when all nodes move together/);
});

describe("a model that rotation strains", () => {
	const failuresOf = async (model: AnyElementModel) => {
		const failures: string[] = [];
		for (const { name, run } of modelChecks(model))
			try {
				await run();
			} catch {
				failures.push(name);
			}
		return failures;
	};

	test("must say so", async () => {
		const { rotationInvariant: _, ...silent } = linearMembrane;
		expect(
			await failuresOf(elementModel({ ...silent, name: "silent" })),
		).toEqual([
			"rigid motion changes nothing",
			"forces have no resultant and no torque",
			"positive Hessian is symmetric and moves along rigidly",
		]);
	});

	test("must not say so without need", async () => {
		const modest = elementModel({
			...quadraticSpring,
			name: "modest",
			rotationInvariant: false,
		});
		expect(await failuresOf(modest)).toContain(
			"rotation strains it, as declared",
		);
	});
});

describe("one value per element is like one for all of them, where they are equal", () => {
	const bodies: Record<string, (use: ReturnType<AnyElementModel>) => Body> = {
		edge: (spring) => cable.line({ segments: 5 }, { spring, linearDensity: 1 }),
		triangle: (membrane) =>
			cloth.grid({ cells: [2, 2] }, { membrane, arealDensity: 1 }),
		hinge: (bending) =>
			cloth.grid(
				{ cells: [2, 2] },
				{
					membrane: trbs({ youngModulus2d: 1, poissonRatio: 0 }),
					bending,
					arealDensity: 1,
				},
			),
		tetrahedron: (use) =>
			solid.box({ cells: [1, 1, 1] }, { solid: use, density: 1 }),
		rectangle: (membrane) =>
			cloth.grid({ cells: [2, 2] }, { membrane, arealDensity: 1 }),
		hexahedron: (use) =>
			solid.box(
				{ size: [3, 1, 1], cells: [3, 1, 1] },
				{ solid: use, density: 1 },
			),
	};
	const counts: Record<string, number> = {
		edge: 5,
		triangle: 8,
		rectangle: 4,
		hinge: 8,
		tetrahedron: 6,
		hexahedron: 3,
	};
	const cellsOf = ({ domain }: AnyElementModel) =>
		domain.replace("quadratic-", "");
	const energyOf = async (use: ReturnType<AnyElementModel>) => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const body = scene.add(bodies[cellsOf(use.model)](use));
		body.place((x, y, z) => [1.2 * x + 0.1 * y, 0.9 * y, z + 0.1 * x * x]);
		return (await simulate(scene)).energies().elastic;
	};
	for (const model of registry)
		test(model.name, async () => {
			const perElement = Object.fromEntries(
				Object.entries(model.typicalMaterial).map(([name, value]) => [
					name,
					new Array<number>(counts[cellsOf(model)]).fill(value as number),
				]),
			);
			const energy = await energyOf(model(model.typicalMaterial));
			expect(energy).toBeGreaterThan(0);
			expect(await energyOf(model(perElement))).toBe(energy);
		});
});
