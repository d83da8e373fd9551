/** Closed forms of the membranes beyond the papers. */
import { describe, expect, test } from "vitest";
import { elementPrograms } from "../../src/energy/index.ts";
import { cloth, Scene, simulate, type Vector3 } from "../../src/index.ts";
import {
	type AnyElementModel,
	corotationalMembrane,
	linearMembrane,
	neoHookeanMembrane,
	orthotropicMembrane,
	safeTrbs,
	trbs,
} from "../../src/models/index.ts";
import { relativeDifference } from "../../src/testing/assertions.ts";
import { randomNumbers } from "../../src/testing/index.ts";
import { evaluateProgram } from "../energy/evaluateProgram.ts";
import {
	energyOf,
	forcesOf,
	nominalStress,
	positiveHessianOf,
} from "./unitTriangle.ts";

const [E, nu] = [200, 0.3];
const isotropic = { youngModulus2d: E, poissonRatio: nu };
const lambda = (E * nu) / (1 - nu * nu);
const mu = E / (2 * (1 + nu));

const stretched = (
	model: Parameters<typeof nominalStress>[0],
	material: Parameters<typeof nominalStress>[1],
	s: number,
	across: number,
) => {
	const [first, second] = nominalStress(
		model,
		material,
		[s, 0, 0],
		[0, across, 0],
	);
	return { along: first[0], across: second[1] };
};

/** The stretch across at which nothing pulls there, by bisection. */
function freeStretch(
	model: Parameters<typeof nominalStress>[0],
	material: Parameters<typeof nominalStress>[1],
	s: number,
): number {
	let [low, high] = [0.02, 8];
	for (let i = 0; i < 60; i++) {
		const middle = (low + high) / 2;
		if (stretched(model, material, s, middle).across < 0) low = middle;
		else high = middle;
	}
	return low;
}

describe("corotational membrane", () => {
	test("has Hooke's law in the stretches, in compression too", () => {
		for (const [s, t] of [
			[1.5, 1.2],
			[0.3, 1.1],
			[0.05, 0.4],
		]) {
			const { along, across } = stretched(
				corotationalMembrane,
				isotropic,
				s,
				t,
			);
			const dilation = lambda * (s + t - 2);
			expect(along).toBeCloseTo(dilation + 2 * mu * (s - 1), 9);
			expect(across).toBeCloseTo(dilation + 2 * mu * (t - 1), 9);
		}
	});

	test("in uniaxial tension: p = E (s − 1), across 1 − ν (s − 1)", () => {
		const s = 1.4;
		const across = freeStretch(corotationalMembrane, isotropic, s);
		expect(across).toBeCloseTo(1 - nu * (s - 1), 10);
		expect(
			stretched(corotationalMembrane, isotropic, s, across).along,
		).toBeCloseTo(E * (s - 1), 8);
	});
});

test("neo-Hookean membrane in uniaxial tension: p = μ (s − 1/s²), across 1/√s; in equal biaxial: μ (s − 1/s⁵)", () => {
	const material = { youngModulus2d: E };
	for (const s of [0.5, 0.9, 1.1, 2, 4]) {
		const across = freeStretch(neoHookeanMembrane, material, s);
		expect(across).toBeCloseTo(1 / Math.sqrt(s), 9);
		const { along } = stretched(neoHookeanMembrane, material, s, across);
		expect(along / E).toBeCloseTo((s - 1 / s ** 2) / 3, 8);
		const biaxial = stretched(neoHookeanMembrane, material, s, s);
		expect(biaxial.along / E).toBeCloseTo((s - 1 / s ** 5) / 3, 8);
	}
});

describe("orthotropic membrane", () => {
	const woven = {
		warpModulus2d: 500,
		weftModulus2d: 100,
		poissonRatio: 0.4,
		shearModulus2d: 10,
		warpAngle: 0,
	};

	test("loses the stretch that a turn leaves in one Newton step, however hardened", () => {
		const material = { ...woven, warpHardening: 1e9, weftHardening: 0 };
		const rest: Vector3[] = [
			[0, 0, 0],
			[1, 0, 0],
			[0, 1, 0],
		];
		// Along the warp the second vertex turns about the first, by 0.1 and to first order: it is too far away by 0.5 %.
		const turned: Vector3[] = [rest[0], [1, 0, 0.1], rest[2]];
		const forces = forcesOf(orthotropicMembrane, material, rest, turned);
		const stepFrom = (before: Vector3[]) => {
			const H = positiveHessianOf(
				...([orthotropicMembrane, material, rest, turned] as const),
				before,
			);
			// Along the edge that is too long.
			const along = [1, 0, 0.1].map((c) => c / Math.sqrt(1.01));
			const curvature = along.reduce(
				(sum, a, i) =>
					sum + along.reduce((row, b, j) => row + a * b * H[3 + i][3 + j], 0),
				0,
			);
			const force = along.reduce((sum, a, i) => sum + a * forces[3 + i], 0);
			return force / curvature;
		};
		const tooLong = Math.sqrt(1.01) - 1;
		expect(stepFrom(rest) / -tooLong).toBeCloseTo(1, 1);
		expect(stepFrom(turned) / -tooLong).toBeCloseTo(1 / 3, 1);
	});

	test("with the moduli of an isotropic one is TRBS, at any angle", () => {
		const random = randomNumbers(8);
		const point = (): Vector3 => [random(), random(), random()];
		for (let trial = 0; trial < 20; trial++) {
			const X: Vector3[] = [point(), point(), point()];
			const x: Vector3[] = [point(), point(), point()];
			const forces = forcesOf(
				orthotropicMembrane,
				{
					warpModulus2d: E,
					weftModulus2d: E,
					poissonRatio: nu,
					shearModulus2d: mu,
					warpHardening: 0,
					weftHardening: 0,
					warpAngle: 3 * random(),
				},
				X,
				x,
			);
			expect(
				relativeDifference(forces, forcesOf(trbs, isotropic, X, x)),
			).toBeLessThan(1e-9);
		}
	});

	test("has the moduli of warp and weft along the x axis and across", () => {
		const s = 1 + 1e-6;
		for (const [warpAngle, modulus, poisson] of [
			[0, 500, 0.4],
			[Math.PI / 2, 100, 0.4 / 5],
		]) {
			const material = { ...woven, warpAngle };
			const across = freeStretch(orthotropicMembrane, material, s);
			expect((1 - across) / (s - 1)).toBeCloseTo(poisson, 3);
			const { along } = stretched(orthotropicMembrane, material, s, across);
			expect(along / (s - 1) / modulus).toBeCloseTo(1, 3);
		}
		const [first] = nominalStress(
			orthotropicMembrane,
			woven,
			[1, 1e-6, 0],
			[0, 1, 0],
		);
		expect(first[1] / 1e-6).toBeCloseTo(10, 3);
	});

	test("is the same sheet, however its triangles are numbered", () => {
		const X: Vector3[] = [
			[0, 0, 0],
			[1, 0.2, 0.3],
			[0.3, 1, -0.1],
		];
		const x: Vector3[] = [
			[0, 0.1, 0],
			[1.2, 0.2, 0.3],
			[0.4, 0.9, 0.2],
		];
		const turn = <T>([a, b, c]: readonly T[]) => [b, c, a];
		const material = { ...woven, warpAngle: 0.3 };
		expect(
			energyOf(orthotropicMembrane, material, turn(X), turn(x)),
		).toBeCloseTo(energyOf(orthotropicMembrane, material, X, x), 10);
	});

	test("takes the y axis where the x axis is perpendicular", () => {
		const X: Vector3[] = [
			[0, 0, 0],
			[0, 1, 0],
			[0, 0, 1],
		];
		const x: Vector3[] = [
			[0, 0, 0],
			[0, 1 + 1e-6, 0],
			[0, 0, 1],
		];
		const energy = energyOf(orthotropicMembrane, woven, X, x);
		const Q11 = 500 / (1 - (0.4 ** 2 * 100) / 500);
		expect(energy / (0.25 * Q11 * 1e-12)).toBeCloseTo(1, 4);
	});

	test("refuses a Poisson ratio that the moduli do not allow", () => {
		expect(() =>
			energyOf(
				orthotropicMembrane,
				{ ...woven, poissonRatio: 2.3 },
				[
					[0, 0, 0],
					[1, 0, 0],
					[0, 1, 0],
				],
				[
					[0, 0, 0],
					[1, 0, 0],
					[0, 1, 0],
				],
			),
		).toThrow(/poissonRatio is 2.3; its square must be below .* which is 5/);
	});
});

describe("safe TRBS", () => {
	const stretches = Array.from({ length: 96 }, (_, i) => 0.98 - 0.01 * i);

	describe.each([0, 0.3, 0.95])("of Poisson ratio %d", (poissonRatio) => {
		const material = { youngModulus2d: E, poissonRatio };

		test.each([
			["held across", () => 1],
			["free across", (s: number) => freeStretch(safeTrbs, material, s)],
			["pulled to twice its width", () => 2],
		] as const)("resists ever more as it is squeezed, %s", (_, across) => {
			let before = Infinity;
			for (const s of stretches) {
				const { along } = stretched(safeTrbs, material, s, across(s));
				expect(along, `stretch ${s}`).toBeLessThan(before);
				before = along;
			}
			expect(before).toBeLessThan(-1e3 * E);
		});

		test("is within 7 % of the force of TRBS up to 1/√3", () => {
			const excess = (s: number) =>
				stretched(safeTrbs, material, s, 1).along /
					stretched(trbs, material, s, 1).along -
				1;
			expect(excess(0.8)).toBeCloseTo(0.003, 3);
			expect(excess(1 / Math.sqrt(3))).toBeLessThan(0.07);
		});
	});

	test("where TRBS gives way", () => {
		const at = (s: number) => stretched(trbs, isotropic, s, 1).along;
		expect(at(0.3)).toBeGreaterThan(at(0.57));
		expect(at(1e-3)).toBeGreaterThan(-E / 100);
	});

	test("is TRBS in tension", () => {
		const [safe, plain] = [safeTrbs, trbs].map((model) =>
			stretched(model, isotropic, 1.3, 1.1),
		);
		expect(safe.along).toBeCloseTo(plain.along, 9);
		expect(safe.across).toBeCloseTo(plain.across, 9);
	});
});

test("the linear membrane takes a rotation for the compression 1 − cos φ", () => {
	const phi = 0.3;
	const [c, s] = [Math.cos(phi), Math.sin(phi)];
	const [first, second] = nominalStress(
		linearMembrane,
		isotropic,
		[c, s, 0],
		[-s, c, 0],
	);
	const stress = (E / (1 - nu)) * (c - 1);
	expect(first[0]).toBeCloseTo(stress, 9);
	expect(second[1]).toBeCloseTo(stress, 9);
	expect(Math.abs(first[1]) + Math.abs(second[0])).toBeLessThan(1e-12);
});

test("a flat sheet pressed to 0.3 of its length: safe TRBS is pressed evenly, TRBS folds over", async () => {
	const pressed = async (model: typeof trbs | typeof safeTrbs) => {
		const scene = new Scene({ gravity: [0, 0, 0] });
		const sheet = scene.add(
			cloth.grid(
				{ cells: [6, 6] },
				{ membrane: model(isotropic), arealDensity: 0.2 },
			),
		);
		sheet.slide(
			sheet.where(() => true),
			{ plane: [0, 0, 1] },
		);
		sheet.slide(sheet.group("left"), { line: [0, 1, 0] });
		sheet.slide(sheet.group("right"), { line: [0, 1, 0] }, (t) => [
			-0.7 * Math.min(t, 1),
			0,
			0,
		]);
		const simulation = await simulate(scene, { damping: { mass: 2 } });
		await simulation.run({ seconds: 2 });
		const { positions, triangles } = {
			positions: simulation.positions(sheet),
			triangles: sheet.mesh.triangles,
		};
		const at = (k: number) => [
			positions[3 * triangles[k]],
			positions[3 * triangles[k] + 1],
		];
		let overturned = 0;
		for (let k = 0; k < triangles.length; k += 3) {
			const [[ax, ay], [bx, by], [cx, cy]] = [at(k), at(k + 1), at(k + 2)];
			if ((bx - ax) * (cy - ay) < (cx - ax) * (by - ay)) overturned++;
		}
		const { values } = simulation.principalStretches(sheet);
		return { overturned, least: values.reduce((a, b) => Math.min(a, b)) };
	};
	const safe = await pressed(safeTrbs);
	expect(safe.overturned).toBe(0);
	expect(safe.least).toBeCloseTo(0.3, 3);
	expect((await pressed(trbs)).overturned).toBeGreaterThan(0);
});

test("membranes of the same moduli are damped alike", () => {
	const random = randomNumbers(4);
	const point = (): Vector3 => [random(), random(), random()];
	const X = [point(), point(), point()];
	const [x, v] = [0, 1].map(() =>
		Float64Array.from([point(), point(), point()].flat()),
	);
	const dampingTime = 0.3;
	const forces = (
		{ dissipationPotential, restNumbers }: AnyElementModel,
		material: Readonly<Record<string, number>>,
	) => {
		if (!dissipationPotential) throw new Error("it has no damping");
		const { gradient } = elementPrograms(dissipationPotential);
		const numbers = restNumbers(X, { ...material, dampingTime }, 0);
		return evaluateProgram(gradient, [v, x], numbers);
	};
	const expected = forces(trbs, isotropic);
	for (const model of [safeTrbs, corotationalMembrane])
		expect(relativeDifference(forces(model, isotropic), expected)).toBeLessThan(
			1e-11,
		);
	const woven = {
		warpModulus2d: E,
		weftModulus2d: E,
		poissonRatio: nu,
		shearModulus2d: mu,
		warpHardening: 0,
		weftHardening: 0,
		warpAngle: 1,
	};
	expect(
		relativeDifference(forces(orthotropicMembrane, woven), expected),
	).toBeLessThan(1e-11);
	expect(
		relativeDifference(
			forces(neoHookeanMembrane, { youngModulus2d: E }),
			forces(trbs, { youngModulus2d: E, poissonRatio: 0.5 }),
		),
	).toBeLessThan(1e-11);
});
