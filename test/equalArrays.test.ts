import { expect, test } from "vitest";

test("arrays of numbers are equal by their bytes, and told apart by one number", () => {
	const numbers = (...values: number[]) => ({ x: Float64Array.from(values) });
	expect(numbers(1, Number.NaN, 3)).toEqual(numbers(1, Number.NaN, 3));
	for (const other of [numbers(1, 2), numbers(1, 2, 3.01), numbers(1, 2, 3, 4)])
		expect(() => expect(numbers(1, 2, 3)).toEqual(other)).toThrow();
	expect(Float32Array.of(1)).not.toStrictEqual(Float64Array.of(1));
	expect(Float64Array.of(0)).not.toEqual(Float64Array.of(-0));
});
