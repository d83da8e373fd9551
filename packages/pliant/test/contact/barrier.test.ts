import { expect, test } from "vitest";
import { nextStiffness } from "../../src/contact/barrier.ts";

test("stiffness rises while something is pressed together, and goes back to what it was", () => {
	let stiffness = 1;
	for (let step = 0; step < 4; step++)
		stiffness = nextStiffness(stiffness, 0.01);
	expect(stiffness).toBe(16);
	expect(nextStiffness(stiffness, 0.05)).toBe(16);
	for (let step = 0; step < 10; step++)
		stiffness = nextStiffness(stiffness, 0.8);
	expect(stiffness).toBe(1);
	for (let step = 0; step < 100; step++)
		stiffness = nextStiffness(stiffness, 0);
	expect(stiffness).toBe(2 ** 30);
});
