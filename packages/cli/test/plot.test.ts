import { describe, expect, it } from "vitest";
import { niceTicks, plotSvg, tickLabels } from "../src/plot.ts";
import { checkXml } from "./checkXml.ts";

describe("ticks", () => {
	it("are round and enclose the values", () => {
		expect(niceTicks(0, 2, 4)).toEqual([0, 0.5, 1, 1.5, 2]);
		expect(niceTicks(0.13, 0.97, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
		expect(niceTicks(-3, 12, 5)).toEqual([-5, 0, 5, 10, 15]);
		expect(niceTicks(0, 3e-7, 3)).toEqual([0, 1e-7, 2e-7, 3e-7]);
	});

	it("exist for a single value", () => {
		for (const value of [0, 5, -2]) {
			const ticks = niceTicks(value, value, 5);
			expect(ticks.length).toBeGreaterThan(2);
			expect(ticks[0]).toBeLessThan(value);
			expect(ticks[ticks.length - 1]).toBeGreaterThan(value);
		}
	});

	it("are never too many, and evenly spaced", () => {
		for (const high of [0.0123, 0.7, 1, 3.3, 9.99, 1234]) {
			const ticks = niceTicks(0, high, 5);
			expect(ticks.length).toBeGreaterThanOrEqual(3);
			expect(ticks.length).toBeLessThanOrEqual(7);
		}
	});

	it("have labels of the same length after the point", () => {
		expect(tickLabels([-0.5, 0, 0.5])).toEqual(["−0.5", "0.0", "0.5"]);
		expect(tickLabels([0, 5, 10])).toEqual(["0", "5", "10"]);
		expect(tickLabels([0, 1e-7, 2e-7])).toEqual(["0", "1e−7", "2e−7"]);
	});
});

describe("plot", () => {
	const svg = plotSvg({
		title: "A < B & C",
		xLabel: "time [s]",
		x: [0, 1, 2],
		panels: [
			{
				label: "height [m]",
				series: [
					{ name: "one", color: "red", values: [0, 1, 4] },
					{ name: "two", color: "blue", values: [1, Number.NaN, 2] },
				],
			},
			{
				label: "depth [m]",
				downwards: true,
				series: [{ name: "three", color: "green", values: [0, 1, 1] }],
			},
		],
	});

	it("is well-formed, with everything escaped", () => {
		checkXml(svg);
		expect(svg).toContain("A &lt; B &amp; C");
		expect(svg).not.toContain("NaN");
	});

	it("names axes, units and lines", () => {
		for (const text of ["time [s]", "height [m]", "depth [m]", "one", "three"])
			expect(svg).toContain(`>${text}</text>`);
	});

	it("draws larger values higher, or lower where asked", () => {
		const heights = [...svg.matchAll(/points="([^"]*)"/g)].map(([, points]) =>
			points.split(" ").map((point) => Number(point.split(",")[1])),
		);
		expect(heights[0][0]).toBeGreaterThan(heights[0][2]);
		expect(heights[1]).toHaveLength(2);
		expect(heights[2][0]).toBeLessThan(heights[2][2]);
	});
});
