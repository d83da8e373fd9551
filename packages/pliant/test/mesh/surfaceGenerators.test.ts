import { describe, expect, test } from "vitest";
import {
	boundaryLoops,
	boundaryVertices,
	cellCount,
	cellQuality,
	checkMesh,
	disc,
	type GridDiagonal,
	grid,
	sphere,
	tube,
	vertexCount,
} from "../../src/mesh/index.ts";
import { triangleAreaVector } from "../../src/mesh/measure.ts";
import { enclosedVolume, eulerCharacteristic, total } from "./measures.ts";

const diagonals: GridDiagonal[] = ["right", "left", "alternating", "crossed"];

describe("grid", () => {
	test.each(diagonals)("%s: counts, area and normal", (diagonal) => {
		const mesh = grid({ size: [3, 2], cells: [5, 4], diagonal });
		const isCrossed = diagonal === "crossed";
		expect(checkMesh(mesh)).toEqual([]);
		expect(vertexCount(mesh)).toBe(6 * 5 + (isCrossed ? 20 : 0));
		expect(cellCount(mesh, "triangle")).toBe(isCrossed ? 80 : 40);
		expect(eulerCharacteristic(mesh)).toBe(1);
		expect(total(mesh, "triangle")).toBeCloseTo(6, 12);
		const [a, b, c] = mesh.triangles;
		const [x, y, z] = triangleAreaVector(mesh.positions, a, b, c);
		expect([x, y, z > 0]).toEqual([0, 0, true]);
	});

	test.each([
		["right", [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4]],
		["left", [0, 1, 3, 1, 4, 3, 1, 2, 4, 2, 5, 4]],
		["alternating", [0, 1, 4, 0, 4, 3, 1, 2, 4, 2, 5, 4]],
		["crossed", [0, 1, 6, 1, 4, 6, 4, 3, 6, 3, 0, 6, 1, 2, 7]],
	] as const)("%s cuts the cells as described", (diagonal, expected) => {
		const { triangles } = grid({ cells: [2, 1], diagonal });
		expect([...triangles.slice(0, expected.length)]).toEqual(expected);
	});

	test("alternates between rows as well", () => {
		const { triangles } = grid({ cells: [1, 2], diagonal: "alternating" });
		expect([...triangles]).toEqual([0, 1, 3, 0, 3, 2, 2, 3, 4, 3, 5, 4]);
	});

	test("lies flat with its normal up in the xz-plane", () => {
		const mesh = grid({ size: [3, 2], plane: "xz", origin: [1, 5, -1] });
		expect(checkMesh(mesh)).toEqual([]);
		const [a, b, c] = mesh.triangles;
		const [x, y, z] = triangleAreaVector(mesh.positions, a, b, c);
		expect([x, y > 0, z]).toEqual([0, true, 0]);
		const [topRight] = mesh.groups["top-right"];
		expect([...mesh.positions.slice(3 * topRight)]).toEqual([4, 5, 1]);
	});

	test("names its sides and corners", () => {
		const { groups } = grid({ cells: [2, 3], diagonal: "crossed" });
		expect(groups).toEqual({
			bottom: Uint32Array.of(0, 1, 2),
			top: Uint32Array.of(9, 10, 11),
			left: Uint32Array.of(0, 3, 6, 9),
			right: Uint32Array.of(2, 5, 8, 11),
			"bottom-left": Uint32Array.of(0),
			"bottom-right": Uint32Array.of(2),
			"top-left": Uint32Array.of(9),
			"top-right": Uint32Array.of(11),
		});
	});
});

describe("disc", () => {
	test("counts, rim and shape of the triangles", () => {
		const mesh = disc({ radius: 2, rings: 7 });
		expect(checkMesh(mesh)).toEqual([]);
		expect(vertexCount(mesh)).toBe(1 + 3 * 7 * 8);
		expect(cellCount(mesh, "triangle")).toBe(6 * 7 * 7);
		expect(eulerCharacteristic(mesh)).toBe(1);
		expect(boundaryVertices(mesh)).toEqual(mesh.groups.rim);
		expect(Math.min(...cellQuality(mesh, "triangle"))).toBeGreaterThan(0.7);
	});

	test("has the area of the polygon of its rim, and converges to πr²", () => {
		for (const rings of [1, 4, 40]) {
			const corners = 6 * rings;
			const polygon = 2 * corners * Math.sin((2 * Math.PI) / corners);
			expect(total(disc({ radius: 2, rings }), "triangle")).toBeCloseTo(
				polygon,
				11,
			);
		}
	});
});

describe("sphere", () => {
	test.each([0, 1, 2, 4])("%d subdivisions: closed, facing outward", (n) => {
		const mesh = sphere({ radius: 3, subdivisions: n });
		expect(checkMesh(mesh)).toEqual([]);
		expect(cellCount(mesh, "triangle")).toBe(20 * 4 ** n);
		expect(vertexCount(mesh)).toBe(10 * 4 ** n + 2);
		expect(eulerCharacteristic(mesh)).toBe(2);
		expect(boundaryLoops(mesh)).toEqual([]);
		expect(enclosedVolume(mesh.positions, mesh.triangles)).toBeGreaterThan(0);
	});

	test("area and volume converge with the square of the edge length", () => {
		const errors = [3, 4, 5].map((subdivisions) => {
			const mesh = sphere({ radius: 1, subdivisions });
			const volume = enclosedVolume(mesh.positions, mesh.triangles);
			return [
				4 * Math.PI - total(mesh, "triangle"),
				(4 / 3) * Math.PI - volume,
			];
		});
		for (const measure of [0, 1]) {
			for (const level of [0, 1]) {
				const ratio = errors[level][measure] / errors[level + 1][measure];
				expect(ratio).toBeGreaterThan(3.9);
				expect(ratio).toBeLessThan(4.1);
			}
		}
		expect(errors[2][0] / (4 * Math.PI)).toBeLessThan(1e-3);
	});
});

describe("tube", () => {
	test("counts, openings and area", () => {
		const [radius, length, segments, rings] = [0.5, 2, 13, 5];
		const mesh = tube({ radius, length, segments, rings });
		expect(checkMesh(mesh)).toEqual([]);
		expect(vertexCount(mesh)).toBe(segments * (rings + 1));
		expect(cellCount(mesh, "triangle")).toBe(2 * segments * rings);
		expect(eulerCharacteristic(mesh)).toBe(0);
		expect(boundaryLoops(mesh)).toHaveLength(2);
		const { bottom, top } = mesh.groups;
		expect(boundaryVertices(mesh)).toEqual(Uint32Array.of(...bottom, ...top));
		expect(mesh.positions[3 * top[0] + 1]).toBe(length);

		const base = 2 * radius * Math.sin(Math.PI / segments);
		const sag = radius * (1 - Math.cos(Math.PI / segments));
		const height = Math.hypot(length / rings, sag);
		expect(total(mesh, "triangle")).toBeCloseTo(
			segments * rings * base * height,
			12,
		);
	});

	test("faces outward", () => {
		const { positions, triangles } = tube();
		for (let i = 0; i < triangles.length; i += 3) {
			const [a, b, c] = triangles.subarray(i, i + 3);
			const [nx, , nz] = triangleAreaVector(positions, a, b, c);
			expect(nx * positions[3 * a] + nz * positions[3 * a + 2]).toBeGreaterThan(
				0,
			);
		}
	});
});

test.each([
	[
		() => grid({ cells: [0, 4] }),
		"grid: cells is [0, 4]; both counts must be positive integers",
	],
	[
		() => grid({ size: [1, Number.NaN] }),
		"grid: size is [1, NaN]; both must be positive numbers",
	],
	[
		() => grid({ diagonal: "up" as GridDiagonal }),
		'grid: diagonal is "up"; it must be one of "right", "left", "alternating", "crossed"',
	],
	[
		() => grid({ origin: [0, Number.POSITIVE_INFINITY, 0] }),
		"grid: origin is [0, Infinity, 0]; it must be three finite numbers",
	],
	[
		() => disc({ rings: 1.5 }),
		"disc: rings is 1.5; it must be a positive integer",
	],
	[
		() => sphere({ radius: -1 }),
		"sphere: radius is -1; it must be a positive number",
	],
	[
		() => sphere({ subdivisions: -1 }),
		"sphere: subdivisions is -1; it must be an integer of at least 0",
	],
	[
		() => tube({ segments: 2 }),
		"tube: segments is 2; it must be an integer of at least 3",
	],
])(
	"a wrong option is named with its value and remedy (%#)",
	(make, message) => {
		expect(make).toThrow(message);
	},
);
