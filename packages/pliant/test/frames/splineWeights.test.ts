import { describe, expect, test } from "vitest";
import { splineWeights } from "../../src/frames/index.ts";

describe.each([3, 4, 5, 9])("splines of %i frames", (frames) => {
	const [from, to] = [
		[1, 0, 2],
		[3, 1, 0],
	] as const;
	const { weights, origins, knots } = splineWeights({ from, to, frames });
	const at = (u: number, aside = [0, 0, 0]) => {
		const w = new Float64Array(frames);
		const dw = new Float64Array(3 * frames);
		const p = from.map((c, k) => c + u * (to[k] - c) + aside[k]);
		weights.evaluate(p, w, dw);
		return { p, w, dw };
	};

	test("sum to one, are not negative, and reproduce what is linear", () => {
		for (const u of [0, 0.07, 0.3, 0.5, 0.71, 0.99, 1]) {
			const { p, w, dw } = at(u);
			expect(w.reduce((s, x) => s + x)).toBeCloseTo(1, 14);
			expect(Math.min(...w)).toBeGreaterThanOrEqual(0);
			for (let k = 0; k < 3; k++) {
				expect(w.reduce((s, x, i) => s + x * origins[i][k], 0)).toBeCloseTo(
					p[k],
					13,
				);
				expect(w.reduce((s, _, i) => s + dw[3 * i + k], 0)).toBeCloseTo(0, 13);
			}
		}
	});

	test("gradients are derivatives, and zero beyond the ends", () => {
		const h = 1e-6;
		for (const u of [0.02, 0.3, 0.55, 0.97])
			for (let k = 0; k < 3; k++) {
				const step = (by: number) =>
					at(
						u,
						[0, 1, 2].map((j) => +(j === k) * by),
					).w;
				const [plus, minus] = [step(h), step(-h)];
				for (let i = 0; i < frames; i++)
					expect((plus[i] - minus[i]) / (2 * h)).toBeCloseTo(
						at(u).dw[3 * i + k],
						8,
					);
			}
		expect(at(1.2).dw.every((d) => d === 0)).toBe(true);
		expect([...at(1.2).w]).toEqual([...at(1).w]);
	});

	test("frames on a parabola bend the axis without false shear, in inner spans", () => {
		const inner = knots.slice(1, -2);
		const moments = inner.flatMap((low, i) =>
			[0.2, 0.5, 0.8].map((t) => {
				const u = low + t * (inner[i + 1] ?? knots[i + 2]) - t * low;
				const along = (o: readonly number[]) => (o[0] - from[0]) / 2;
				const { w } = at(u);
				return w.reduce((s, x, j) => s + x * along(origins[j]) ** 2, 0) - u * u;
			}),
		);
		for (const m of moments) expect(m).toBeCloseTo(moments[0], 14);
	});
});

test("bad chains are refused", () => {
	const chain = (frames: number) =>
		splineWeights({ from: [0, 0, 0], to: [1, 0, 0], frames });
	expect(() => chain(2)).toThrow("splineWeights: frames is 2");
	expect(() =>
		splineWeights({ from: [1, 0, 0], to: [1, 0, 0], frames: 3 }),
	).toThrow("both [1, 0, 0]");
});
