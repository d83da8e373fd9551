import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	boundaryEdges,
	boundaryFaces,
	boundaryLoops,
	boundaryVertices,
	box,
	cellCount,
	components,
	createMesh,
	disc,
	edgeTopology,
	grid,
	hinges,
	type Mesh,
	mergeMeshes,
	sphere,
	tube,
	vertexCells,
	vertexCount,
} from "../../src/mesh/index.ts";

/** Two triangles over the square 0 1 2 3, cut from 0 to 2. */
const square = createMesh({
	positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
	triangles: [0, 1, 2, 0, 2, 3],
});

/** A square ring: the rim of a 3 × 3 grid without its middle cell. */
function sheetWithHole(): Mesh {
	const sheet = grid({ cells: [3, 3], diagonal: "right" });
	const middle = 2 * 4;
	const triangles = sheet.triangles.filter(
		(_, i) => Math.floor(i / 3) !== middle && Math.floor(i / 3) !== middle + 1,
	);
	return { ...sheet, triangles };
}

/** Connectivity only: these vertices have no places. */
const anyTriangles = fc
	.array(fc.uniqueArray(fc.nat(11), { minLength: 3, maxLength: 3 }), {
		maxLength: 40,
	})
	.map((triangles) =>
		createMesh({
			positions: new Float64Array(36),
			triangles: triangles.flat(),
		}),
	);

describe("edgeTopology", () => {
	test("lists edges sorted, edge i opposite vertex i, and the cells at each", () => {
		const { edges, cellEdges, edgeCells } = edgeTopology(square, "triangle");
		expect([...edges]).toEqual([0, 1, 0, 2, 0, 3, 1, 2, 2, 3]);
		expect([...cellEdges]).toEqual([3, 1, 0, 4, 2, 1]);
		expect([...edgeCells.offsets]).toEqual([0, 1, 3, 4, 5, 6]);
		expect([...edgeCells.items]).toEqual([0, 0, 1, 1, 0, 1]);
	});

	test("counts the edges of a cube", () => {
		const cube = (options: Parameters<typeof box>[0]) =>
			box({ cells: [1, 1, 1], ...options });
		const count = (mesh: Mesh, kind: "tetrahedron" | "hexahedron") =>
			edgeTopology(mesh, kind).edges.length / 2;
		expect(count(cube({ elements: "hexahedra" }), "hexahedron")).toBe(12);
		expect(count(cube({ split: "five" }), "tetrahedron")).toBe(12 + 6);
		expect(count(cube({ split: "six" }), "tetrahedron")).toBe(12 + 6 + 1);
	});

	test("holds for any triangles", () => {
		fc.assert(
			fc.property(anyTriangles, (mesh) => {
				const { edges, cellEdges, edgeCells } = edgeTopology(mesh, "triangle");
				expect(edgeCells.items).toHaveLength(mesh.triangles.length);
				for (let e = 0; 2 * e < edges.length; e++) {
					const key = edges[2 * e] * 12 + edges[2 * e + 1];
					const previous = edges[2 * e - 2] * 12 + edges[2 * e - 1];
					expect(edges[2 * e]).toBeLessThan(edges[2 * e + 1]);
					if (e > 0) expect(previous).toBeLessThan(key);
					const { offsets, items } = edgeCells;
					for (let i = offsets[e]; i < offsets[e + 1]; i++) {
						const start = 3 * items[i];
						expect(cellEdges.subarray(start, start + 3)).toContain(e);
					}
				}
				cellEdges.forEach((edge, place) => {
					const start = 3 * Math.floor(place / 3);
					const triangle = [...mesh.triangles.subarray(start, start + 3)];
					const others = triangle.filter((v) => v !== mesh.triangles[place]);
					expect([...edges.subarray(2 * edge, 2 * edge + 2)]).toEqual(
						others.sort((a, b) => a - b),
					);
				});
			}),
			{ seed: 1 },
		);
	});
});

describe("hinges", () => {
	test("are (A, B, C, D) with triangles (A, C, D) and (B, D, C)", () => {
		expect([...hinges(square)]).toEqual([1, 3, 2, 0]);
	});

	test.each([
		["grid", grid({ cells: [7, 5] })],
		["crossed grid", grid({ cells: [3, 4], diagonal: "crossed" })],
		["disc", disc({ rings: 4 })],
		["sphere", sphere({ subdivisions: 2 })],
		["tube", tube({ segments: 3 })],
	])(
		"of a %s: one per inner edge, both triangles in their own order",
		(_, mesh) => {
			const triangles = new Set<string>();
			for (let i = 0; i < mesh.triangles.length; i += 3) {
				const [a, b, c] = mesh.triangles.subarray(i, i + 3);
				for (const turn of [
					[a, b, c],
					[b, c, a],
					[c, a, b],
				]) {
					triangles.add(turn.join());
				}
			}
			const quadruples = hinges(mesh);
			for (let i = 0; i < quadruples.length; i += 4) {
				const [a, b, c, d] = quadruples.subarray(i, i + 4);
				expect(triangles).toContain([a, c, d].join());
				expect(triangles).toContain([b, d, c].join());
			}
			const edges = edgeTopology(mesh, "triangle").edges.length / 2;
			const outer = boundaryEdges(mesh).length / 2;
			expect(quadruples).toHaveLength(4 * (edges - outer));
		},
	);

	test("reject an edge with three triangles", () => {
		const fins = createMesh({
			positions: new Float64Array(15),
			triangles: [0, 1, 2, 1, 0, 3, 0, 1, 4],
		});
		expect(() => hinges(fins)).toThrow(
			"hinges: edge (0, 1) has 3 triangles; it may have one or two, so split the mesh along it",
		);
	});
});

describe("boundary", () => {
	test("edges run along with their triangle", () => {
		expect([...boundaryEdges(square)]).toEqual([0, 1, 3, 0, 1, 2, 2, 3]);
	});

	test("of a grid is its four sides", () => {
		const mesh = grid({ cells: [4, 3] });
		const { top, bottom, left, right } = mesh.groups;
		const sides = new Set([...top, ...bottom, ...left, ...right]);
		expect([...boundaryVertices(mesh)]).toEqual(
			[...sides].sort((a, b) => a - b),
		);
	});

	test("loops count the openings", () => {
		expect(boundaryLoops(square)).toEqual([Uint32Array.of(0, 1, 2, 3)]);
		const [outer, inner] = boundaryLoops(sheetWithHole());
		expect([outer.length, inner.length]).toEqual([12, 4]);
		expect(boundaryLoops(tube())).toHaveLength(2);
		expect(boundaryLoops(sphere())).toHaveLength(0);
	});

	test("loops that touch in a vertex stay apart", () => {
		const bowTie = createMesh({
			positions: new Float64Array(15),
			triangles: [0, 1, 2, 0, 3, 4],
		});
		expect(boundaryLoops(bowTie)).toEqual([
			Uint32Array.of(0, 1, 2),
			Uint32Array.of(0, 3, 4),
		]);
	});

	test("a Möbius strip has a single loop", () => {
		const strip = createMesh({
			positions: new Float64Array(15),
			triangles: [0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 0, 4, 0, 1],
		});
		const [loop, ...others] = boundaryLoops(strip);
		expect(others).toEqual([]);
		expect([...loop].sort()).toEqual([0, 1, 2, 3, 4]);
	});

	test("faces of one tetrahedron and one hexahedron are all their faces", () => {
		const one = createMesh({
			positions: new Float64Array(24),
			tetrahedra: [0, 1, 2, 3],
			hexahedra: [0, 1, 2, 3, 4, 5, 6, 7],
		});
		expect([...boundaryFaces(one, "tetrahedron")]).toEqual([
			...[1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1],
		]);
		expect(boundaryFaces(one, "hexahedron")).toHaveLength(24);
	});
});

test("vertexCells lists the cells around each vertex in ascending order", () => {
	const { offsets, items } = vertexCells(square, "triangle");
	expect([...offsets]).toEqual([0, 2, 3, 5, 6]);
	expect([...items]).toEqual([0, 1, 0, 0, 1, 1]);
	const solid = box({ cells: [2, 2, 2], elements: "hexahedra" });
	const around = vertexCells(solid, "hexahedron");
	expect(around.offsets[14] - around.offsets[13]).toBe(8);
});

describe("components", () => {
	test("are numbered by their lowest vertex, across kinds of cells", () => {
		const mesh = createMesh({
			positions: new Float64Array(24),
			triangles: [5, 6, 7],
			edges: [0, 3, 3, 5, 1, 4],
		});
		expect(components(mesh)).toEqual({
			count: 3,
			componentOf: Uint32Array.of(0, 1, 2, 0, 1, 0, 0, 0),
		});
	});

	test("of merged meshes are those meshes", () => {
		const parts = [grid(), box(), sphere()];
		const { count, componentOf } = components(mergeMeshes(parts));
		expect(count).toBe(3);
		expect(componentOf[0]).toBe(0);
		expect(componentOf[vertexCount(parts[0])]).toBe(1);
		expect(componentOf.at(-1)).toBe(2);
	});
});

test("a million triangles, and a vertex with a million edges, are no trouble", () => {
	const mesh = grid({ cells: [1000, 500], diagonal: "right" });
	expect(cellCount(mesh, "triangle")).toBe(1_000_000);
	const topology = edgeTopology(mesh, "triangle");
	expect(topology.edges.length / 2).toBe(1_501_500);
	expect(hinges(mesh, topology).length / 4).toBe(1_498_500);
	expect(boundaryLoops(mesh, topology).map((loop) => loop.length)).toEqual([
		3000,
	]);
	expect(components(mesh).count).toBe(1);

	const count = 1_000_000;
	const fan = createMesh({
		positions: new Float64Array(3 * (count + 1)),
		triangles: Uint32Array.from({ length: 3 * count }, (_, i) => {
			const triangle = Math.floor(i / 3);
			return i % 3 === 0 ? 0 : 1 + ((triangle + (i % 3) - 1) % count);
		}),
	});
	expect(edgeTopology(fan, "triangle").edges.length / 2).toBe(2 * count);
});
