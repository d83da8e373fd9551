import { describe, expect, test } from "vitest";
import { cable, cloth, Scene, simulate, solid } from "../../src/index.ts";
import {
	linearBending,
	morleyBending,
	quadraticSpring,
	shellBending,
	stableNeoHookean,
	trbs,
} from "../../src/models/index.ts";
import { root } from "./root.ts";

/** Complete elliptic integrals K(k) and E(k) by the arithmetic–geometric mean. */
function ellipticIntegrals(k: number): [number, number] {
	let [a, b, c, power, sum] = [1, Math.sqrt(1 - k * k), k, 0.5, 0.5 * k * k];
	while (Math.abs(c) > 1e-15) {
		[a, b, c] = [(a + b) / 2, Math.sqrt(a * b), (a - b) / 2];
		power *= 2;
		sum += power * c * c;
	}
	const K = Math.PI / (2 * a);
	return [K, K * (1 - sum)];
}

/** Rise over length of a hinged elastica whose ends are at `span` of its length: span = 2E/K − 1, rise = k/K. */
function elasticaRise(span: number): number {
	const k = root(
		(k) => {
			const [K, E] = ellipticIntegrals(k);
			return (2 * E) / K - 1 - span;
		},
		0.01,
		0.99,
	);
	return k / ellipticIntegrals(k)[0];
}

describe("compression and buckling", () => {
	test.each([
		[linearBending({ bendingModulus: 1e-3 }), 0.003],
		[shellBending({ bendingRigidity: 1e-3, poissonRatio: 0.3 }), 0.0005],
	] as const)(
		"a strip pushed together buckles to an arc of nearly its own length, %#",
		async (bending, allowed) => {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const strip = scene.add(
				cloth.grid(
					{ size: [1, 0.1], cells: [40, 4] },
					{
						membrane: trbs({ youngModulus2d: 1000, poissonRatio: 0.3 }),
						bending,
						arealDensity: 0.2,
					},
				),
			);
			strip.place((x, y) => [x, y, 1e-3 * Math.sin(Math.PI * x)]);
			strip.pin(strip.group("left"));
			strip.move(strip.group("right"), () => [-0.2, 0, 0]);
			const sim = await simulate(scene);
			const report = sim.solveStatics({ iterations: 500 });
			console.info(
				`buckling: ${report.iterations} iterations, ${report.safeguarded} of them safeguarded`,
			);
			expect(report.safeguarded).toBeGreaterThan(0);
			const x = sim.positions(strip);
			// Along the lower edge.
			const row = strip.group("bottom");
			let length = 0;
			let height = 0;
			for (let i = 1; i < row.length; i++) {
				const [a, b] = [3 * row[i - 1], 3 * row[i]];
				length += Math.hypot(
					x[b] - x[a],
					x[b + 1] - x[a + 1],
					x[b + 2] - x[a + 2],
				);
				height = Math.max(height, Math.abs(x[b + 2]));
			}
			expect(Math.abs(length - 1)).toBeLessThan(1e-3);
			console.info(
				`buckled arc: height ${height.toFixed(4)} m, elastica ${elasticaRise(0.8).toFixed(4)} m`,
			);
			expect(Math.abs(height - elasticaRise(0.8))).toBeLessThan(allowed);
		},
	);

	test("a straight chain pushed together is known to be unstable, a kinked one stable", async () => {
		for (const [kink, stable] of [
			[0, false],
			[1e-3, true],
		] as const) {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const chain = scene.add(
				cable.line(
					{ from: [0, 0, 0], to: [1, 0, 0], segments: 2 },
					{ spring: quadraticSpring({ axialStiffness: 10 }), linearDensity: 1 },
				),
			);
			chain.slide([1], { plane: [0, 0, 1] });
			chain.place((x) => [x, x === 0.5 ? kink : 0, 0]);
			chain.pin(chain.group("start"));
			chain.move(chain.group("end"), () => [-0.2, 0, 0]);
			const report = (await simulate(scene)).solveStatics();
			expect(report.stable).toBe(stable);
		}
	});

	describe.each([
		[{ method: "direct" }],
		[{ method: "multigrid" }],
		[{ method: "conjugate-gradient" }],
		[{ operator: "matrix-free" }],
	] as const)("whether an equilibrium is stable is known with %o", (linear) => {
		/** Statics of a strip that is pushed together by a part of its length, from a bump of some height. */
		const pushed = async (push: number, bump: number) => {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const strip = scene.add(
				cloth.grid(
					{ size: [1, 0.1], cells: [40, 4] },
					{
						membrane: trbs({ youngModulus2d: 1000, poissonRatio: 0.3 }),
						bending: morleyBending({ bendingRigidity: 1e-3 }),
						arealDensity: 0.2,
					},
				),
			);
			strip.place((x, y) => [x, y, bump * Math.sin(Math.PI * x)]);
			strip.pin(strip.group("left"));
			strip.move(strip.group("right"), () => [-push, 0, 0]);
			const simulation = await simulate(scene, { linear });
			return simulation.solveStatics({ iterations: 500 });
		};

		test("of a strip far beyond the load at which it buckles", async () => {
			expect((await pushed(0.01, 0)).stable).toBe(false);
			expect((await pushed(0.01, 1e-3)).stable).toBe(true);
		});

		test("of a strip 1 % below and above that load", async () => {
			// Euler: π² D/L² per width, over E.
			const critical = (Math.PI ** 2 * 1e-3) / 1000;
			expect((await pushed(0.99 * critical, 0)).stable).toBe(true);
			expect((await pushed(1.01 * critical, 0)).stable).toBe(false);
		});

		test("of a sheet without load, whose membrane does not resist bending", async () => {
			const scene = new Scene({ gravity: [0, 0, 0] });
			const sheet = scene.add(
				cloth.grid(
					{ cells: [6, 6] },
					{
						membrane: trbs({ youngModulus2d: 500, poissonRatio: 0.3 }),
						arealDensity: 0.2,
					},
				),
			);
			sheet.pin(sheet.corners("top"));
			const simulation = await simulate(scene, { linear });
			expect(simulation.solveStatics().stable).toBe(true);
		});
	});

	test("prescribed displacements are raised in load steps too", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const block = scene.add(
			solid.box(
				{ size: [1, 1, 1], cells: [3, 3, 3] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus: 1e4,
						poissonRatio: 0.4,
					}),
					density: 1000,
				},
			),
		);
		block.pin(block.group("x-min"));
		block.move(block.group("x-max"), [-0.6, 0, 0]);
		const whole = await simulate(scene);
		const stepped = await simulate(scene);
		whole.solveStatics();
		const report = stepped.solveStatics({ loadSteps: 6 });
		expect(report.loadSteps).toBe(6);
		const x = stepped.positions(block);
		for (const [i, value] of whole.positions(block).entries())
			expect(Math.abs(x[i] - value)).toBeLessThan(1e-6);
	});

	test("an inverted, crushed solid recovers its shape", async () => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const block = scene.add(
			solid.box(
				{ size: [1, 1, 1], cells: [2, 2, 2] },
				{
					solid: stableNeoHookean.elements.tetrahedra({
						youngModulus: 1e4,
						poissonRatio: 0.4,
					}),
					density: 1000,
				},
			),
		);
		block.pin(block.group("x-min"));
		block.place((x, y, z) =>
			x > 0
				? [
						-0.3 * x + 0.1 * Math.sin(9 * y),
						0.2 * y,
						0.1 * z + 0.3 * Math.cos(5 * x),
					]
				: [x, y, z],
		);
		const sim = await simulate(scene);
		sim.solveStatics({ iterations: 500 });
		const x = sim.positions(block);
		for (const [i, X] of block.mesh.positions.entries())
			expect(Math.abs(x[i] - X)).toBeLessThan(1e-6);
	});
});
