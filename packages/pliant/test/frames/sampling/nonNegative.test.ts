import { expect, test } from "vitest";
import { nonNegative } from "../../../src/frames/sampling/nonNegative.ts";
import { randomNumbers } from "../weights/fieldChecks.ts";

test("no value is negative, and none could be better", () => {
	const random = randomNumbers(9);
	let zeros = 0;
	for (let round = 0; round < 100; round++) {
		const count = 1 + Math.floor(20 * random());
		const A = Float64Array.from(
			{ length: count * count },
			() => random() - 0.5,
		);
		const G = new Float64Array(count * count);
		for (let i = 0; i < count; i++)
			for (let j = 0; j < count; j++) {
				for (let k = 0; k < count; k++)
					G[i * count + j] += A[i * count + k] * A[j * count + k];
				if (i === j) G[i * count + j] += 0.01;
			}
		const c = Float64Array.from({ length: count }, () => random() - 0.3);
		const x = nonNegative(G, c);
		for (let i = 0; i < count; i++) {
			let slope = c[i];
			for (let j = 0; j < count; j++) slope -= G[i * count + j] * x[j];
			if (x[i] > 0) expect(slope).toBeCloseTo(0, 8);
			else {
				zeros++;
				expect(x[i]).toBe(0);
				expect(slope).toBeLessThan(1e-8);
			}
		}
	}
	expect(zeros).toBeGreaterThan(200);
});

test("refuses what has no least value", () => {
	expect(() => nonNegative(Float64Array.of(-1), Float64Array.of(1))).toThrow(
		"nonNegative: the matrix is not positive definite, or not finite",
	);
});
