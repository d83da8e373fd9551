import { describe, expect, test } from "vitest";
import {
	cable,
	createMesh,
	quadraticSpring,
	Scene,
	simulate,
} from "../../src/index.ts";
import { type CellKind, cells } from "../../src/mesh/mesh.ts";
import { blockPattern } from "../../src/system/blockPattern.ts";
import { Mass } from "../../src/system/mass.ts";
import { newContext, vectorOf } from "./context.ts";

/** xᵀ M y for nodal values in the first component, M of one cell of mass 1. */
async function integral(
	kind: CellKind,
	nodes: number,
	x: readonly number[],
	y: readonly number[],
): Promise<number> {
	const all = Array.from({ length: nodes }, (_, i) => i);
	const vertices = cells(
		createMesh({
			positions: new Float64Array(3 * nodes),
			[{ edge: "edges", triangle: "triangles" }[kind as string] ??
				"tetrahedra"]: all,
		}),
		kind,
	);
	const context = await newContext(nodes);
	const mass = new Mass(
		nodes,
		[{ nodes, vertices, masses: Float64Array.of(1) }],
		"consistent",
		context,
	);
	mass.bind(() => blockPattern(nodes, (couple) => mass.visitCouplings(couple)));
	const product = context.space.vector();
	const direction = Array.from(product.array, (_, i) =>
		i % 3 === 0 ? y[i / 3] : 0,
	);
	mass.multiply(vectorOf(context.space, direction), product);
	return x.reduce((sum, value, i) => sum + value * product.array[3 * i], 0);
}

describe("consistent mass integrates products of linear functions over a simplex", () => {
	// Means of x² and x·y over the simplex with corners at 0 and the ends of the axes, by Dirichlet's formula.
	for (const [kind, nodes, square, mixed] of [
		["edge", 2, 1 / 3, 1 / 6],
		["triangle", 3, 1 / 6, 1 / 12],
		["tetrahedron", 4, 1 / 10, 1 / 20],
	] as const)
		test(kind, async () => {
			const at = (corner: number) =>
				Array.from({ length: nodes }, (_, i) => (i === corner ? 1 : 0));
			expect(await integral(kind, nodes, at(1), at(1))).toBeCloseTo(square, 14);
			expect(await integral(kind, nodes, at(0), at(1))).toBeCloseTo(mixed, 14);
			const ones = at(0).map(() => 1);
			expect(await integral(kind, nodes, ones, ones)).toBeCloseTo(1, 14);
		});
});

/**
 * Relative error of the first axial frequency of a fixed-free bar. On a uniform mesh sin(πx/2) is a mode of either mass
 * exactly, so its Rayleigh quotient, elastic over kinetic energy, is the square of the frequency.
 */
async function frequencyError(
	segments: number,
	mass: "lumped" | "consistent",
): Promise<number> {
	const [EA, density, amplitude] = [30, 2, 1e-3];
	const mode = (x: number) => amplitude * Math.sin((Math.PI / 2) * x);
	const scene = new Scene({ gravity: [0, 0, 0] });
	const bar = scene.add(
		cable.line(
			{ segments },
			{
				spring: quadraticSpring({ axialStiffness: EA }),
				linearDensity: density,
			},
		),
	);
	bar.launch((x) => [mode(x), 0, 0]);
	bar.place((x, y, z) => [x + mode(x), y, z]);
	const { elastic, kinetic } = (await simulate(scene, { mass })).energies();
	const exact = (Math.PI / 2) * Math.sqrt(EA / density);
	return Math.sqrt(elastic / kinetic) / exact - 1;
}

test("the first frequency of a bar is too low with lumped mass and too high with consistent mass, by (kh)²/24", async () => {
	for (const segments of [4, 8, 16]) {
		const leading = (Math.PI / 2 / segments) ** 2 / 24;
		const lumped = await frequencyError(segments, "lumped");
		const consistent = await frequencyError(segments, "consistent");
		expect(Math.abs(lumped / -leading - 1)).toBeLessThan(0.02);
		expect(Math.abs(consistent / leading - 1)).toBeLessThan(0.02);
	}
});
