import { expect, test } from "vitest";
import { extrapolate } from "../../src/simulation/index.ts";

const series = (order: number, sizes: readonly number[]) =>
	sizes.map((h) => 7 - 3 * h ** order);

test("a power law is found with its order and limit", () => {
	for (const p of [1, 2, 3.5]) {
		const found = extrapolate(series(p, [0.4, 0.2, 0.1]));
		expect(found.order).toBeCloseTo(p, 10);
		expect(found.value).toBeCloseTo(7, 10);
		expect(found.error).toBeCloseTo(3 * 0.1 ** p, 10);
	}
});

test("other ratios, and two results of a known order", () => {
	const [coarse, middle, fine] = series(2, [0.9, 0.3, 0.1]);
	expect(extrapolate([coarse, middle, fine], { ratio: 3 }).value).toBeCloseTo(
		7,
		10,
	);
	expect(extrapolate([middle, fine], { ratio: 3, order: 2 }).value).toBeCloseTo(
		7,
		10,
	);
});

test("what does not settle is refused", () => {
	expect(() => extrapolate([1, 2, 4])).toThrow(/do not settle/);
	expect(() => extrapolate([1, 2])).toThrow(/give three finite numbers/);
	expect(() => extrapolate([1, 2, 3], { ratio: 1 })).toThrow(/more than 1/);
});
