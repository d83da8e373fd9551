import { expect, test } from "vitest";
import { shadowArea } from "./fabrics/shadowArea.ts";

/** A square of 0.2 m, level, and the same folded over once. */
const triangles = Uint32Array.of(0, 1, 2, 0, 2, 3, 3, 2, 4, 3, 4, 5);
const flat = [-0.1, 0, -0.1, 0.1, 0, -0.1, 0.1, 0, 0, -0.1, 0, 0];

test("a square covers its area", () => {
	const x = Float64Array.of(...flat, 0.1, 0, 0.1, -0.1, 0, 0.1);
	expect(Math.abs(shadowArea(triangles, x, 0.15) / 0.04 - 1)).toBeLessThan(
		0.004,
	);
});

test("what lies above itself counts once, and what stands upright not at all", () => {
	const folded = Float64Array.of(...flat, 0.1, 0.01, -0.1, -0.1, 0.01, -0.1);
	const upright = Float64Array.of(...flat, 0.1, -0.1, 0, -0.1, -0.1, 0);
	for (const x of [folded, upright])
		expect(Math.abs(shadowArea(triangles, x, 0.15) / 0.02 - 1)).toBeLessThan(
			0.01,
		);
});
