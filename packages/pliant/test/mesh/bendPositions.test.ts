import { expect, test } from "vitest";
import { bendPositions } from "../../src/mesh/index.ts";

const bend = {
	centre: [1, 0, 0],
	axis: [0, 0, 2],
	along: [3, 0, 0],
	over: 0.2,
	angle: Math.PI / 2,
} as const;

test("what is beyond a joint turns, what is before it does not, and the joint turns by half", () => {
	const x = Float64Array.of(0, 0, 1, 2, 0, 1, 1, 0.1, 0);
	const y = bendPositions(x, [bend]);
	const half = 0.1 * Math.SQRT1_2;
	for (const [i, c] of [0, 0, 1, 1, 1, 1, 1 - half, half, 0].entries())
		expect(y[i]).toBeCloseTo(c, 12);
});

test("what is far from the limb's axis stays", () => {
	const x = Float64Array.of(2, 0.3, 0, 2, 0.1, 0);
	const y = bendPositions(x, [{ ...bend, within: 0.2 }]);
	expect(y.slice(0, 3)).toEqual(x.slice(0, 3));
	expect(y[3]).toBeCloseTo(0.9, 12);
});

test("a direction without length is refused", () => {
	expect(() =>
		bendPositions(new Float64Array(3), [{ ...bend, axis: [0, 0, 0] }]),
	).toThrow(/axis is \[0,0,0\]; it must not be zero/);
});
