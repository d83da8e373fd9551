import { describe, expect, test } from "vitest";
import { VertexConstraints } from "../../src/constraints/vertexConstraints.ts";
import {
	barrierSlope,
	log,
	measureBarrier,
} from "../../src/contact/barrier.ts";
import { Collider } from "../../src/contact/collider.ts";
import { Contact } from "../../src/contact/contact.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import { contactNumerics } from "../../src/numerics/contactNumerics.ts";
import { singleThread } from "../../src/numerics/team.ts";
import { Arena } from "../../src/system/arena.ts";
import { tilted } from "./shapes.ts";

/** Error of central differences at two step sizes: an exact derivative leaves an error of second order. */
function expectSecondOrder(error: (h: number) => number, h: number): void {
	const [coarse, fine] = [error(h), error(h / 4)];
	// Differences of polynomials up to the second degree have no error at all.
	if (coarse < 1e-9) return;
	expect(Math.log(coarse / fine) / Math.log(4)).toBeGreaterThan(1.7);
}

const team = await singleThread();
const memory = {
	arena: new Arena(team.memory),
	team,
	numerics: await contactNumerics(team),
};

describe("functions of one distance", () => {
	const reach = 0.02;
	const measured = (d: number) => {
		const out = new Float64Array(3);
		measureBarrier(d, reach, out, 0);
		return out;
	};
	const barrier = (d: number) => measured(d)[0];
	const slope = (d: number) => measured(d)[1];
	const curvature = (d: number) => measured(d)[2];
	test.each([0.0004, 0.003, 0.01, 0.017])("barrier at %f", (d) => {
		expectSecondOrder(
			(h) =>
				Math.abs((barrier(d + h) - barrier(d - h)) / (2 * h) - slope(d)) /
				reach,
			d / 8,
		);
		expectSecondOrder(
			(h) => Math.abs((slope(d + h) - slope(d - h)) / (2 * h) - curvature(d)),
			d / 8,
		);
		expect(slope(d)).toBe(barrierSlope(d, reach));
		expect(slope(d)).toBeLessThan(0);
		expect(curvature(d)).toBeGreaterThan(0);
	});

	test("the logarithm is that of the platform but for its last bits", () => {
		for (let y = 1; y > 1e-12; y *= 0.93)
			expect(Math.abs(log(y) - Math.log(y))).toBeLessThanOrEqual(
				4 * Number.EPSILON * Math.abs(Math.log(y)),
			);
		expect(log(0)).toBe(Number.NEGATIVE_INFINITY);
		expect(log(-1)).toBeNaN();
	});

	test("the barrier ends without a kink of its second derivative", () => {
		for (const f of [barrier, slope, curvature])
			expect(Math.abs(f(reach * (1 - 1e-9)))).toBeLessThan(1e-7);
	});
});

describe.each(Object.entries(tilted))("%s", (_, shape) => {
	const random = createRandom(7);
	const points: number[][] = [];
	while (points.length < 200) {
		const p = [0, 1, 2].map(() => 2 * random() - 1);
		if (shape.distance(p[0], p[1], p[2]) > 0.05) points.push(p);
	}
	const out = new Float64Array(9);
	const derivativesAt = (p: readonly number[]) => {
		shape.derivatives(p[0], p[1], p[2], out);
		return out.slice();
	};
	const moved = (p: readonly number[], k: number, by: number) =>
		p.map((c, i) => (i === k ? c + by : c));

	test("first and second derivatives are those of the distance", () => {
		const pairs = [
			[3, 4, 5],
			[4, 6, 7],
			[5, 7, 8],
		];
		/** Largest errors over points whose neighbours lie on the same face, edge or corner. */
		const errors = (h: number) => {
			let [first, second] = [0, 0];
			for (const p of points) {
				const exact = derivativesAt(p);
				for (let k = 0; k < 3; k++) {
					const [a, b] = [moved(p, k, h), moved(p, k, -h)];
					const d = (q: number[]) => shape.distance(q[0], q[1], q[2]);
					const [na, nb] = [derivativesAt(a), derivativesAt(b)];
					const bends = (n: Float64Array) =>
						n
							.slice(3)
							.map((c) => (Math.abs(c) > 1e-12 ? 1 : 0))
							.join();
					const same = bends(exact);
					if (bends(na) !== same || bends(nb) !== same) continue;
					first = Math.max(first, Math.abs((d(a) - d(b)) / (2 * h) - exact[k]));
					for (let j = 0; j < 3; j++)
						second = Math.max(
							second,
							Math.abs((na[j] - nb[j]) / (2 * h) - exact[pairs[k][j]]),
						);
				}
			}
			return { first, second };
		};
		expectSecondOrder((h) => errors(h).first, 4e-3);
		expectSecondOrder((h) => errors(h).second, 4e-3);
	});

	test("distances are those of the normal: 1-Lipschitz and convex, also inside", () => {
		for (const p of points) {
			const n = derivativesAt(p);
			expect(Math.hypot(n[0], n[1], n[2])).toBeCloseTo(1, 12);
			const d = shape.distance(p[0], p[1], p[2]);
			// At the foot of the normal the distance is zero.
			expect(
				shape.distance(p[0] - d * n[0], p[1] - d * n[1], p[2] - d * n[2]),
			).toBeCloseTo(0, 12);
			const q = [0, 1, 2].map(() => 2 * random() - 1);
			const other = shape.distance(q[0], q[1], q[2]);
			const between = shape.distance(
				(p[0] + q[0]) / 2,
				(p[1] + q[1]) / 2,
				(p[2] + q[2]) / 2,
			);
			expect(between).toBeLessThanOrEqual((d + other) / 2 + 1e-12);
			expect(Math.abs(d - other)).toBeLessThanOrEqual(
				Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) + 1e-12,
			);
		}
	});

	test("the potential of contact and friction has the gradient and Hessian of its value", () => {
		const nearby = points.filter(([a, b, c]) => shape.distance(a, b, c) < 0.25);
		const count = nearby.length;
		expect(count).toBeGreaterThan(10);
		const turning = new Collider(shape, {
			name: "turning",
			friction: 0.4,
			distance: 0.3,
			motion: (t) => [2e4 * t, 1e4 * t, 0],
			turn: { axis: [1, 1, 0], angle: (t) => 5e4 * t },
		});
		const contact = new Contact({
			colliders: [turning],
			weights: new Float64Array(count).map(() => 0.5 + random()),
			nodeCount: count,
			isFixed: new Uint8Array(count),
			constraints: new VertexConstraints(count, new Map()),
			gravity: [0, -9.81, 0],
			bodies: [{ ranges: [{ first: 0, last: count }], size: 1e6, offset: 0 }],
			friction: ({ friction }) => friction,
			memory,
		});
		const pose = new Float64Array(12);
		turning.poseAt(0, pose);
		const x = new Float64Array(3 * count);
		for (const [v, [a, b, c]] of nearby.entries())
			for (let k = 0; k < 3; k++)
				x[3 * v + k] =
					pose[3 * k] * a +
					pose[3 * k + 1] * b +
					pose[3 * k + 2] * c +
					pose[9 + k];
		// A threshold that is as long as what is slid, and a step so short that nothing stops within it, for which Newton takes another matrix.
		contact.begin(x, 0, 1e-6);
		const value = (x: Float64Array) => {
			contact.moved();
			return contact.value(x);
		};
		const gradient = (x: Float64Array) => {
			const g = new Float64Array(x.length);
			contact.moved();
			contact.addGradient(x, g);
			return g;
		};
		const g = gradient(x);
		const blocks = new Float64Array(9 * count);
		contact.visitBlocks(x, false, (v, _, block) => {
			for (let i = 0; i < 9; i++) blocks[9 * v + i] += block[i];
		});
		const h = 1e-7;
		for (let i = 0; i < 3 * count; i++) {
			const [a, b] = [x.slice(), x.slice()];
			a[i] += h;
			b[i] -= h;
			const scale = Math.max(1, Math.abs(g[i]));
			expect(
				Math.abs((value(a) - value(b)) / (2 * h) - g[i]) / scale,
			).toBeLessThan(1e-5);
			const [ga, gb] = [gradient(a), gradient(b)];
			const v = Math.floor(i / 3);
			for (let k = 0; k < 3; k++) {
				const exact = blocks[9 * v + 3 * (i % 3) + k];
				const found = (ga[3 * v + k] - gb[3 * v + k]) / (2 * h);
				expect(Math.abs(found - exact)).toBeLessThan(
					1e-4 * Math.max(1, ...blocks.slice(9 * v, 9 * v + 9).map(Math.abs)),
				);
			}
		}
	});
});
