import { describe, expect, test } from "vitest";
import {
	assertMesh,
	box,
	checkMesh,
	createMesh,
	grid,
	type Mesh,
	type MeshParts,
	type MeshProblemKind,
	mergeMeshes,
	problemKinds,
} from "../../src/mesh/index.ts";

const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const cube = [...square, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1];

interface Planted {
	readonly kind: MeshProblemKind;
	readonly parts: MeshParts;
	readonly message: string;
}

const planted: readonly Planted[] = [
	{
		kind: "empty",
		parts: { positions: [] },
		message: "the mesh has 0 vertices and no cells",
	},
	{
		kind: "empty",
		parts: { positions: square },
		message: "the mesh has 4 vertices and no cells",
	},
	{
		kind: "array-length",
		parts: { positions: square, triangles: [0, 1, 2, 0, 2] },
		message: "triangles has length 5, not a multiple of 3",
	},
	{
		kind: "array-length",
		parts: { positions: [...square, 1], triangles: [0, 1, 2, 0, 2, 3] },
		message: "positions has length 13, not a multiple of 3",
	},
	{
		kind: "index-range",
		parts: { positions: square, triangles: [0, 1, 2, 0, 2, 4] },
		message: "triangle 1 uses vertex 4; the mesh has 4 vertices (0 to 3)",
	},
	{
		kind: "index-range",
		parts: {
			positions: square,
			triangles: [0, 1, 2, 0, 2, 3],
			groups: { top: [3, 9] },
		},
		message: 'group "top" has vertex 9; the mesh has 4 vertices (0 to 3)',
	},
	{
		kind: "non-finite-position",
		parts: {
			positions: [...square.slice(0, 9), 0, Number.NaN, 0],
			triangles: [0, 1, 2, 0, 2, 3],
		},
		message: "vertex 3 is at (0, NaN, 0)",
	},
	{
		kind: "degenerate-cell",
		parts: { positions: square, triangles: [0, 1, 2, 0, 2, 3, 3, 1, 3] },
		message: "triangle 2 (vertices 3, 1, 3) uses vertex 3 more than once",
	},
	{
		kind: "degenerate-cell",
		parts: { positions: [0, 0, 0, 1, 0, 0, 3, 0, 0], triangles: [0, 1, 2] },
		message:
			"triangle 0 (vertices 0, 1, 2) has area 0 m², nothing for its size",
	},
	{
		kind: "degenerate-cell",
		parts: {
			positions: [0, 0, 0, 1, 0, 0, 1, 1e-17, 0],
			edges: [0, 1, 1, 2],
		},
		message: "edge 1 (vertices 1, 2) has length 1e-17 m, nothing for its size",
	},
	{
		kind: "degenerate-cell",
		parts: { positions: square, tetrahedra: [0, 1, 2, 3] },
		message:
			"tetrahedron 0 (vertices 0, 1, 2, 3) has volume 0 m³, nothing for its size",
	},
	{
		kind: "sliver",
		parts: {
			positions: [0, 0, 0, 1, 0, 0, 0.5, 2e-6, 0],
			triangles: [0, 1, 2],
		},
		message:
			"triangle 0 (vertices 0, 1, 2) is a sliver, 0.000002 as high as long",
	},
	{
		kind: "sliver",
		parts: {
			positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, 1e-6],
			tetrahedra: [0, 1, 2, 3],
		},
		message:
			"tetrahedron 0 (vertices 0, 1, 2, 3) is a sliver, 7.1e-7 as high as long",
	},
	{
		kind: "duplicate-cell",
		parts: { positions: square, triangles: [0, 1, 2, 0, 2, 3, 2, 0, 1] },
		message:
			"triangle 2 (vertices 2, 0, 1) has the same vertices as triangle 0",
	},
	{
		kind: "inverted-cell",
		parts: {
			positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
			tetrahedra: [0, 2, 1, 3],
		},
		message: "tetrahedron 0 (vertices 0, 2, 1, 3) has volume -0.167 m³",
	},
	{
		kind: "inverted-cell",
		parts: {
			positions: [...cube.slice(0, 18), 0.2, 0.2, 1, 0, 1, 1],
			hexahedra: [0, 1, 2, 3, 4, 5, 6, 7],
		},
		message:
			"hexahedron 0 (vertices 0, 1, 2, 3, 4, 5, 6, 7) has Jacobian determinant -0.6 m³ at vertex 6",
	},
	{
		kind: "inconsistent-orientation",
		parts: { positions: square, triangles: [0, 1, 2, 0, 3, 2] },
		message: "triangles 0, 1 traverse their edge (0, 2) in the same direction",
	},
	{
		kind: "non-manifold-edge",
		parts: {
			positions: [...square, 0.5, 0.5, 1],
			triangles: [0, 1, 2, 0, 2, 3, 0, 2, 4],
		},
		message: "edge (0, 2) joins triangles 0, 1, 2",
	},
	{
		kind: "non-manifold-vertex",
		parts: {
			positions: [...square, -1, -0.5, 0],
			triangles: [0, 1, 2, 0, 3, 4],
		},
		message: "vertex 0 holds 2 fans of triangles together",
	},
	{
		kind: "isolated-vertex",
		parts: { positions: [...square, 5, 5, 5], triangles: [0, 1, 2, 0, 2, 3] },
		message: "vertex 4 is in no cell",
	},
];

describe("checkMesh", () => {
	test.each(planted)("finds $kind: $message", ({ kind, parts, message }) => {
		expect(checkMesh(createMesh(parts))).toEqual([
			expect.objectContaining({ kind, message, ...problemKinds[kind] }),
		]);
	});

	test("has a planted case for every kind", () => {
		const kinds = new Set(planted.map(({ kind }) => kind));
		expect([...kinds].sort()).toEqual(Object.keys(problemKinds).sort());
	});

	test("says where: cell and vertices", () => {
		const mesh = createMesh({
			positions: square,
			triangles: [0, 1, 2, 0, 2, 3, 3, 1, 3],
		});
		expect(checkMesh(mesh)[0]).toMatchObject({
			severity: "error",
			cell: { kind: "triangle", index: 2 },
			vertices: [3, 1, 3],
		});
	});

	test("describes the first five of a kind and counts the rest", () => {
		const sheet = grid({ cells: [4, 4] });
		const positions = sheet.positions.map((x, i) => (i < 42 ? Number.NaN : x));
		const problems = checkMesh({ ...sheet, positions });
		expect(problems).toHaveLength(6);
		expect(problems[4].message).toBe("vertex 4 is at (NaN, NaN, NaN)");
		expect(problems[5].message).toBe("… and 9 more");
	});

	test("reports several kinds at once", () => {
		const mesh = createMesh({
			positions: [...square, 9, 9, 9],
			triangles: [0, 1, 2, 0, 3, 2, 1, 2, 0],
		});
		expect(checkMesh(mesh).map(({ kind }) => kind)).toEqual([
			"duplicate-cell",
			"inconsistent-orientation",
			"isolated-vertex",
		]);
	});

	test.each([1e-9, 1, 1e9])("judges shape, not size: scale %d", (scale) => {
		const scaled = (mesh: Mesh): Mesh => ({
			...mesh,
			positions: mesh.positions.map((x) => scale * x),
		});
		expect(checkMesh(scaled(grid({ size: [1, 0.001] })))).toEqual([]);
		expect(checkMesh(scaled(box()))).toEqual([]);
		expect(checkMesh(scaled(box({ elements: "hexahedra" })))).toEqual([]);
	});
});

describe("assertMesh", () => {
	test("accepts good meshes and mere warnings", () => {
		assertMesh(mergeMeshes([grid(), box()]), "both");
		const isolated = createMesh({
			positions: [...square, 5, 5, 5],
			triangles: [0, 1, 2, 0, 2, 3],
		});
		assertMesh(isolated, "with a spare vertex");
	});

	test("throws one error with all problems and their remedies", () => {
		const mesh = createMesh({
			positions: [...square, 9, 9, 9],
			triangles: [0, 1, 2, 0, 3, 2],
		});
		expect(() => assertMesh(mesh, "sheet")).toThrow(
			[
				'mesh "sheet" has problems:',
				"- inconsistent-orientation: triangles 0, 1 traverse their edge (0, 2) in the same direction",
				"- isolated-vertex (warning): vertex 4 is in no cell",
				"→ inconsistent-orientation: repairMesh orients the triangles, unless the surface is one-sided like a Möbius strip",
				"→ isolated-vertex: repairMesh removes these vertices; without a cell they have no mass",
			].join("\n"),
		);
	});
});
