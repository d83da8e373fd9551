import type { Vector3 } from "pliant";
import { catmullRomWeights, linearWeights } from "pliant/frames";
import { describe, expect, test } from "vitest";
import { at, gradientError, randomNumbers, sum } from "./fieldChecks.ts";

const straight: Vector3[] = [
	[0, 0, 0],
	[1, 0, 0],
	[2, 0, 0],
	[3, 0, 0],
	[4, 0, 0],
];
const slanted: Vector3[] = [
	[0, 0, 0],
	[0.5, 0.5, 0.25],
	[2, 2, 1],
	[2.4, 2.4, 1.2],
];
const bent: Vector3[] = [
	[0, 0, 0],
	[1, 0, 0],
	[1, 1, 0],
];

describe.each([
	["linearWeights", linearWeights],
	["catmullRomWeights", catmullRomWeights],
])("%s", (name, make) => {
	test("is 1 at its own origin and 0 at the others", () => {
		for (const origins of [straight, slanted, bent])
			origins.forEach((origin, i) => {
				const { weights } = at(make(origins), origin);
				weights.forEach((w, j) => {
					expect(w).toBeCloseTo(i === j ? 1 : 0, 14);
				});
			});
	});

	test("sums to one everywhere, with gradients that sum to zero", () => {
		const random = randomNumbers(1);
		for (const origins of [straight, slanted, bent])
			for (let i = 0; i < 100; i++) {
				const p = [0, 1, 2].map(() => 6 * random() - 1);
				const { weights, gradients } = at(make(origins), p);
				expect(sum(weights)).toBeCloseTo(1, 14);
				for (let axis = 0; axis < 3; axis++)
					expect(sum(gradients.filter((_, k) => k % 3 === axis))).toBeCloseTo(
						0,
						13,
					);
			}
	});

	test("gradients are those of the weights", () => {
		const random = randomNumbers(2);
		for (const origins of [straight, slanted])
			for (let i = 0; i < 100; i++) {
				const along = 0.05 + 0.9 * random();
				const [a, b] = [origins[i % 3], origins[(i % 3) + 1]];
				const p = a.map(
					(c, k) =>
						c + along * (b[k] - c) + 0.3 * (random() - 0.5) * (k ? 1 : 0),
				) as unknown as Vector3;
				// The order of both: the error of central differences falls with the square of the step.
				const error = gradientError(make(origins), p, 1e-4);
				expect(error).toBeLessThan(1e-6);
			}
	});

	test("reproduces what is linear along a straight chain", () => {
		for (const origins of [straight, slanted])
			for (let t = 0.01; t < 1; t += 0.07) {
				const end = origins.at(-1) as Vector3;
				const p = end.map((c) => t * c);
				const { weights } = at(make(origins), p);
				const length = (v: readonly number[]) => Math.hypot(...v);
				const blended = sum(weights.map((w, i) => w * length(origins[i])));
				expect(blended).toBeCloseTo(t * length(end), 12);
			}
	});

	test("stays constant beyond the ends", () => {
		const { weights, gradients } = at(make(straight), [-3, 1, 2]);
		expect(Array.from(weights)).toEqual([1, 0, 0, 0, 0]);
		expect(gradients.every((g) => g === 0)).toBe(true);
	});

	test("refuses chains that are none", () => {
		expect(() => make([[0, 0, 0]])).toThrow(
			`${name}: 1 origins; a chain needs at least 2 frames`,
		);
		expect(() =>
			make([
				[1, 0, 0],
				[1, 0, 0],
			]),
		).toThrow(
			`${name}: origins[0] is [1, 0, 0] and origins[1] is [1, 0, 0]; neighbours along a chain must be apart`,
		);
	});
});

test("linear weights have constant gradients within a span", () => {
	const { weights, gradients } = at(linearWeights(slanted), [1, 1, 0.5]);
	const length = Math.hypot(1.5, 1.5, 0.75);
	expect(weights[1]).toBeCloseTo(1 - 0.5 / 1.5, 14);
	expect(Math.hypot(...gradients.subarray(6, 9))).toBeCloseTo(1 / length, 14);
});

test("Catmull–Rom weights are negative in the outer spans, at the lowest −2/27", () => {
	const field = catmullRomWeights(straight);
	expect(at(field, [3 + 2 / 3 - 2, 0, 0]).weights[0]).toBeLessThan(0);
	let lowest = 0;
	for (let x = 1; x < 2; x += 0.001)
		lowest = Math.min(lowest, at(field, [x, 0, 0]).weights[3]);
	expect(lowest).toBeCloseTo(-2 / 27, 6);
	// Reaches over two spans only.
	expect(at(field, [0.5, 0, 0]).weights[3]).toBe(0);
});

test("Catmull–Rom weights are smooth across the planes of frames", () => {
	const field = catmullRomWeights(slanted);
	for (const i of [1, 2]) {
		const aside = (h: number) =>
			at(
				field,
				slanted[i].map((c) => c * (1 + h)),
			).gradients;
		const [before, after] = [aside(-1e-9), aside(1e-9)];
		before.forEach((g, k) => {
			expect(g).toBeCloseTo(after[k], 6);
		});
	}
});
