import { describe, expect, test } from "vitest";
import {
	cellMeasure,
	checkMesh,
	curve,
	line,
	type Vector3,
} from "../../src/mesh/index.ts";
import { total } from "./measures.ts";

const corner: Vector3[] = [
	[0, 0, 0],
	[3, 0, 0],
	[3, 1, 0],
];

test("a line has equal edges from start to end", () => {
	const mesh = line({ from: [1, 1, 1], to: [1, 5, 1], segments: 4 });
	expect(checkMesh(mesh)).toEqual([]);
	expect(mesh.edges).toEqual(Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 4));
	expect(cellMeasure(mesh, "edge")).toEqual(Float64Array.of(1, 1, 1, 1));
	expect(mesh.groups).toEqual({
		start: Uint32Array.of(0),
		end: Uint32Array.of(4),
	});
});

describe("curve", () => {
	test("runs from point to point", () => {
		const mesh = curve({ points: corner });
		expect([...mesh.positions]).toEqual(corner.flat());
		expect(mesh.edges).toEqual(Uint32Array.of(0, 1, 1, 2));
	});

	test("is divided evenly along its length", () => {
		const mesh = curve({ points: corner, segments: 8 });
		expect(checkMesh(mesh)).toEqual([]);
		expect(total(mesh, "edge")).toBeCloseTo(4, 12);
		for (const length of cellMeasure(mesh, "edge")) {
			expect(length).toBeCloseTo(0.5, 12);
		}
	});

	test("closes", () => {
		const mesh = curve({ points: corner, closed: true });
		expect(checkMesh(mesh)).toEqual([]);
		expect(mesh.edges).toEqual(Uint32Array.of(0, 1, 1, 2, 2, 0));
		expect(mesh.groups).toEqual({});
		const divided = curve({ points: corner, closed: true, segments: 20 });
		expect(divided.positions).toHaveLength(60);
		expect([...divided.edges.slice(-2)]).toEqual([19, 0]);
	});
});

test.each([
	[
		() => line({ segments: 0 }),
		"line: segments is 0; it must be a positive integer",
	],
	[
		() => line({ from: [1, 0, 0], to: [1, 0, 0] }),
		"line: from and to are both [1, 0, 0]; they must be different points",
	],
	[
		() => curve({ points: corner.slice(0, 2), closed: true }),
		"curve: points has 2; a closed curve needs at least 3",
	],
	[
		() => curve({ points: [...corner, [0, Number.NaN, 0]] }),
		"curve: points[3] is [0, NaN, 0]; it must be three finite numbers",
	],
	[
		() => curve({ points: [...corner, corner[0]], closed: true }),
		"curve: points[3] and points[0] are both [0, 0, 0]; neighbouring points must differ, and a closed curve returns to its first point by itself",
	],
])(
	"a wrong option is named with its value and remedy (%#)",
	(make, message) => {
		expect(make).toThrow(message);
	},
);
