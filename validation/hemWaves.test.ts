import { expect, test } from "vitest";
import { meanWaves } from "./hemWaves.ts";

const around = (of: (angle: number) => number) =>
	Array.from({ length: 60 }, (_, i) => of((i / 60) * 2 * Math.PI));

test("a wave has its number of waves, whatever its outline", () => {
	const oval = (a: number) =>
		0.3 + 0.05 * Math.cos(a + 1) + 0.04 * Math.sin(2 * a);
	for (const waves of [3, 7, 20])
		expect(
			meanWaves(around((a) => oval(a) + 0.01 * Math.cos(waves * a + 2))),
		).toBeCloseTo(waves, 9);
});

test("two waves count by their power", () => {
	const folds = around((a) => 0.02 * Math.cos(4 * a) + 0.01 * Math.sin(9 * a));
	expect(meanWaves(folds)).toBeCloseTo((4 * 4 + 1 * 9) / 5, 9);
});

test("a fold that is hardly there changes next to nothing", () => {
	const hem = (fold: number) =>
		around((a) => 0.02 * Math.cos(5 * a) + fold * Math.cos(11 * a));
	expect(meanWaves(hem(1e-4)) - meanWaves(hem(0))).toBeLessThan(1e-3);
});
