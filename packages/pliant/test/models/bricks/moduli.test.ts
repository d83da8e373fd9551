/** Bricks have the moduli that they are asked for, at small strain: one of them, and assemblies of them. */
import { describe, expect, test } from "vitest";
import { box, grid, type Mesh, type Vector3 } from "../../../src/mesh/index.ts";
import {
	type AnyElementModel,
	brick,
	faceBrick,
	fullBrick,
	planeBrick,
} from "../../../src/models/index.ts";
import { LinearStatics } from "../../../src/testing/index.ts";

const E = 3e4;

const block = (sides: Vector3, cells: Vector3): Mesh =>
	box({
		size: [sides[0] * cells[0], sides[1] * cells[1], sides[2] * cells[2]],
		cells,
		elements: "hexahedra",
	});

/** Extent of a mesh from the origin. */
const extent = ({ positions }: Mesh): number[] =>
	[0, 1, 2].map((k) => Math.max(...positions.filter((_, i) => i % 3 === k)));

/** Forces of a uniform stress, by rows, on the outside of a block of cells: what each vertex gets of its faces. */
function tractions(
	mesh: Mesh,
	cell: readonly number[],
	stress: readonly (readonly number[])[],
): Float64Array {
	const size = extent(mesh);
	const dimensions = cell.length;
	const { positions } = mesh;
	const forces = new Float64Array(positions.length);
	const side = (v: number, k: number) =>
		positions[3 * v + k] < 1e-9
			? -1
			: positions[3 * v + k] > size[k] - 1e-9
				? 1
				: 0;
	for (let v = 0; 3 * v < positions.length; v++)
		for (let normal = 0; normal < dimensions; normal++) {
			const out = side(v, normal);
			if (out === 0) continue;
			let area = 1;
			for (let k = 0; k < dimensions; k++)
				if (k !== normal) area *= cell[k] * (side(v, k) === 0 ? 1 : 0.5);
			for (let k = 0; k < dimensions; k++)
				forces[3 * v + k] += out * area * stress[k][normal];
		}
	return forces;
}

const uniaxial = (axis: number) =>
	[0, 1, 2].map((r) =>
		[0, 1, 2].map((c) => (r === axis && c === axis ? 1 : 0)),
	);

/** Elongations over length along each axis of a block under a uniform stress, symmetric about three of its faces. */
function strains(
	statics: LinearStatics,
	cell: readonly number[],
	stress: readonly (readonly number[])[],
): number[] {
	const { mesh } = statics;
	const u = statics.solve(
		tractions(mesh, cell, stress),
		(i) => mesh.positions[i] < 1e-9 || i % 3 >= cell.length,
	);
	const size = extent(mesh);
	return cell.map((_, k) => {
		const ends = [...u].filter(
			(_, i) => i % 3 === k && mesh.positions[i] > size[k] - 1e-9,
		);
		expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(1e-9 / E);
		return ends[0] / size[k];
	});
}

/**
 * τ/γ of a block that is sheared uniformly, from the resultants on its faces. Inner vertices must be in balance. Those on the outside are not
 * where there are diagonals of the body, which pull out of the plane of shear; over a face that sums to nothing.
 */
function shearModulus(
	statics: LinearStatics,
	cell: readonly number[],
	[b, c]: readonly [number, number],
): number {
	const { mesh } = statics;
	const u = new Float64Array(mesh.positions.length);
	for (let i = 0; i < u.length; i += 3) {
		u[i + b] = 0.5 * mesh.positions[i + c];
		u[i + c] = 0.5 * mesh.positions[i + b];
	}
	const forces = statics.forces(u);
	const size = extent(mesh).slice(0, cell.length);
	const side = (v: number, k: number) =>
		+(mesh.positions[3 * v + k] > size[k] - 1e-9) -
		+(mesh.positions[3 * v + k] < 1e-9);
	const resultant = (normal: number, along: number) =>
		forces.reduce(
			(sum, f, i) =>
				sum +
				(i % 3 === along && side(Math.floor(i / 3), normal) === 1 ? f : 0),
			0,
		) / size.reduce((area, s, k) => (k === normal ? area : area * s), 1);
	const G = resultant(c, b);
	expect(relative(resultant(b, c), G)).toBeLessThan(1e-12);
	for (const normal of [b, c])
		for (let along = 0; along < cell.length; along++)
			if (along === normal || (along !== b && along !== c))
				expect(Math.abs(resultant(normal, along)) / G).toBeLessThan(1e-12);
	for (const [i, f] of forces.entries())
		if (cell.every((_, k) => side(Math.floor(i / 3), k) === 0))
			expect(Math.abs(f) / (G * cell[0] * cell[1])).toBeLessThan(1e-12);
	return G;
}

const relative = (measured: number, expected: number) =>
	Math.abs(measured - expected) / Math.abs(expected);

const cases: readonly [string, AnyElementModel, readonly number[]][] = [
	["brick", brick, [0, 0.1, 0.25, 0.3, 0.4, 0.49]],
	["M1", faceBrick, [0.25]],
	["M3", fullBrick, [0.25]],
];
const cubes: Vector3 = [0.2, 0.2, 0.2];
const shapes: readonly [string, Vector3, Vector3][] = [
	["a cube", cubes, [1, 1, 1]],
	["2 × 2 × 2 cubes", cubes, [2, 2, 2]],
	["3 × 1 × 2 cubes", cubes, [3, 1, 2]],
	["a box", [0.2, 0.23, 0.21], [1, 1, 1]],
	["2 × 2 × 2 boxes", [0.2, 0.23, 0.21], [2, 2, 2]],
];

for (const [name, model, ratios] of cases)
	describe(`${name} at small strain`, () => {
		for (const [shape, sides, cells] of shapes)
			test(`${shape}: E and ν along each axis, K, and G in each plane to 1e-9`, () => {
				for (const nu of ratios) {
					const material = { youngModulus: E, poissonRatio: nu };
					const statics = new LinearStatics(
						block(sides, cells),
						model,
						material,
					);
					for (const axis of [0, 1, 2]) {
						const found = strains(statics, sides, uniaxial(axis));
						expect(relative(1 / found[axis], E)).toBeLessThan(1e-9);
						for (const across of [1, 2])
							expect(
								Math.abs(-found[(axis + across) % 3] / found[axis] - nu),
							).toBeLessThan(1e-9);
						const plane = [(axis + 1) % 3, (axis + 2) % 3] as const;
						expect(
							relative(shearModulus(statics, sides, plane), E / (2 * (1 + nu))),
						).toBeLessThan(1e-9);
					}
					const swollen = strains(statics, sides, [
						[1, 0, 0],
						[0, 1, 0],
						[0, 0, 1],
					]);
					const bulk = 1 / swollen.reduce((sum, strain) => sum + strain, 0);
					expect(relative(bulk, E / (3 * (1 - 2 * nu)))).toBeLessThan(1e-9);
				}
			});
	});

describe("plane brick at small strain", () => {
	for (const [shape, sides, cells] of [
		["a square", [0.2, 0.2], [1, 1]],
		["a rectangle", [0.2, 0.26], [1, 1]],
		["3 × 4 rectangles", [0.2, 0.26], [3, 4]],
	] as const)
		test(`${shape}: E, ν and G to 1e-9`, () => {
			for (const nu of [0, 0.1, 1 / 3, 0.6, 0.9]) {
				const mesh = grid({
					size: [sides[0] * cells[0], sides[1] * cells[1]],
					cells,
				});
				const statics = new LinearStatics(mesh, planeBrick, {
					youngModulus2d: E,
					poissonRatio: nu,
				});
				for (const axis of [0, 1]) {
					const found = strains(statics, sides, uniaxial(axis));
					expect(relative(1 / found[axis], E)).toBeLessThan(1e-9);
					expect(Math.abs(-found[1 - axis] / found[axis] - nu)).toBeLessThan(
						1e-9,
					);
				}
				expect(
					relative(shearModulus(statics, sides, [0, 1]), E / (2 * (1 + nu))),
				).toBeLessThan(1e-9);
			}
		});
});

test("without its correction a plane brick misses ν; the correction vanishes at 1/3", () => {
	const X: Vector3[] = [
		[0, 0, 0],
		[1, 0, 0],
		[1, 1, 0],
		[0, 1, 0],
	];
	const A = (nu: number) => {
		const numbers = planeBrick.restNumbers(
			X,
			{ youngModulus2d: 1, poissonRatio: nu, negativeSprings: 0 },
			0,
		);
		return numbers.slice(-4);
	};
	for (const a of A(1 / 3)) expect(Math.abs(a)).toBeLessThan(1e-15);
	for (const a of A(0.2)) expect(Math.abs(a)).toBeGreaterThan(0.01);
});
