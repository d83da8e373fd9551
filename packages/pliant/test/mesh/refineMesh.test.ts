import { describe, expect, test } from "vitest";
import { checkMesh } from "../../src/mesh/check.ts";
import { box } from "../../src/mesh/generators/box.ts";
import { grid } from "../../src/mesh/generators/grid.ts";
import { cellMeasure } from "../../src/mesh/measure.ts";
import { cellCount } from "../../src/mesh/mesh.ts";
import { refineMesh } from "../../src/mesh/refineMesh.ts";

const total = (values: Float64Array) => values.reduce((a, b) => a + b, 0);

describe.each(["hexahedra", "tetrahedra"] as const)(
	"a box of %s",
	(elements) => {
		const kind = elements === "hexahedra" ? "hexahedron" : "tetrahedron";
		const coarse = box({ size: [1, 2, 3], cells: [1, 2, 1], elements });
		const fine = refineMesh(coarse);

		test("has eight times the cells, of the same volume, and is sound", () => {
			expect(cellCount(fine, kind)).toBe(8 * cellCount(coarse, kind));
			const volumes = cellMeasure(fine, kind);
			expect(total(volumes)).toBeCloseTo(6, 12);
			expect(Math.min(...volumes)).toBeGreaterThan(0);
			expect(
				checkMesh(fine).filter(({ severity }) => severity === "error"),
			).toEqual([]);
		});

		test("has the vertices of a box of half the cells, and its groups", () => {
			const direct = box({ size: [1, 2, 3], cells: [2, 4, 2], elements });
			expect(fine.positions.length).toBe(direct.positions.length);
			for (const [name, vertices] of Object.entries(direct.groups))
				expect(fine.groups[name].length).toBe(vertices.length);
		});
	},
);

test("triangles are cut in four, edges of their boundary stay", () => {
	const coarse = grid({ cells: [2, 2] });
	const fine = refineMesh(coarse);
	expect(cellCount(fine, "triangle")).toBe(4 * cellCount(coarse, "triangle"));
	expect(total(cellMeasure(fine, "triangle"))).toBeCloseTo(1, 12);
	expect(fine.groups.top.length).toBe(5);
});
