import { expect, test } from "vitest";
import { sphere } from "../../src/mesh/index.ts";

test("a sphere of absurdly many triangles is refused at once", () => {
	expect(() => sphere({ subdivisions: 12 })).toThrow(
		/sphere: subdivisions is 12; it must be in \[0, 9\]/,
	);
});
