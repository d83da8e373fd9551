import { describe, expect, it } from "vitest";
import { csv } from "../src/csv.ts";
import { objText } from "../src/obj.ts";

describe("OBJ", () => {
	it("lists vertices and triangles, counting from 1", () => {
		expect(
			objText(
				"thing",
				Float64Array.of(0, 0, 0, 1, -0.5, 1e-9, 0, 100, -1e-9),
				Uint32Array.of(0, 1, 2),
			),
		).toBe(
			"# written by pliant; metres, y up\no thing\nv 0 0 0\nv 1 -0.5 0\nv 0 100 0\nf 1 2 3\n",
		);
	});
});

describe("CSV", () => {
	it("has a header and a line per row, without noise of rounding", () => {
		const rows = [
			{ a: 0.1 + 0.2, b: 1e-12 },
			{ a: -2, b: 3 },
		];
		expect(csv(rows, { a_m: (row) => row.a, b: (row) => row.b })).toBe(
			"a_m,b\n0.3,1e-12\n-2,3\n",
		);
	});
});
