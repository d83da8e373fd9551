import { box, disc, grid, jitter, line, selectVertices } from "pliant/mesh";
import { describe, expect, it } from "vitest";

describe("selectVertices", () => {
	const sheet = grid({ size: [2, 1], cells: [4, 2] });
	const block = box({ cells: [2, 2, 2] });

	it("takes all, or the boundary", () => {
		expect(selectVertices(sheet, "all")).toHaveLength(15);
		expect(selectVertices(sheet, "boundary")).toHaveLength(12);
		expect(selectVertices(block, "boundary")).toHaveLength(26);
		expect([...selectVertices(line({ segments: 3 }), "boundary")]).toEqual([
			0, 3,
		]);
	});

	it("finds corners of sheets, solids and curves", () => {
		expect([...selectVertices(sheet, "corners")]).toEqual([0, 4, 10, 14]);
		expect(selectVertices(block, "corners")).toHaveLength(8);
		const cut = box({ cells: [3, 2, 2], elements: "hexahedra" });
		expect(selectVertices(cut, "corners")).toHaveLength(8);
		expect(selectVertices(line({}), "corners")).toHaveLength(2);
		expect(selectVertices(disc({ rings: 6 }), "corners")).toHaveLength(0);
		const rough = jitter(grid({ cells: [20, 20] }), { amount: 0.3 });
		expect(selectVertices(rough, "corners")).toHaveLength(4);
	});

	it("finds the corners towards a side", () => {
		expect([...selectVertices(sheet, { corners: "+y" })]).toEqual([10, 14]);
		expect([...selectVertices(sheet, { corners: "-x" })]).toEqual([0, 10]);
		expect(selectVertices(block, { corners: "+z" })).toHaveLength(4);
	});

	it("chooses by place", () => {
		const right = { min: [1.4, -1, -1], max: [3, 2, 1] } as const;
		expect(selectVertices(sheet, { box: right })).toHaveLength(6);
		const ball = { centre: [0, 0, 0], radius: 0.6 } as const;
		expect([...selectVertices(sheet, { sphere: ball })]).toEqual([0, 1, 5]);
		const top = { point: [0, 1, 0], normal: [0, 2, 0] } as const;
		expect(selectVertices(sheet, { plane: top })).toHaveLength(5);
		expect(
			selectVertices(sheet, { plane: { ...top, within: 0.6 } }),
		).toHaveLength(10);
		expect([...selectVertices(sheet, { nearest: [1.9, 0.1, 5] })]).toEqual([4]);
	});

	it("chooses by name and number", () => {
		expect([...selectVertices(sheet, { group: "left" })]).toEqual([0, 5, 10]);
		expect([...selectVertices(sheet, { indices: [3, 1, 3] })]).toEqual([1, 3]);
		expect(() => selectVertices(sheet, { group: "lft" })).toThrow(
			/no group 'lft'; the mesh has .*left/,
		);
		expect(() => selectVertices(sheet, { indices: [15] })).toThrow(
			"there is no vertex 15; the mesh has 15",
		);
		expect(() => selectVertices(sheet, { group: "toString" })).toThrow(/group/);
	});

	it("combines", () => {
		const left = { group: "left" } as const;
		const top = { group: "top" } as const;
		expect(selectVertices(sheet, { anyOf: [left, top] })).toHaveLength(7);
		expect([...selectVertices(sheet, { allOf: [left, top] })]).toEqual([10]);
		expect(selectVertices(sheet, { not: left })).toHaveLength(12);
		expect(selectVertices(sheet, { anyOf: [] })).toHaveLength(0);
	});
});
