import { describe, expect, test } from "vitest";
import {
	box,
	cellCount,
	cells,
	createMesh,
	grid,
	line,
	mergeMeshes,
	vertexCount,
} from "../../src/mesh/index.ts";

describe("createMesh", () => {
	test("fills absent arrays with empty ones and converts plain ones", () => {
		const mesh = createMesh({
			positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
			triangles: [0, 1, 2],
			groups: { tip: [2] },
		});
		expect(mesh.positions).toBeInstanceOf(Float64Array);
		expect(mesh.triangles).toEqual(Uint32Array.of(0, 1, 2));
		expect(mesh.groups).toEqual({ tip: Uint32Array.of(2) });
		for (const kind of ["edge", "tetrahedron", "hexahedron"] as const) {
			expect(cells(mesh, kind)).toEqual(new Uint32Array(0));
		}
		expect(vertexCount(mesh)).toBe(3);
		expect(cellCount(mesh, "triangle")).toBe(1);
	});

	test("takes typed arrays without copying", () => {
		const positions = new Float64Array(9);
		const triangles = Uint32Array.of(0, 1, 2);
		const mesh = createMesh({ positions, triangles });
		expect(mesh.positions).toBe(positions);
		expect(mesh.triangles).toBe(triangles);
	});

	test.each([-1, 0.5, Number.NaN])("rejects the index %d", (index) => {
		expect(() =>
			createMesh({ positions: [0, 0, 0], triangles: [0, 0, index] }),
		).toThrow(
			`createMesh: triangles[2] is ${index}; a vertex index must be a whole number from 0 on`,
		);
	});
});

test("mergeMeshes puts meshes side by side and unites their groups", () => {
	const sheet = grid({ cells: [1, 1], diagonal: "right" });
	const merged = mergeMeshes([sheet, line({ segments: 1 }), box(), sheet]);
	const shift = 4 + 2 + vertexCount(box());
	expect(vertexCount(merged)).toBe(shift + 4);
	expect(merged.edges).toEqual(Uint32Array.of(4, 5));
	expect(merged.triangles.slice(6)).toEqual(
		sheet.triangles.map((vertex) => vertex + shift),
	);
	expect(merged.groups.top).toEqual(Uint32Array.of(2, 3, shift + 2, shift + 3));
	expect(merged.groups.start).toEqual(Uint32Array.of(4));
});
