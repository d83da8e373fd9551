import { describe, expect, test } from "vitest";
import { advance } from "../../../src/contact/surface/advance.ts";
import {
	closestEdges,
	closestPointTriangle,
	createClosest,
} from "../../../src/contact/surface/closest.ts";
import { edgeMeetsTriangle } from "../../../src/contact/surface/intersections.ts";
import { orientation3 } from "../../../src/contact/surface/orientation.ts";
import { TouchList } from "../../../src/contact/surface/touchList.ts";
import { createRandom } from "../../../src/mesh/generators/random.ts";
import {
	contactConstants as constants,
	contactNumerics,
} from "../../../src/numerics/contactNumerics.ts";
import { singleThread } from "../../../src/numerics/team.ts";
import { Arena } from "../../../src/system/arena.ts";
import { PointBlocks } from "../../../src/system/pointBlocks.ts";

const random = createRandom(11);
const closest = createClosest();
const team = await singleThread();
const arena = new Arena(team.memory);
const numerics = await contactNumerics(team);
const list = new TouchList(arena);
const blocks = new PointBlocks(arena, constants.blocksOfTouch);
const room = arena.f64(constants.gapRoom);
const positions = arena.f64(12);
const numbers = (count: number, size = 1) =>
	Float64Array.from({ length: count }, () => size * (2 * random() - 1));

type Kind = "point and triangle" | "edges";
const kinds: readonly Kind[] = ["point and triangle", "edges"];

function measure(kind: Kind, x: Float64Array): number {
	if (kind === "edges") closestEdges(x, 0, 1, 2, 3, closest);
	else closestPointTriangle(x, 0, 1, 2, 3, closest);
	return closest.distance;
}

/** 12×12 numbers by rows: ∂²d of what was last measured; or of a positive matrix for what is round, which has how it turns alone. */
function secondDerivatives(
	kind: Kind,
	x: Float64Array,
	positive: boolean,
): Float64Array {
	positions.array.set(x);
	list.clear();
	list.push(0, 1, 2, 3, kind === "edges", closest, 1, 1, 1, 0);
	// A potential d has a slope of 1.
	list.setBarrier(0, [closest.distance, 1, 0]);
	numerics.barrierBlocks(
		list.pointer,
		0,
		1,
		positive ? 1 : 0,
		positions.pointer,
		4,
		0,
		room.pointer,
		blocks.pointer,
	);
	const H = new Float64Array(144);
	blocks.visit((row, column, block) => {
		for (let i = 0; i < 9; i++)
			H[12 * (3 * row + Math.floor(i / 3)) + 3 * column + (i % 3)] += block[i];
	});
	return H;
}

/** Along the way between the two, vertices that go different ways bring things nearer by what the second derivatives say, and never farther apart. */
function expectTurning(x: Float64Array, kind: Kind, H: Float64Array): void {
	const { r, distance } = closest;
	const turning = secondDerivatives(kind, x, true);
	const by = numbers(4);
	let turned = 0;
	let expected = 0;
	let size = 0;
	for (let i = 0; i < 12; i++)
		for (let j = 0; j < 12; j++) {
			const [k, l] = [Math.floor(i / 3), Math.floor(j / 3)];
			const n = (r[i % 3] * r[j % 3]) / distance ** 2;
			turned -= by[k] * by[l] * n * turning[12 * i + j];
			expected -= by[k] * by[l] * n * H[12 * i + j];
			size += Math.abs(by[k] * by[l] * n * H[12 * i + j]);
		}
	expect(Math.abs(turned - expected)).toBeLessThanOrEqual(1e-6 * size);
	expect(turned).toBeGreaterThanOrEqual(-1e-9 * size);
}

/** Four points: anywhere, or in a degenerate place. */
function places(kind: Kind): Float64Array[] {
	const found: Float64Array[] = [];
	for (let i = 0; i < 200; i++) found.push(numbers(12));
	for (let i = 0; i < 100; i++) {
		const x = numbers(12);
		const flat = numbers(12);
		for (let k = 2; k < 12; k += 3) flat[k] = 0;
		found.push(flat);
		const [from, to, other] = kind === "edges" ? [2, 3, 0] : [1, 2, 3];
		// A needle, or parallel edges; then a point in place of an edge.
		const thin = x.slice();
		const t = 4 * random() - 1;
		for (let k = 0; k < 3; k++)
			thin[3 * other + k] =
				x[3 * from + k] + t * (x[3 * to + k] - x[3 * from + k]);
		found.push(thin);
		if (kind === "edges") {
			const parallel = x.slice();
			for (let k = 0; k < 3; k++)
				parallel[3 + k] = x[k] + t * (x[9 + k] - x[6 + k]);
			found.push(parallel);
		}
		const short = x.slice();
		short.copyWithin(3 * to, 3 * from, 3 * from + 3);
		found.push(short);
	}
	return found;
}

/** By trying: samples of both things, and finer ones about the best. */
function distanceByTrying(kind: Kind, x: Float64Array): number {
	const at = (a: number, b: number) => {
		const c = kind === "edges" ? [1 - a, a, b - 1, -b] : [1, a + b - 1, -a, -b];
		return Math.hypot(
			...[0, 1, 2].map((k) => c.reduce((s, w, i) => s + w * x[3 * i + k], 0)),
		);
	};
	let best = { a: 0, b: 0, d: Number.POSITIVE_INFINITY };
	let span = 1;
	for (let round = 0; round < 40; round++) {
		const { a, b } = round === 0 ? { a: 0.5, b: 0.5 } : best;
		const n = round === 0 ? 20 : 4;
		for (let i = -n; i <= n; i++)
			for (let j = -n; j <= n; j++) {
				const p = Math.min(1, Math.max(0, a + (span * i) / n));
				const most = kind === "edges" ? 1 : 1 - p;
				const q = Math.min(most, Math.max(0, b + (span * j) / n));
				const d = at(p, q);
				if (d < best.d) best = { a: p, b: q, d };
			}
		span *= 0.6;
	}
	return best.d;
}

describe.each(kinds)("closest points of %s", (kind) => {
	test("are as close as any that are found by trying, in degenerate places too", () => {
		for (const x of places(kind)) {
			const d = measure(kind, x);
			const tried = distanceByTrying(kind, x);
			expect(d).toBeLessThanOrEqual(tried + 1e-9);
			expect(d).toBeGreaterThanOrEqual(tried - 2e-4);
			expect(closest.c.reduce((a, b) => a + b)).toBeCloseTo(0, 12);
		}
	});

	test("have the derivatives that differences tell", () => {
		const masks = new Set<number>();
		let compared = 0;
		for (const x of places(kind)) {
			const d = measure(kind, x);
			const { mask } = closest;
			if (d < 0.05) continue;
			const c = closest.c.slice();
			const r = closest.r.slice();
			const gradient = Float64Array.from(
				x,
				(_, i) => (c[Math.floor(i / 3)] * r[i % 3]) / d,
			);
			const H = secondDerivatives(kind, x, false);
			expectTurning(x, kind, H);
			const h = 1e-6;
			const columns: { plus: Float64Array; minus: Float64Array }[] = [];
			let isSame = true;
			for (let i = 0; i < 12 && isSame; i++) {
				const sides = [h, -h].map((step) => {
					const moved = x.slice();
					moved[i] += step;
					const there = measure(kind, moved);
					isSame &&= closest.mask === mask;
					return {
						d: there,
						g: Float64Array.from(
							x,
							(_, j) =>
								(closest.c[Math.floor(j / 3)] * closest.r[j % 3]) / there,
						),
					};
				});
				// Where something else becomes closest there is no second derivative.
				if (!isSame) break;
				expect((sides[0].d - sides[1].d) / (2 * h)).toBeCloseTo(gradient[i], 6);
				columns.push({ plus: sides[0].g, minus: sides[1].g });
			}
			if (!isSame) continue;
			const largest = H.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
			if (largest > 1e3) continue;
			masks.add(mask);
			compared++;
			for (const [i, { plus, minus }] of columns.entries())
				for (let j = 0; j < 12; j++)
					expect(
						Math.abs((plus[j] - minus[j]) / (2 * h) - H[12 * j + i]),
					).toBeLessThan(2e-5 * Math.max(1, largest));
		}
		expect(compared).toBeGreaterThan(150);
		expect(masks.size).toBeGreaterThanOrEqual(kind === "edges" ? 9 : 7);
	});

	test("keep their distance on the way that they may go, which is not cut short for nothing", () => {
		let cut = 0;
		for (let i = 0; i < 2000; i++) {
			const x = numbers(12);
			const way = numbers(12, 2);
			const floor = i % 2 ? 0.02 : 0;
			const before = measure(kind, x);
			const fraction = advance(
				x,
				way,
				[0, 1, 2, 3],
				kind === "edges",
				floor,
				closest,
			);
			if (before <= floor) {
				expect(fraction).toBe(0);
				continue;
			}
			const least = (most: number) => {
				let d = Number.POSITIVE_INFINITY;
				for (let k = 0; k <= 200; k++)
					d = Math.min(
						d,
						measure(
							kind,
							x.map((value, j) => value + ((most * k) / 200) * way[j]),
						),
					);
				return d;
			};
			expect(least(fraction)).toBeGreaterThanOrEqual(
				floor + 0.0999 * (before - floor),
			);
			if (fraction === 1) continue;
			cut++;
			// It ends where little is left.
			const end = measure(
				kind,
				x.map((value, j) => value + fraction * way[j]),
			);
			expect(end).toBeLessThanOrEqual(floor + 0.2001 * (before - floor));
		}
		expect(cut).toBeGreaterThan(100);
	});
});

describe("edges and triangles", () => {
	test("meet where the closest points say so", () => {
		let meetings = 0;
		for (let i = 0; i < 3000; i++) {
			const x = numbers(15);
			const meets = edgeMeetsTriangle(x, 0, 1, 2, 3, 4);
			// Distances of the edge from the sides and of its ends from the triangle, and whether it passes through.
			const u = [0, 1, 2].map((k) => x[9 + k] - x[6 + k]);
			const v = [0, 1, 2].map((k) => x[12 + k] - x[6 + k]);
			const n = [
				u[1] * v[2] - u[2] * v[1],
				u[2] * v[0] - u[0] * v[2],
				u[0] * v[1] - u[1] * v[0],
			];
			const height = (p: number) =>
				n.reduce((s, c, k) => s + c * (x[3 * p + k] - x[6 + k]), 0);
			const t = height(0) / (height(0) - height(1));
			let passes = false;
			if (t > 0 && t < 1) {
				const y = new Float64Array(12);
				for (let k = 0; k < 3; k++) y[k] = x[k] + t * (x[3 + k] - x[k]);
				y.set(x.subarray(6), 3);
				closestPointTriangle(y, 0, 1, 2, 3, closest);
				passes = closest.distance < 1e-9;
			}
			expect(meets).toBe(passes);
			if (meets) meetings++;
		}
		expect(meetings).toBeGreaterThan(100);
	});

	test("are told apart where rounding cannot", () => {
		const e = 2 ** -52;
		// A triangle in the plane x + y + z = 1 and an edge that ends one unit in the last place above it.
		const third = 1 / 3;
		const edge = (height: number) =>
			Float64Array.from([
				...[0.25, 0.25, 0.5 + height, 2, 2, 2],
				...[1, 0, 0, 0, 1, 0, 0, 0, 1],
			]);
		expect(edgeMeetsTriangle(edge(e), 0, 1, 2, 3, 4)).toBe(false);
		expect(edgeMeetsTriangle(edge(0), 0, 1, 2, 3, 4)).toBe(true);
		expect(edgeMeetsTriangle(edge(-e), 0, 1, 2, 3, 4)).toBe(true);
		// Shewchuk's example: points that are nearly in a plane.
		const x = Float64Array.from([
			...[0.5, 0.5, 0.5, 12, 12, 12, 24, 24, 24],
			...[third, third, third + e],
		]);
		expect(orientation3(x, 0, 1, 2, 3)).toBe(0);
	});

	test("in one plane meet where they overlap", () => {
		const at = (p: number[], q: number[]) =>
			edgeMeetsTriangle(
				Float64Array.from([...p, 7, ...q, 7, 0, 0, 7, 1, 0, 7, 0, 1, 7]),
				...([0, 1, 2, 3, 4] as const),
			);
		expect(at([0.2, 0.2], [0.3, 0.3])).toBe(true);
		expect(at([-1, 0.2], [2, 0.2])).toBe(true);
		expect(at([0.6, 0.6], [2, 2])).toBe(false);
		expect(at([1, 0], [2, 0])).toBe(true);
		expect(at([1.1, 0], [2, 0])).toBe(false);
		expect(at([-1, -0.1], [2, -0.1])).toBe(false);
	});
});
