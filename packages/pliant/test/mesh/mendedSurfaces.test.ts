/** Surfaces as scans and modelling programs leave them: slivers are collapsed or flipped away, and what is not a surface is cut. */
import { describe, expect, test } from "vitest";
import {
	boundaryLoops,
	checkMesh,
	components,
	createMesh,
	grid,
	type Mesh,
	mergeMeshes,
	repairMesh,
	sphere,
	vertexCount,
} from "../../src/mesh/index.ts";
import { edgeTopology } from "../../src/mesh/topology.ts";
import { randomNumbers } from "../../src/testing/index.ts";
import { withCap, withNeedles } from "./brokenSurfaces.ts";
import { total } from "./measures.ts";

/** Vertices − edges + triangles, which only cutting or filling changes. */
const eulerNumber = (mesh: Mesh): number =>
	vertexCount(mesh) -
	edgeTopology(mesh, "triangle").edges.length / 2 +
	mesh.triangles.length / 3;

const shapes = [
	["sheet", grid({ cells: [6, 6], diagonal: "right" })],
	["ball", sphere({ subdivisions: 2 })],
] as const;

describe.each(shapes)("slivers on a %s", (_, mesh) => {
	const random = randomNumbers(5);
	const some = Array.from({ length: 5 }, () => Math.abs(random()));

	test.each(some)("caps are flipped away (%d)", (u) => {
		const triangle = Math.floor((u * mesh.triangles.length) / 3);
		const broken = withCap(mesh, triangle, 3e-7);
		expect(checkMesh(broken).map(({ kind }) => kind)).toEqual(["sliver"]);
		const { mesh: mended, changes } = repairMesh(broken);
		expect(changes).toHaveLength(1);
		expect(changes[0]).toMatch(
			/^(flipped 1 long edge|removed 1 sliver at the boundary)/,
		);
		expect(checkMesh(mended)).toEqual([]);
		expect(eulerNumber(mended)).toBe(eulerNumber(mesh));
		expect(total(mended, "triangle")).toBeCloseTo(total(mesh, "triangle"), 4);
	});

	test.each(some)("needles are collapsed (%d)", (u) => {
		const { edges } = edgeTopology(mesh, "triangle");
		const broken = withNeedles(mesh, Math.floor((u * edges.length) / 2), 1e-7);
		expect(checkMesh(broken).length).toBeGreaterThan(0);
		const { mesh: mended, changes, vertexMap } = repairMesh(broken);
		expect(changes).toContain("collapsed 1 short edge of slivers");
		expect(checkMesh(mended)).toEqual([]);
		expect(vertexCount(mended)).toBe(vertexCount(mesh));
		expect(eulerNumber(mended)).toBe(eulerNumber(mesh));
		expect([...vertexMap].every((v) => v >= 0)).toBe(true);
		expect(total(mended, "triangle")).toBeCloseTo(total(mesh, "triangle"), 5);
	});

	test("a corner that lies on an edge leaves no crack", () => {
		const broken = withCap(mesh, 30, 0);
		expect(checkMesh(broken)[0].kind).toBe("degenerate-cell");
		const { mesh: mended } = repairMesh(broken);
		expect(checkMesh(mended)).toEqual([]);
		expect(boundaryLoops(mended).length).toBe(boundaryLoops(mesh).length);
	});
});

test("a flip that would fold the surface is not done", () => {
	// The triangle beyond the long edge stands upright on a tetrahedron: the edge of the flip exists already.
	const mesh = createMesh({
		positions: [0, 0, 0, 1, 0, 0, 0.5, 1e-7, 0, 0.5, 0.5, 1],
		triangles: [0, 1, 2, 1, 0, 3, 0, 2, 3, 2, 1, 3],
	});
	const { changes } = repairMesh(mesh);
	expect(changes.filter((change) => change.startsWith("flipped"))).toEqual([]);
});

describe("edges of more than two triangles", () => {
	/** Pages of a book, and its back at the z axis. */
	const book = (pages: number): Mesh => {
		const positions = [0, 0, 0, 0, 0, 1];
		const triangles: number[] = [];
		for (let page = 0; page < pages; page++) {
			const angle = (Math.PI * page) / pages;
			const [x, y] = [Math.cos(angle), Math.sin(angle)];
			positions.push(x, y, 0, x, y, 1);
			const [a, b] = [2 + 2 * page, 3 + 2 * page];
			triangles.push(0, a, b, 0, b, 1);
		}
		return createMesh({
			positions,
			triangles,
			groups: { back: [0, 1], cover: [2, 3] },
		});
	};

	test.each([3, 4, 7])("are cut: a book of %d pages", (pages) => {
		const mesh = book(pages);
		const { mesh: mended, changes, origins, vertexMap } = repairMesh(mesh);
		expect(changes).toEqual([
			`cut the surface along 1 edge that more than two triangles met at, into sheets that are not joined there any more (vertices added: ${2 * (pages - 1)})`,
		]);
		expect(checkMesh(mended)).toEqual([]);
		expect(components(mended).count).toBe(pages);
		expect(mended.groups.back).toHaveLength(2 * pages);
		expect(mended.groups.cover).toEqual(mesh.groups.cover);
		expect([...vertexMap]).toEqual([...vertexMap.keys()]);
		origins.forEach((from, vertex) => {
			expect(mended.positions.subarray(3 * vertex, 3 * vertex + 3)).toEqual(
				mesh.positions.subarray(3 * from, 3 * from + 3),
			);
		});
		expect(total(mended, "triangle")).toBe(total(mesh, "triangle"));
	});

	test("a fin on a ball is cut off, and the ball is cut along it", () => {
		const ball = sphere({ subdivisions: 2 });
		const [a, b] = ball.triangles;
		const fin = createMesh({
			positions: [...ball.positions, 0, 0, 3],
			triangles: [...ball.triangles, a, b, vertexCount(ball)],
		});
		const { mesh } = repairMesh(fin);
		expect(checkMesh(mesh)).toEqual([]);
		expect(components(mesh).count).toBe(2);
	});

	test("two balls that share a triangle's edge come apart", () => {
		const one = sphere({ subdivisions: 1 });
		const two = mergeMeshes([one, one]);
		const shifted = two.positions.slice();
		for (let i = one.positions.length; i < shifted.length; i++)
			shifted[i] += i % 3 === 0 ? 5 : 0;
		const count = vertexCount(one);
		const triangles = two.triangles.slice();
		const [a, b] = one.triangles;
		// The edge of the second ball at these vertices is moved to those of the first.
		for (const [i, v] of triangles.entries())
			if (v === a + count || v === b + count) triangles[i] = v - count;
		const joined = createMesh({ positions: shifted, triangles });
		expect(checkMesh(joined)[0].kind).toBe("non-manifold-edge");
		const { mesh } = repairMesh(joined);
		expect(
			checkMesh(mesh).filter(({ severity }) => severity === "error"),
		).toEqual([]);
	});
});
