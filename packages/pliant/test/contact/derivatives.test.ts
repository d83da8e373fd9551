import { describe, expect, test } from "vitest";
import { VertexConstraints } from "../../src/constraints/vertexConstraints.ts";
import {
	barrierSlope,
	log,
	measureBarrier,
} from "../../src/contact/barrier.ts";
import { Collider } from "../../src/contact/collider.ts";
import { Contact } from "../../src/contact/contact.ts";
import { ContactList } from "../../src/contact/contactList.ts";
import { stickDistance } from "../../src/contact/stick.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import {
	contactConstants,
	contactNumerics,
} from "../../src/numerics/contactNumerics.ts";
import { singleThread } from "../../src/numerics/team.ts";
import { Arena } from "../../src/system/arena.ts";
import { PointBlocks } from "../../src/system/pointBlocks.ts";
import {
	createEigenWorkspace,
	decomposeSymmetric,
} from "../../src/system/symmetricEigen.ts";
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

	test("the force of the barrier begins linearly, so that its stiffness jumps", () => {
		for (const part of [1e-3, 1e-6, 1e-9]) {
			const d = reach * (1 - part);
			// b is r² part²/2, up to terms that are smaller by a factor of part, and rounding of y − 1 − ln y.
			const error = part ** 3 + 4 * Number.EPSILON;
			expect(Math.abs(barrier(d) / reach ** 2 - part ** 2 / 2)).toBeLessThan(
				error,
			);
			expect(Math.abs(slope(d) / reach + part) / part).toBeLessThan(
				2 * part + (4 * Number.EPSILON) / part,
			);
			expect(Math.abs(curvature(d) - 1)).toBeLessThan(3 * part);
		}
		for (const d of [reach, 2 * reach])
			expect(measured(d)).toEqual(new Float64Array(3));
		expect(barrierSlope(reach, reach)).toBe(0);
	});

	test("the barrier is self-concordant", () => {
		// |b‴| ≤ 2 b″^(3/2) with the range as unit of length; differences of b″ tell b‴.
		for (let y = 0.999; y > 1e-4; y *= 0.9) {
			const h = 1e-4 * y;
			const third =
				(curvature(reach * (y + h)) - curvature(reach * (y - h))) / (2 * h);
			expect(Math.abs(third)).toBeLessThanOrEqual(
				(1 + 1e-6) * 2 * curvature(reach * y) ** 1.5,
			);
		}
	});

	test("WebAssembly computes the same bits", () => {
		const { arena, numerics } = memory;
		const list = new ContactList(arena, contactConstants.contactNumbers);
		const room = arena.f64(contactConstants.contactRoom);
		const x = arena.f64(3);
		const [sum, force] = [arena.f64(1), arena.f64(3)];
		const { pointer } = list;
		const { numbers } = list;
		list.push(0);
		// κw, reach, distance, and the normal.
		numbers.set([1, reach, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
		const blocks = new PointBlocks(arena, 1);
		for (let d = 1.1 * reach; d > 1e-6 * reach; d *= 0.97) {
			numbers[2] = d;
			force.array.fill(0);
			numerics.sumContactEnergies(
				...([pointer, 1, pointer, 0] as const),
				...([x.pointer, room.pointer, sum.pointer] as const),
			);
			const energy = sum.array[0];
			numerics.addContactForces(
				...([pointer, 1, pointer, 0] as const),
				...([x.pointer, room.pointer, force.pointer, sum.pointer] as const),
			);
			let stiffness = Number.NaN;
			numerics.contactBlocks(pointer, 0, 1, 1, room.pointer, blocks.pointer);
			blocks.visit((_row, _column, block) => {
				stiffness = block[0];
			});
			expect([energy, force.array[0], stiffness]).toEqual([...measured(d)]);
		}
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

	/** Points beside a collider that slides and turns under them, in a step of a microsecond, which begins where they are. */
	function rubbing(friction: number) {
		const nearby = points.filter(([a, b, c]) => shape.distance(a, b, c) < 0.25);
		const count = nearby.length;
		expect(count).toBeGreaterThan(10);
		const h = 1e-6;
		const turning = new Collider(shape, {
			name: "turning",
			friction,
			distance: 0.3,
			motion: (t) => [2e4 * t, 1e4 * t, 0],
			turn: { axis: [1, 1, 0], angle: (t) => 5e4 * t },
		});
		const weight = createRandom(3);
		const contact = new Contact({
			colliders: [turning],
			weights: new Float64Array(count).map(() => 0.5 + weight()),
			nodeCount: count,
			isFixed: new Uint8Array(count),
			constraints: new VertexConstraints(count, new Map()),
			gravity: [0, -9.81, 0],
			bodies: [
				{
					ranges: [{ first: 0, last: count }],
					// Friction sticks up to 0.03 m, of which points slide a part, or twice as far.
					size: 0.03 / stickDistance(1, h),
					offset: 0,
				},
			],
			friction: (collider) => collider.friction,
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
		contact.begin(x, 0, h);
		/** Ends an iteration that leads to some positions. */
		const follow = (x: Float64Array) => {
			contact.moved();
			contact.followSliding(x);
		};
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
		const blocks = (x: Float64Array) => {
			const blocks = new Float64Array(9 * count);
			contact.moved();
			contact.visitBlocks(x, false, (v, _, block) => {
				for (let i = 0; i < 9; i++) blocks[9 * v + i] += block[i];
			});
			return blocks;
		};
		/** Lets the force in Hessians be that of the sliding at x: an iteration that hardly moves takes it from where it began. */
		const settle = (x: Float64Array) => {
			for (const by of [1e-10, 0]) follow(x.map((c) => c + by));
		};
		return { count, x, follow, settle, value, gradient, blocks };
	}

	test("the potential of contact and friction has the gradient and Hessian of its value", () => {
		const {
			count,
			x,
			settle,
			value,
			gradient,
			blocks: blocksAt,
		} = rubbing(0.4);
		settle(x);
		const g = gradient(x);
		const blocks = blocksAt(x);
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

	test("the Hessian of friction is never negative, and a bound where its force is not known yet", () => {
		const [rough, smooth] = [rubbing(0.4), rubbing(0)];
		const { count, x } = rough;
		const random = createRandom(11);
		const eigen = createEigenWorkspace(3);
		/** Blocks of friction alone, each in an array of its own. */
		const friction = (x: Float64Array) => {
			const barrier = smooth.blocks(x);
			const sum = rough.blocks(x).map((entry, i) => entry - barrier[i]);
			return Array.from({ length: count }, (_, v) =>
				sum.slice(9 * v, 9 * v + 9),
			);
		};
		/** Least eigenvalue of a block over its trace. */
		const least = (H: Float64Array) => {
			expect(decomposeSymmetric(H, 3, eigen)).toBe(true);
			return Math.min(...eigen.values) / (H[0] + H[4] + H[8]);
		};
		// No iteration was made yet, and the force is zero: φ in both tangents, which is more than there is along the sliding, and as much across it.
		const bounds = friction(x);
		rough.settle(x);
		const exact = friction(x);
		const push = smooth.gradient(x);
		const pull = rough.gradient(x).map((entry, i) => entry - push[i]);
		for (let v = 0; v < count; v++) {
			const [bound, H] = [bounds[v], exact[v]];
			const u = pull.subarray(3 * v, 3 * v + 3);
			const size = Math.hypot(...u);
			const ratio = (bound[0] + bound[4] + bound[8]) / 2;
			const away = H[0] + H[4] + H[8] - 2 * ratio;
			expect(away).toBeLessThan(0);
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < 3; c++) {
					let square = 0;
					for (let k = 0; k < 3; k++)
						square += bound[3 * r + k] * bound[3 * k + c];
					const i = 3 * r + c;
					expect(square / ratio ** 2).toBeCloseTo(bound[i] / ratio, 9);
					expect((H[i] - bound[i]) / ratio).toBeCloseTo(
						(away * u[r] * u[c]) / (size ** 2 * ratio),
						6,
					);
				}
		}
		// Wherever iterations led, the force is no more than friction has.
		for (let iteration = 0; iteration < 30; iteration++) {
			const there = x.map((c) => c + 0.05 * (random() - 0.5));
			rough.follow(there);
			for (const block of friction(there))
				expect(least(block)).toBeGreaterThan(-1e-9);
		}
	});
});
