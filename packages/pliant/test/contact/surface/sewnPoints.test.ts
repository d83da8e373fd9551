import { describe, expect, test } from "vitest";
import { Surfaces } from "../../../src/contact/surface/surfaces.ts";

/**
 * Two panels of three triangles on points 0 to 4 and 5 to 9, in mm, 2–1–0 being sewn to 7–6–5:
 *
 *     3 --- 4        8 --- 9
 *    / \   / \      / \   / \
 *   0 -- 1 -- 2    5 -- 6 -- 7
 */
const panel = (x: number) => [
	[x, 0, 0],
	[x + 2, 0, 0],
	[x + 5, 0, 0],
	[x + 1, 3, 0],
	[x + 3, 3, 0],
];
const rest = Float64Array.from([...panel(0), ...panel(1)].flat());
const faces = [0, 1, 3, 1, 4, 3, 1, 2, 4];
const joints = Uint32Array.from([0, 1, 2, 3, 4, 0, 1, 2, 8, 9]);
const sides = new Map([0, 1, 2, 5, 6, 7].map((p) => [p, [p < 5 ? 0 : 1]]));

/** The second panel lies where the first does, so places of one mistaken for the other's are found out. */
function sewn(isWelded: boolean, overdue = 1) {
	const surface = (name: string, first: number) => {
		const restTriangles = faces.map((p) => p + first);
		return {
			...{ label: name, name, loneEdges: [], restTriangles },
			ranges: [{ first, last: first + 5 }],
			triangles: isWelded ? restTriangles.map((p) => joints[p]) : restTriangles,
			...{ offset: 0.5, touchesItself: true },
		};
	};
	const ribbon = {
		...{ label: "seams", name: "seams", ranges: [], loneEdges: [] },
		triangles: [0, 1, 6, 0, 6, 5, 1, 2, 7, 1, 7, 6],
		restTriangles: [0, 1, 1, 5, 6, 5, 1, 2, 2, 6, 7, 6],
		...{ offset: 0.5, touchesItself: false, isRibbon: true },
	};
	const surfaces = new Surfaces(
		[surface("left", 0), surface("right", 5), ...(isWelded ? [] : [ribbon])],
		rest,
		{
			joints,
			sides,
			overdue,
		},
	);
	const edge = (a: number, b: number) => {
		const [p, q] = isWelded ? [joints[a], joints[b]] : [a, b];
		const { edges } = surfaces;
		for (let e = 0; e < edges.length; e += 2)
			if ([edges[e], edges[e + 1]].sort().join() === [p, q].sort().join())
				return e / 2;
		return -1;
	};
	const point = (p: number) => (isWelded ? joints[p] : p);
	return {
		sewn: surfaces.sewn as NonNullable<typeof surfaces.sewn>,
		edge,
		point,
	};
}

const outer = 100;
const share = (distance: number) => (0.95 * distance) / outer;

for (const isWelded of [false, true])
	describe(isWelded ? "welded panels" : "panels that are being sewn", () => {
		const garment = sewn(isWelded);
		const { edge, point } = garment;

		test("what has a point in common does not touch", () => {
			for (const [p, t] of [
				[0, 3],
				[1, 3],
				[1, 4],
				[6, 2],
			])
				expect(garment.sewn.shareOfPoint(point(p), t, outer)).toBe(0);
			expect(garment.sewn.shareOfEdges(edge(0, 1), edge(6, 9), outer)).toBe(0);
		});

		test("other distances at rest are those in the panel that both are in", () => {
			// Point 0 is 5 in the right panel, and triangle 5 there has 6, 7, 9; 6 is nearest.
			expect(garment.sewn.shareOfPoint(point(0), 5, outer)).toBeCloseTo(
				share(2),
				12,
			);
			expect(garment.sewn.shareOfPoint(3, 2, outer)).toBeCloseTo(
				// From (1, 3) to the side from 1 at (2, 0) to 4 at (3, 3).
				share(6 / Math.hypot(1, 3)),
				12,
			);
			expect(garment.sewn.shareOfPoint(3, 2, 1)).toBe(1);
			// Point 0 is 5, which is nearer to 7–9 than 7, which is 2, to 0–3.
			expect(
				garment.sewn.shareOfEdges(edge(0, 3), edge(7, 9), outer),
			).toBeCloseTo(share(15 / Math.hypot(2, 3)), 12);
		});

		test("far from seams nothing is said", () => {
			expect(garment.sewn.shareOfEdges(edge(3, 4), edge(8, 9), outer)).toBe(
				undefined,
			);
		});

		test("sides that are overdue pass through each other", () => {
			const { sewn: late } = sewn(isWelded);
			expect(late.areOne([0], [7])).toBe(false);
			expect(late.goTo(0.99)).toBe(false);
			expect(late.goTo(1)).toBe(true);
			expect(late.areOne([0], [7])).toBe(!isWelded);
			expect(late.areOne([0], [8])).toBe(false);
			expect(late.goTo(0.5)).toBe(true);
			expect(late.areOne([0], [7])).toBe(false);
		});
	});
