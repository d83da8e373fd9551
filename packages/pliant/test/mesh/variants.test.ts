import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	boundaryVertices,
	box,
	cellMeasure,
	checkMesh,
	disc,
	grade,
	graded,
	grid,
	jitter,
	line,
	type Mesh,
	sphere,
	tube,
	vertexCount,
} from "../../src/mesh/index.ts";
import { triangleAreaVector } from "../../src/mesh/measure.ts";
import { total } from "./measures.ts";

const meshes: Readonly<Record<string, Mesh>> = {
	grid: grid({ cells: [6, 5] }),
	"crossed grid": grid({ cells: [4, 3], diagonal: "crossed" }),
	"graded grid": graded(grid({ cells: [6, 5] }), { ratio: [1000, 0.01, 1] }),
	disc: disc({ rings: 4 }),
	sphere: sphere({ subdivisions: 1 }),
	tube: tube({ segments: 7 }),
	tetrahedra: box({ cells: [3, 3, 3], split: "six" }),
	"five tetrahedra": box({ cells: [3, 3, 3], split: "five" }),
	hexahedra: box({ cells: [3, 3, 3], elements: "hexahedra" }),
	line: line(),
};

/** Triangles whose normal has turned by more than a right angle, which `checkMesh` cannot know. */
function foldedTriangles(before: Mesh, after: Mesh): number[] {
	const folded: number[] = [];
	for (let i = 0; i < before.triangles.length; i += 3) {
		const [a, b, c] = before.triangles.subarray(i, i + 3);
		const [x, y, z] = triangleAreaVector(before.positions, a, b, c);
		const [u, v, w] = triangleAreaVector(after.positions, a, b, c);
		if (x * u + y * v + z * w <= 0) folded.push(i / 3);
	}
	return folded;
}

describe("jitter", () => {
	test.each(Object.keys(meshes))("never inverts a cell of: %s", (name) => {
		const mesh = meshes[name];
		const options = fc.record({
			amount: fc.double({ min: 0, max: 1, noNaN: true }),
			seed: fc.integer(),
			keepBoundary: fc.boolean(),
		});
		fc.assert(
			fc.property(options, (chosen) => {
				const moved = jitter(mesh, chosen);
				expect(checkMesh(moved)).toEqual([]);
				expect(foldedTriangles(mesh, moved)).toEqual([]);
			}),
			{ seed: 1, numRuns: 50 },
		);
	});

	test("keeps a sheet flat, and its area and outline", () => {
		const sheet = grid({ size: [2, 3], cells: [8, 8] });
		const moved = jitter(sheet, { amount: 0.5 });
		const still = new Set(boundaryVertices(sheet));
		let inner = 0;
		for (let vertex = 0; vertex < vertexCount(sheet); vertex++) {
			const before = sheet.positions.subarray(3 * vertex, 3 * vertex + 3);
			const after = moved.positions.subarray(3 * vertex, 3 * vertex + 3);
			expect(after[2]).toBe(0);
			if (still.has(vertex)) expect(after).toEqual(before);
			else if (after[0] !== before[0] && after[1] !== before[1]) inner++;
		}
		expect(inner).toBe(49);
		expect(total(moved, "triangle")).toBeCloseTo(6, 12);
		const triangles = [...cellMeasure(moved, "triangle")];
		expect(Math.min(...triangles)).toBeGreaterThan(0);
	});

	test("moves no vertex farther than its share of the shortest edge", () => {
		const sheet = grid({ size: [1, 1], cells: [10, 10] });
		const moved = jitter(sheet, { amount: 0.2, keepBoundary: false });
		for (let i = 0; i < sheet.positions.length; i += 3) {
			const distance = Math.hypot(
				moved.positions[i] - sheet.positions[i],
				moved.positions[i + 1] - sheet.positions[i + 1],
			);
			expect(distance).toBeLessThanOrEqual(0.2 * 0.1 + 1e-12);
		}
	});

	test("repeats itself for equal seeds only, and leaves its input alone", () => {
		const mesh = box();
		const before = mesh.positions.slice();
		const first = jitter(mesh, { seed: 5 });
		expect(jitter(mesh, { seed: 5 })).toEqual(first);
		expect(jitter(mesh, { seed: 6 })).not.toEqual(first);
		expect(mesh.positions).toEqual(before);
		expect(first.positions).not.toEqual(before);
	});

	test("keeps volume and skin of a solid", () => {
		const solid = meshes.tetrahedra;
		const moved = jitter(solid);
		expect(total(moved, "tetrahedron")).toBeCloseTo(1, 12);
		for (const group of Object.values(solid.groups)) {
			for (const vertex of group) {
				expect(moved.positions[3 * vertex]).toBe(solid.positions[3 * vertex]);
			}
		}
	});

	test("rejects an amount beyond 1", () => {
		expect(() => jitter(grid(), { amount: 2 })).toThrow(
			"jitter: amount is 2; it must be in [0, 1]",
		);
	});
});

describe("grade", () => {
	test("maps positions and keeps everything else", () => {
		const sheet = grid({ cells: [2, 1] });
		const tilted = grade(sheet, (x, y, z) => [2 * x, y, z + x]);
		expect(tilted.triangles).toBe(sheet.triangles);
		expect(tilted.groups).toBe(sheet.groups);
		expect([...tilted.positions.slice(3, 6)]).toEqual([1, 0, 0.5]);
	});

	test("graded makes a geometric sequence of the given ratio between the same ends", () => {
		const segments = 10;
		const mesh = graded(line({ from: [-1, 0, 0], to: [3, 0, 0], segments }), {
			ratio: [1000, 1, 1],
		});
		const lengths = cellMeasure(mesh, "edge");
		for (let i = 1; i < segments; i++) {
			expect(lengths[i] / lengths[i - 1]).toBeCloseTo(
				1000 ** (1 / segments),
				9,
			);
		}
		expect(mesh.positions[0]).toBe(-1);
		expect(mesh.positions[3 * segments]).toBeCloseTo(3, 14);
	});

	test("graded leaves axes of ratio 1 to the bit", () => {
		const mesh = grid({ size: [0.3, 0.7] });
		expect(graded(mesh, { ratio: [1, 1, 1] }).positions).toEqual(
			mesh.positions,
		);
		expect(() => graded(mesh, { ratio: [0, 1, 1] })).toThrow(
			"graded: ratio is [0, 1, 1]; all three must be positive numbers",
		);
	});
});
