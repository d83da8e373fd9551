import { describe, expect, test } from "vitest";
import { barrierSlope } from "../../../src/contact/barrier.ts";
import { SurfaceContact } from "../../../src/contact/surface/surfaceContact.ts";
import { Surfaces } from "../../../src/contact/surface/surfaces.ts";
import { grid } from "../../../src/mesh/generators/grid.ts";
import { createRandom } from "../../../src/mesh/generators/random.ts";
import { contactNumerics } from "../../../src/numerics/contactNumerics.ts";
import { singleThread } from "../../../src/numerics/team.ts";
import { Arena } from "../../../src/system/arena.ts";

const thickness = 0.04;
const team = await singleThread();
const memory = {
	arena: new Arena(team.memory),
	team,
	numerics: await contactNumerics(team),
};

/** Radius of balls and rods. */
const radius = 4;
const sheet = grid({ size: [1, 1], cells: [5, 5], plane: "xz" });
const sheetCount = sheet.positions.length / 3;
const segments = 12;
const pairs = (count: number) =>
	Array.from({ length: count }, (_, k) => [k, k + 1]).flat();

/** What lies on a sheet: points of it as seen from above and how high they are, triangles, lone edges, and a core. */
const others = {
	"another sheet": {
		points: Array.from({ length: sheetCount }, (_, k) => [
			0.13 + 0.9 * sheet.positions[3 * k],
			0.07 + 0.8 * sheet.positions[3 * k + 2],
		]),
		triangles: sheet.triangles,
		...{ loneEdges: [], core: 0 },
	},
	"a cable": {
		points: Array.from({ length: segments + 1 }, (_, k) => [
			0.05 + (0.9 * k) / segments,
			0.3 + (0.3 * k) / segments,
		]),
		...{ triangles: [], loneEdges: pairs(segments), core: 0 },
	},
	"a ball": {
		points: [[0.48, 0.53]],
		...{ triangles: [], loneEdges: [0, 0], core: radius },
	},
	"a rod": {
		points: [
			[0.2, 0.3],
			[0.7, 0.6],
		],
		...{ triangles: [], loneEdges: [0, 1], core: radius },
	},
};
type Other = keyof typeof others;

/** How far above a sheet things are, in thicknesses: what is round is nearest in a few places, the more the nearer it is. */
const usually = (other: Other) => (others[other].core > 0 ? 0.7 : 0.95);

/** A wavy sheet, and something over it. */
function layers(
	seed: number,
	other: Other,
	friction: number,
	{ stickSpeed = 1e4, apart = usually(other), unevenness = 0.12 } = {},
) {
	const random = createRandom(seed);
	const { points, triangles, loneEdges, core } = others[other];
	const pointCount = sheetCount + points.length;
	const x = new Float64Array(3 * pointCount);
	const rest = new Float64Array(3 * pointCount);
	rest.set(sheet.positions);
	if (triangles.length > 0) rest.set(sheet.positions, 3 * sheetCount);
	const common = { offset: thickness / 2, touchesItself: true };
	const surfaces = new Surfaces(
		[
			{
				...{ label: "0", name: "0", ...common },
				ranges: [{ first: 0, last: sheetCount }],
				...{ triangles: sheet.triangles, loneEdges: [] },
			},
			{
				...{ label: "1", name: "1", ...common, core },
				ranges: [{ first: sheetCount, last: pointCount }],
				triangles: Array.from(triangles, (v) => v + sheetCount),
				loneEdges: loneEdges.map((v) => v + sheetCount),
			},
		],
		rest,
	);
	x.set(sheet.positions);
	const height = core + apart * thickness;
	for (const [k, [a, b]] of points.entries())
		x.set([a, height, b], 3 * (sheetCount + k));
	for (let i = 0; i < x.length; i++)
		x[i] += unevenness * thickness * (random() - 0.5);
	const contact = new SurfaceContact({
		surfaces,
		weights: new Float64Array(pointCount).fill(0.01),
		isFixed: new Uint8Array(pointCount),
		gravity: 9.81,
		friction: () => ({ static: friction, kinetic: friction }),
		...{ x, memory },
		stickDistance: (h) => (h > 0 ? stickSpeed * h : 1e-6),
	});
	return { contact, x, random };
}

/** Lets the force of friction in Hessians be that of the sliding at x: an iteration that hardly moves takes it from where it began. */
function settle(contact: SurfaceContact, x: Float64Array): void {
	for (const part of [1e-9, 0]) {
		contact.moved();
		contact.followSliding(
			x.map((value, i) => value + part * (value - contact.start[i])),
		);
	}
}

/** Whether a symmetric matrix is positive definite, which Cholesky's factor tells; it overwrites the matrix. */
function isPositiveDefinite(H: Float64Array): boolean {
	const n = Math.sqrt(H.length);
	for (let i = 0; i < n; i++)
		for (let j = 0; j <= i; j++) {
			let rest = H[n * i + j];
			for (let k = 0; k < j; k++) rest -= H[n * i + k] * H[n * j + k];
			if (i === j && !(rest > 0)) return false;
			H[n * i + j] = i === j ? Math.sqrt(rest) : rest / H[n * j + j];
		}
	return true;
}

test("edges that should not count push as others do where they are pressed, and not before", () => {
	const shares: number[] = [];
	for (const [apart, isPressed] of [
		[0.95, false],
		[0.262, true],
	] as const) {
		const { contact, x } = layers(1, "another sheet", 0, {
			apart,
			unevenness: 0.01,
		});
		contact.begin(x, 1e-8);
		contact.find(x);
		const { touches } = contact;
		const gap = (i: number) => touches.distance(i) - touches.floor(i);
		const pairOf = (i: number) =>
			touches.vertices.slice(4 * i, 4 * i + 4).join();
		let doubtful = 0;
		for (let i = 0; i < touches.count; i++) {
			const share = touches.share(i);
			if (!touches.areEdges[i] || share > 0.03) continue;
			doubtful++;
			const reach = touches.reach(i);
			const left = gap(i) / reach;
			const full = barrierSlope(gap(i), reach) * (touches.factor(i) / share);
			// What a pair has besides follows it.
			const isNext = i + 1 < touches.count && pairOf(i + 1) === pairOf(i);
			const force = touches.slope(i) + (isNext ? touches.slope(i + 1) : 0);
			if (isNext) i++;
			shares.push(force / full);
			expect(isNext).toBe(isPressed && left < 0.1);
			if (!isPressed) expect(force / full).toBeCloseTo(share, 12);
			if (left < 0.01) expect(force / full).toBeGreaterThan(0.7);
		}
		expect(doubtful).toBeGreaterThan(10);
	}
	expect(Math.max(...shares)).toBeGreaterThan(0.7);
	// The logarithm of a shorter reach is steeper.
	expect(Math.max(...shares)).toBeLessThan(1.2);
});

test("pressed edges have the gradient that differences tell", () => {
	const { contact, x, random } = layers(2, "another sheet", 0, {
		apart: 0.29,
		unevenness: 0.02,
	});
	contact.begin(x, 1e-8);
	const direction = x.map(() => random() - 0.5);
	const at = (t: number) => {
		contact.moved();
		return x.map((value, i) => value + t * direction[i]);
	};
	const gradient = new Float64Array(x.length);
	contact.addGradient(at(0), gradient);
	const slope = gradient.reduce((sum, g, i) => sum + g * direction[i], 0);
	const h = 1e-8;
	const tried = (contact.value(at(h)) - contact.value(at(-h))) / (2 * h);
	expect(Math.abs(tried / slope - 1)).toBeLessThan(1e-5);
});

describe.each(Object.keys(others) as Other[])(
	"the potential of a sheet and %s",
	(other) => {
		test("has the gradient and the Hessian that differences tell", () => {
			for (let seed = 1; seed <= 6; seed++) {
				const { contact, x, random } = layers(seed, other, 0.3);
				contact.begin(x, 1e-8);
				const away = x.map((value) => value + 1e-5 * (random() - 0.5));
				settle(contact, away);
				const direction = x.map(() => random() - 0.5);
				const at = (t: number) => {
					contact.moved();
					return away.map((value, i) => value + t * direction[i]);
				};
				const gradientAt = (t: number) => {
					const g = new Float64Array(x.length);
					contact.addGradient(at(t), g);
					return g;
				};
				const g = gradientAt(0);
				expect(contact.touches.count).toBeGreaterThan(15);
				const product = new Float64Array(x.length);
				contact.visitBlocks(away, false, (row, column, B) => {
					for (let r = 0; r < 3; r++)
						for (let c = 0; c < 3; c++)
							product[3 * row + r] += B[3 * r + c] * direction[3 * column + c];
				});
				const slope = g.reduce(
					(sum, value, i) => sum + value * direction[i],
					0,
				);
				const errors = [4e-7, 1e-7].map((h) => {
					const tried =
						(contact.value(at(h)) - contact.value(at(-h))) / (2 * h);
					const [plus, minus] = [gradientAt(h), gradientAt(-h)];
					let most = 0;
					for (let i = 0; i < x.length; i++)
						most = Math.max(
							most,
							Math.abs((plus[i] - minus[i]) / (2 * h) - product[i]),
						);
					return {
						slope: Math.abs(tried - slope) / Math.abs(slope),
						product:
							most / product.reduce((a, b) => Math.max(a, Math.abs(b)), 0),
					};
				});
				expect(errors[1].slope).toBeLessThan(1e-5);
				expect(errors[1].product).toBeLessThan(2e-3);
			}
		});

		test("has a Hessian without negative eigenvalues where that is asked for, with friction too", () => {
			for (let seed = 1; seed <= 3; seed++) {
				const { contact, x, random } = layers(seed, other, 0.8, {
					stickSpeed: 1e-3,
				});
				contact.begin(x, 1e-3);
				const n = x.length;
				// Where the step begins nothing has slid; later iterations go to and fro by more and less than what sticks, which is 1e-6.
				for (const far of [0, 3e-6, 3e-6, 3e-7]) {
					const there = x.map((value) => value + far * (random() - 0.5));
					contact.moved();
					if (far > 0) contact.followSliding(there);
					const H = new Float64Array(n * n);
					contact.visitBlocks(there, true, (row, column, B) => {
						for (let i = 0; i < 9; i++)
							H[n * (3 * row + Math.floor(i / 3)) + 3 * column + (i % 3)] +=
								B[i];
					});
					const diagonal = H.filter((_, i) => i % (n + 1) === 0);
					const typical = Math.max(...diagonal);
					expect(typical).toBeGreaterThan(0);
					for (let i = 0; i < n; i++) H[(n + 1) * i] += 1e-7 * typical;
					expect(isPositiveDefinite(H)).toBe(true);
				}
			}
		});

		test("has a gradient without jumps where it slides over edges and corners", () => {
			const { contact, x } = layers(3, other, 0);
			contact.begin(x, 1e-8);
			const steps = 4000;
			const slide = (t: number) =>
				x.map((value, i) =>
					i < 3 * sheetCount ? value : value + t * [0.11, 0.0004, 0.07][i % 3],
				);
			let before: Float64Array | undefined;
			let last: Float64Array | undefined;
			const jumps: number[] = [];
			let size = 0;
			for (let k = 0; k <= steps; k++) {
				contact.moved();
				const g = new Float64Array(x.length);
				contact.addGradient(slide(k / steps), g);
				size = Math.max(size, ...g.map(Math.abs));
				if (before && last) {
					let most = 0;
					for (let i = 0; i < g.length; i++)
						most = Math.max(most, Math.abs(g[i] - last[i]));
					jumps.push(most);
				}
				before = last ?? g;
				last = g;
			}
			expect(Math.max(...jumps) / size).toBeLessThan(0.02);
		});
	},
);
