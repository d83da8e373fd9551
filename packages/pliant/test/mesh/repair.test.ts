import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	box,
	cellCount,
	checkMesh,
	createMesh,
	disc,
	edgeLength,
	graded,
	grid,
	jitter,
	line,
	type Mesh,
	mergeMeshes,
	repairMesh,
	sphere,
	vertexCount,
} from "../../src/mesh/index.ts";
import { total } from "./measures.ts";

const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];

test.each([
	["grid", graded(grid({ diagonal: "crossed" }), { ratio: [1e4, 1, 1] })],
	["disc", jitter(disc(), { amount: 1 })],
	["sphere", sphere()],
	["tetrahedra", box()],
	["hexahedra", box({ elements: "hexahedra" })],
	["line", line()],
])("leaves a good mesh unchanged: %s", (_, mesh) => {
	const copy = structuredClone(mesh);
	const result = repairMesh(mesh);
	expect(result.mesh).toBe(mesh);
	expect(mesh).toEqual(copy);
	expect(result.changes).toEqual([]);
	expect(result.vertexMap[5]).toBe(5);
});

describe("repairMesh", () => {
	test("removes degenerate and duplicate cells of every kind", () => {
		const mesh = createMesh({
			positions: [...square, 0, 0, 1],
			edges: [0, 1, 1, 1, 1, 0],
			triangles: [0, 1, 2, 0, 2, 3, 3, 1, 3, 2, 3, 0],
			tetrahedra: [0, 1, 2, 4, 0, 1, 2, 3, 1, 2, 0, 4],
		});
		const result = repairMesh(mesh);
		expect(result.changes).toEqual([
			"removed 1 degenerate edge",
			"removed 1 duplicate edge",
			"removed 1 degenerate triangle",
			"removed 1 duplicate triangle",
			"removed 1 degenerate tetrahedron",
			"removed 1 duplicate tetrahedron",
		]);
		expect(result.mesh).toEqual({
			...mesh,
			edges: Uint32Array.of(0, 1),
			triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
			tetrahedra: Uint32Array.of(0, 1, 2, 4),
		});
	});

	test("removes isolated vertices and names the others anew, in groups as well", () => {
		const mesh = createMesh({
			positions: [9, 9, 9, ...square, 8, 8, 8],
			triangles: [1, 2, 3, 1, 3, 4],
			groups: { left: [1, 4], strays: [0, 5], all: [0, 1, 2, 3, 4, 5] },
		});
		const { mesh: repaired, changes, vertexMap } = repairMesh(mesh);
		expect(changes).toEqual(["removed 2 isolated vertices"]);
		expect([...vertexMap]).toEqual([-1, 0, 1, 2, 3, -1]);
		expect(repaired).toEqual(
			createMesh({
				positions: square,
				triangles: [0, 1, 2, 0, 2, 3],
				groups: { left: [0, 3], strays: [], all: [0, 1, 2, 3] },
			}),
		);
	});

	test("turns inverted tetrahedra and hexahedra", () => {
		for (const elements of ["tetrahedra", "hexahedra"] as const) {
			const good = box({ elements });
			const kind = elements === "tetrahedra" ? "tetrahedron" : "hexahedron";
			const mirrored: Mesh = {
				...good,
				positions: good.positions.map((x, i) => (i % 3 === 0 ? -x : x)),
			};
			expect(total(mirrored, kind)).toBeCloseTo(-1, 12);
			const { mesh, changes } = repairMesh(mirrored);
			expect(checkMesh(mesh)).toEqual([]);
			expect(total(mesh, kind)).toBeCloseTo(1, 12);
			expect(changes).toEqual([
				`turned ${cellCount(good, kind)} inverted ${elements}`,
			]);
		}
	});

	test("leaves a partly inverted hexahedron to its owner", () => {
		const mesh = box({ cells: [1, 1, 1], elements: "hexahedra" });
		mesh.positions.set([0.2, 0.2, 1], 21);
		expect(repairMesh(mesh).mesh).toBe(mesh);
		expect(checkMesh(mesh).map(({ kind }) => kind)).toEqual(["inverted-cell"]);
	});

	test("orients triangles like the majority of each piece", () => {
		const good = mergeMeshes([grid(), sphere()]);
		const triangles = good.triangles.slice();
		const wrong = [3, 4, 50, 210, 211, 1000];
		for (const triangle of wrong) {
			triangles.subarray(3 * triangle + 1, 3 * triangle + 3).reverse();
		}
		const { mesh, changes } = repairMesh({ ...good, triangles });
		expect(changes).toEqual(["reversed 6 triangles to match the others"]);
		expect(mesh).toEqual(good);
	});

	test("orients any random flips consistently", () => {
		const good = disc({ rings: 3 });
		const flips = fc.array(fc.boolean(), { minLength: 54, maxLength: 54 });
		fc.assert(
			fc.property(flips, (flip) => {
				const triangles = good.triangles.slice();
				flip.forEach((isFlipped, t) => {
					if (isFlipped) triangles.subarray(3 * t, 3 * t + 3).reverse();
				});
				expect(checkMesh(repairMesh({ ...good, triangles }).mesh)).toEqual([]);
			}),
			{ seed: 1 },
		);
	});

	test("leaves a Möbius strip alone", () => {
		const positions = Array.from({ length: 12 }, (_, i) => {
			const angle = (Math.floor(i / 2) * Math.PI) / 3;
			const r = 2 + ((i % 2) - 0.5) * Math.cos(angle / 2);
			const z = ((i % 2) - 0.5) * Math.sin(angle / 2);
			return [r * Math.cos(angle), r * Math.sin(angle), z];
		}).flat();
		const after = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 0];
		const triangles = [0, 2, 4, 6, 8, 10].flatMap((a) => [
			...[a, after[a], a + 1],
			...[a + 1, after[a], after[a + 1]],
		]);
		const strip = createMesh({ positions, triangles });
		expect(repairMesh(strip).mesh).toBe(strip);
		expect(checkMesh(strip)).toMatchObject([
			{ kind: "inconsistent-orientation" },
		]);
	});

	test("welds meshes where asked, and only there", () => {
		const left = grid({ cells: [3, 4] });
		const right = grid({ cells: [3, 4], origin: [1 + 1e-9, 0, 0] });
		const both = mergeMeshes([left, right]);
		expect(repairMesh(both).mesh).toBe(both);
		const { mesh, changes, vertexMap } = repairMesh(both, {
			mergeDistance: 1e-6,
		});
		expect(changes).toEqual([
			"merged 5 vertices at most 0.000001 m from others",
		]);
		expect(checkMesh(mesh)).toEqual([]);
		expect(vertexCount(mesh)).toBe(35);
		expect(mesh.groups.top).toHaveLength(7);
		both.triangles.forEach((vertex, i) => {
			expect(mesh.triangles[i]).toBe(vertexMap[vertex]);
		});
		expect(mesh.positions.subarray(0, 60)).toEqual(left.positions);
	});

	test("merging finds every pair within the distance, across cubes and signs", () => {
		const tenths = fc.integer({ min: -3, max: 3 });
		const points = fc.array(fc.tuple(tenths, tenths, tenths), {
			minLength: 2,
			maxLength: 40,
		});
		fc.assert(
			fc.property(points, (given) => {
				const positions = given.flat().map((tenth) => tenth / 10);
				const { mesh } = repairMesh(createMesh({ positions }), {
					mergeDistance: 0.18,
				});
				for (let i = 0; i < vertexCount(mesh); i++) {
					for (let j = 0; j < i; j++) {
						expect(edgeLength(mesh.positions, i, j)).toBeGreaterThan(0.18);
					}
				}
			}),
			{ seed: 1 },
		);
	});

	test("merging looks into each of the neighbouring cubes", () => {
		const others = Array.from({ length: 1000 }, (_, i) => [
			10 + i,
			0,
			0,
		]).flat();
		for (const x of [-0.05, 0.05]) {
			for (const y of [-0.05, 0.05]) {
				for (const z of [-0.05, 0.05]) {
					const positions = [x, y, z, -x, -y, -z, ...others];
					const { vertexMap } = repairMesh(createMesh({ positions }), {
						mergeDistance: 0.18,
					});
					expect(vertexMap[1]).toBe(0);
				}
			}
		}
	});

	test("cells that merging collapses are removed with their vertices", () => {
		const mesh = createMesh({
			positions: [...square, 1, 1e-8, 0],
			triangles: [0, 1, 4, 0, 4, 2, 0, 2, 3],
		});
		const result = repairMesh(mesh, { mergeDistance: 1e-6 });
		expect(result.changes).toEqual([
			"merged 1 vertex at most 0.000001 m from others",
			"removed 1 degenerate triangle",
		]);
		expect(result.mesh.triangles).toEqual(Uint32Array.of(0, 1, 2, 0, 2, 3));
	});

	test("says what it cannot do", () => {
		const broken = createMesh({ positions: square, triangles: [0, 1, 7] });
		expect(() => repairMesh(broken)).toThrow(
			"repairMesh: triangle 0 uses vertex 7; the mesh has 4 vertices (0 to 3); name existing vertices",
		);
		expect(() => repairMesh(grid(), { mergeDistance: 0 })).toThrow(
			"repairMesh: mergeDistance is 0; it must be a positive length in metres, or left out",
		);
	});
});
