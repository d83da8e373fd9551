import { expect, test } from "vitest";
import { hemFolds } from "./hemFolds.ts";

const around = (of: (angle: number) => number) =>
	Array.from({ length: 720 }, (_, i) => of((i / 720) * 2 * Math.PI));

test("a wave has its number of folds, its depth and no unevenness", () => {
	const folds = hemFolds(around((a) => 0.3 + 0.02 * Math.cos(7 * a)));
	expect(folds.count).toBe(7);
	expect(folds.depth).toBeCloseTo(0.02 * Math.SQRT2, 9);
	expect(folds.unevenness).toBeLessThan(0.01);
});

test("folds at different distances are uneven", () => {
	const folds = hemFolds(
		around((a) => 0.3 + 0.02 * Math.cos(6 * (a + 0.5 * Math.sin(a)))),
	);
	expect(folds.count).toBe(6);
	expect(folds.unevenness).toBeGreaterThan(0.2);
});
