import { describe, expect, test } from "vitest";
import {
	type BoxOptions,
	boundaryFaces,
	box,
	cellCount,
	checkMesh,
	components,
	edgeTopology,
	vertexCount,
} from "../../src/mesh/index.ts";
import { enclosedVolume, total } from "./measures.ts";

const size = [2, 1, 3] as const;
const cells = [4, 3, 5] as const;
const volume = 6;
const surfaceArea = 22;

describe.each(["five", "six"] as const)(
	"tetrahedra, cubes cut in %s",
	(split) => {
		const mesh = box({ size, cells, split });

		test("counts and volume", () => {
			expect(checkMesh(mesh)).toEqual([]);
			expect(vertexCount(mesh)).toBe(5 * 4 * 6);
			expect(cellCount(mesh, "tetrahedron")).toBe(
				60 * (split === "five" ? 5 : 6),
			);
			expect(total(mesh, "tetrahedron")).toBeCloseTo(volume, 12);
			expect(components(mesh).count).toBe(1);
		});

		test("is conforming: unshared faces are exactly the surface", () => {
			const triangles = boundaryFaces(mesh, "tetrahedron");
			expect(triangles.length / 3).toBe(2 * 2 * (4 * 3 + 3 * 5 + 4 * 5));
			const surface = { ...mesh, triangles, tetrahedra: new Uint32Array(0) };
			expect(total(surface, "triangle")).toBeCloseTo(surfaceArea, 12);
			expect(enclosedVolume(mesh.positions, triangles)).toBeCloseTo(volume, 12);
			const errors = checkMesh(surface).filter((p) => p.severity === "error");
			expect(errors).toEqual([]);
		});

		test("has the Euler characteristic 1 of a ball", () => {
			const tetrahedra = cellCount(mesh, "tetrahedron");
			const outer = boundaryFaces(mesh, "tetrahedron").length / 3;
			const faces = (4 * tetrahedra + outer) / 2;
			const edges = edgeTopology(mesh, "tetrahedron").edges.length / 2;
			expect(vertexCount(mesh) - edges + faces - tetrahedra).toBe(1);
		});
	},
);

describe("hexahedra", () => {
	const mesh = box({ size, cells, elements: "hexahedra" });

	test("counts and volume", () => {
		expect(checkMesh(mesh)).toEqual([]);
		expect(cellCount(mesh, "hexahedron")).toBe(60);
		expect(mesh.tetrahedra).toHaveLength(0);
		expect(total(mesh, "hexahedron")).toBeCloseTo(volume, 12);
	});

	test("has outward quads on its surface", () => {
		const quads = boundaryFaces(mesh, "hexahedron");
		expect(quads.length / 4).toBe(2 * (4 * 3 + 3 * 5 + 4 * 5));
		const triangles: number[] = [];
		for (let i = 0; i < quads.length; i += 4) {
			const [a, b, c, d] = quads.subarray(i, i + 4);
			triangles.push(a, b, c, a, c, d);
		}
		expect(
			enclosedVolume(mesh.positions, Uint32Array.from(triangles)),
		).toBeCloseTo(volume, 12);
	});

	test("has the Euler characteristic 1 of a ball", () => {
		const outer = boundaryFaces(mesh, "hexahedron").length / 4;
		const faces = (6 * 60 + outer) / 2;
		const edges = edgeTopology(mesh, "hexahedron").edges.length / 2;
		expect(vertexCount(mesh) - edges + faces - 60).toBe(1);
	});
});

test("groups are the six sides", () => {
	const origin = [-1, 10, 0.5] as const;
	const mesh = box({ size, cells, origin });
	["x", "y", "z"].forEach((name, axis) => {
		for (const [side, coordinate] of [
			["min", origin[axis]],
			["max", origin[axis] + size[axis]],
		] as const) {
			const group = mesh.groups[`${name}-${side}`];
			const onSide = Array.from(
				{ length: vertexCount(mesh) },
				(_, vertex) => vertex,
			).filter((vertex) => mesh.positions[3 * vertex + axis] === coordinate);
			expect([...group]).toEqual(onSide);
		}
	});
});

test.each([
	[
		{ cells: [2, 2, 0] },
		"box: cells is [2, 2, 0]; all three counts must be positive integers",
	],
	[
		{ size: [1, -1, 1] },
		"box: size is [1, -1, 1]; all three must be positive numbers",
	],
	[
		{ elements: "wedges" } as unknown as BoxOptions,
		'box: elements is "wedges"; it must be one of "hexahedra", "tetrahedra"',
	],
	[
		{ split: "four" } as unknown as BoxOptions,
		'box: split is "four"; it must be one of "five", "six"',
	],
] satisfies [BoxOptions, string][])(
	"a wrong option is named with its value and remedy (%#)",
	(options, message) => {
		expect(() => box(options)).toThrow(message);
	},
);
