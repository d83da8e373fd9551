/** What every model of hinges must do, and what is special about each. */
import { describe, expect, test } from "vitest";
import { elementPrograms } from "../../../src/energy/index.ts";
import type { Vector3 } from "../../../src/index.ts";
import {
	crossoverSpring,
	crossoverStiffness,
} from "../../../src/models/bending/crossoverSprings.ts";
import {
	edgeAngle,
	restAngle,
	restHinge,
} from "../../../src/models/bending/restHinge.ts";
import { elementModel } from "../../../src/models/elementModel.ts";
import { dotProduct, subtract } from "../../../src/models/geometry.ts";
import {
	type AnyElementModel,
	bridsonHinge,
	calibratedBending,
	curvedBending,
	discreteShellHinge,
	isometricBending,
	linearBending,
	nonlinearBending,
	registry,
	restArea,
} from "../../../src/models/index.ts";
import { largest, resultants } from "../../../src/testing/assertions.ts";
import { modelChecks, randomNumbers } from "../../../src/testing/index.ts";
import { evaluateProgram } from "../../energy/evaluateProgram.ts";
import { energyOf, forcesOf, hessianOf } from "../unitTriangle.ts";
import {
	angleGradient,
	convexPair,
	equilateralArea,
	equilateralHinges,
	type Hinge,
	lifted,
	nonConvexPair,
	randomPairs,
} from "./hinges.ts";

const models = registry.filter(({ domain }) => domain === "hinge");

/** Values of parameters that a model has. */
const given = (model: AnyElementModel, values: Record<string, number>) =>
	Object.fromEntries(
		Object.entries(values).filter(([name]) => name in model.material),
	);

/** R of an element. */
const bendingVector = (X: Hinge, x: Hinge): Vector3 => {
	const { alpha } = restHinge(X);
	const component = (k: number) =>
		x.reduce((sum, point, J) => sum + alpha[J][0] * point[k], 0);
	return [component(0), component(1), component(2)];
};

const flat = (x: readonly Vector3[]) => Float64Array.from(x.flat());

describe.each(models)("$name", (model) => {
	const material = given(model, {
		weftRatio: 0.4,
		warpCurvature: 0.7,
		weftCurvature: -0.3,
	});

	test("conserves both momenta on convex and other pairs", () => {
		const random = randomNumbers(3);
		for (const X of randomPairs(40)) {
			const x = X.map(
				([a, b]): Vector3 => [
					a + 0.15 * random(),
					b + 0.15 * random(),
					0.5 * random(),
				],
			);
			const forces = forcesOf(model, material, X, x);
			expect(
				largest(resultants(flat(x), Float64Array.from(forces))),
			).toBeLessThan(1e-13 * largest(forces));
		}
	});

	test("has no energy and no force in the flat rest state, whatever its shape", () => {
		for (const X of [nonConvexPair, ...randomPairs(10)]) {
			const stiffness = largest(hessianOf(model, {}, X, X).flat());
			expect(energyOf(model, {}, X, X)).toBeLessThan(1e-28 * stiffness);
			expect(largest(forcesOf(model, {}, X, X))).toBeLessThan(
				1e-14 * stiffness,
			);
		}
	});

	test("is damped without torque, for whatever velocities", () => {
		if (!model.dissipationPotential) return;
		const { gradient } = elementPrograms(model.dissipationPotential);
		const random = randomNumbers(5);
		for (const X of randomPairs(10)) {
			const x = flat(X).map((c) => c + 0.1 * random());
			const v = x.map(() => random());
			const force = (velocities: Float64Array, at: Float64Array) =>
				evaluateProgram(
					gradient,
					[velocities, at],
					model.restNumbers(X, model.typicalMaterial, 0),
				);
			const F = force(v, x);
			expect(largest(resultants(x, F))).toBeLessThan(1e-13 * largest(F));
			// Flat: nothing infinite.
			for (const component of force(v, flat(X)))
				expect(Number.isFinite(component)).toBe(true);
		}
	});
});

describe("energy of a sheet of equilateral triangles over that of a plate of this rigidity", () => {
	const kappa = 1e-4;
	const ratio = (
		model: AnyElementModel,
		material: Record<string, number>,
		turn: number,
		shape: (x: number, y: number) => number,
	) =>
		equilateralHinges(turn).reduce(
			(sum, X) => sum + energyOf(model, material, X, lifted(X, shape)),
			0,
		) /
		(0.5 * kappa ** 2 * equilateralArea);
	const cylinder = (angle: number) => (x: number, y: number) =>
		0.5 * kappa * (x * Math.cos(angle) + y * Math.sin(angle)) ** 2;
	const sphere = (x: number, y: number) => 0.5 * kappa * (x * x + y * y);

	test.each([
		[linearBending, { bendingModulus: 1 }, 1 / 3],
		[calibratedBending, { bendingRigidity: 1 }, 1],
		[curvedBending, { bendingRigidity: 1 }, 1],
		[nonlinearBending, { bendingRigidity: 1 }, 1],
		[isometricBending, { laplacianCoefficient: 1 }, 3],
		[bridsonHinge, { bendingRigidity: 1 }, 1],
		[discreteShellHinge, { bendingRigidity: 1 }, 1],
	] as const)("%o", (model, material, expected) => {
		for (const angle of [0, 0.3, 1, 2])
			expect(
				ratio(model, material, 0.2, cylinder(angle)) / expected,
			).toBeCloseTo(1, 6);
		expect(ratio(model, material, 0.2, sphere) / expected).toBeCloseTo(
			4 / 3,
			6,
		);
	});

	test("of spheres, the isometric model has what it means: ½ k ∫ (Δz)²", () =>
		expect(
			ratio(isometricBending, { laplacianCoefficient: 1 }, 0, sphere),
		).toBeCloseTo(4, 6));

	test("with threads: the warp's rigidity along it, two thirds of the weft's and one of the warp's along the weft", () => {
		for (const warpAngle of [0, 0.7]) {
			// Edges along the weft.
			const turn = Math.PI / 2 + warpAngle;
			const material = { bendingRigidity: 1, weftRatio: 0.1, warpAngle };
			const along = (angle: number) =>
				ratio(calibratedBending, material, turn, cylinder(warpAngle + angle));
			expect(along(0)).toBeCloseTo(1, 6);
			expect(along(Math.PI / 2)).toBeCloseTo((2 * 0.1 + 1) / 3, 6);
		}
	});

	test("curved at rest: none on the cylinder or sphere that is asked for", () => {
		for (const model of [curvedBending, bridsonHinge, discreteShellHinge]) {
			const numbers = { bendingRigidity: 1, warpAngle: 0.4 };
			const cylindrical = { ...numbers, warpCurvature: kappa };
			expect(
				Math.abs(ratio(model, cylindrical, 0.1, cylinder(0.4))),
			).toBeLessThan(1e-6);
			expect(
				ratio(model, cylindrical, 0.1, cylinder(0.4 + Math.PI / 2)),
			).toBeGreaterThan(1);
			const spherical = { ...cylindrical, weftCurvature: kappa };
			expect(Math.abs(ratio(model, spherical, 0.1, sphere))).toBeLessThan(1e-6);
		}
	});
});

describe("the bending vector", () => {
	test("is zero for a flat pair that is not convex, as areas have signs", () => {
		const R = bendingVector(nonConvexPair, nonConvexPair);
		expect(Math.hypot(...R)).toBeLessThan(5e-16);
		// The printed rule.
		const [A, B, C, D] = nonConvexPair;
		const [NA, NB, NC, ND] = [
			[A, C, D],
			[B, D, C],
			[C, B, A],
			[D, A, B],
		].map((triangle) => 2 * restArea(triangle));
		const alpha = [
			NB / (NA + NB),
			NA / (NA + NB),
			-ND / (NC + ND),
			-NC / (NC + ND),
		];
		const printed = [0, 1, 2].map((k) =>
			nonConvexPair.reduce((sum, point, J) => sum + alpha[J] * point[k], 0),
		);
		expect(Math.hypot(...printed)).toBeCloseTo(0.25, 2);
	});

	const kappa = 0.05;
	const x = lifted(convexPair, (x) => 0.5 * kappa * x * x);
	const { hA, hB, l } = restHinge(convexPair);

	test("gives the curvature, positive where A and B lie on the side of the normal", () => {
		const [, , z] = bendingVector(convexPair, x);
		expect((2 * z) / (hA * hB)).toBeCloseTo(kappa, 14);
		expect(restAngle(x)).toBeGreaterThan(0);
	});

	test("makes forces with the signs of a moment, eq. 8", () => {
		const bendingModulus = 0.2;
		const F = forcesOf(linearBending, { bendingModulus }, convexPair, x);
		const moment = (l * bendingModulus * kappa) / 3;
		expect(moment).toBeCloseTo(5.333e-3, 6);
		expect(-hA * F[2]).toBeCloseTo(moment, 14);
		expect(-hB * F[5]).toBeCloseTo(moment, 14);
	});

	test("is offset by a rest curvature with the right sign, eq. 17", () => {
		const pair: Hinge = [
			[-1, 0.1, 0],
			[1, 0.2, 0],
			[0, -0.7, 0],
			[0, 0.9, 0],
		];
		const bent = lifted(pair, (x) => 0.5 * kappa * x * x);
		const energy = (warpCurvature: number) =>
			energyOf(
				curvedBending,
				{ bendingRigidity: 1, warpCurvature, warpAngle: 0 },
				pair,
				bent,
			);
		const stiffness = 4 * 1.6;
		expect(energy(kappa)).toBeLessThan(1e-28);
		expect(energy(-kappa)).toBeCloseTo(0.5 * stiffness * kappa ** 2, 12);
	});

	test("is damped as it grows, with what the elastic force has in the time ζ", () => {
		const random = randomNumbers(2);
		const material = {
			bendingModulus: 0.2,
			weftRatio: 1,
			warpAngle: 0,
			dampingTime: 0.3,
		};
		const { dissipationPotential } = linearBending;
		if (!dissipationPotential) throw new Error("it has none");
		const { energy } = elementPrograms(dissipationPotential);
		const v = x.map((): Vector3 => [random(), random(), random()]);
		const [dissipated] = evaluateProgram(
			energy,
			[flat(v), flat(x)],
			linearBending.restNumbers(convexPair, material, 0),
		);
		const [R, rate] = [x, v].map((nodes) => bendingVector(convexPair, nodes));
		const growth = dotProduct(R, rate) / Math.hypot(...R);
		const stiffness =
			((2 / 3) * (hA + hB) * l * material.bendingModulus) / (hA * hB) ** 2;
		const expected = 0.5 * 0.3 * stiffness * growth ** 2;
		expect(dissipated / expected).toBeCloseTo(1, 6);
	});
});

describe("threads", () => {
	test("an edge along the weft folds the warp and has its rigidity", () => {
		const stiffness = (warpAngle: number) =>
			hessianOf(
				calibratedBending,
				{ bendingRigidity: 1, weftRatio: 0.1, warpAngle },
				convexPair,
				convexPair,
			)[2][2];
		// The edge of this pair lies along y.
		expect(stiffness(Math.PI / 2) / stiffness(0)).toBeCloseTo(0.1, 12);
		expect(stiffness(Math.PI / 4) / stiffness(0)).toBeCloseTo(0.55, 12);
	});

	test("lie along x, turned about the normal; along y where that is perpendicular", () => {
		expect(edgeAngle(convexPair, 0.3)).toBeCloseTo(Math.PI / 2 - 0.3, 12);
		const upright = convexPair.map(([x, y]): Vector3 => [0, x, y]);
		expect(edgeAngle(upright, 0.3)).toBeCloseTo(Math.PI / 2 - 0.3, 12);
		const turned = convexPair.map(([x, y]): Vector3 => [x, 0, -y]);
		expect(edgeAngle(turned, 0.3)).toBeCloseTo(Math.PI / 2 - 0.3, 12);
	});
});

describe("the nonlinear law", () => {
	/** Energy over that of linear bending at curvature 1, where it is ½: the integral of the moment over curvature. */
	const energy = (kappa: number, stiffnessRatio: number) =>
		energyOf(
			nonlinearBending,
			{ bendingRigidity: 1, stiffnessRatio, transitionCurvature: 2 },
			convexPair,
			lifted(convexPair, (x) => 0.5 * kappa * x * x),
		) /
		energyOf(
			calibratedBending,
			{ bendingRigidity: 1 },
			convexPair,
			lifted(convexPair, (x) => 0.5 * x * x),
		) /
		2;

	test.each([0, 0.3, 1, 4])("is the integral of its moment, ratio %d", (q) => {
		const moment = (kappa: number) =>
			kappa * (q + (1 - q) / Math.sqrt(1 + (kappa / 2) ** 2));
		for (const kappa of [0.01, 1, 10]) {
			const n = 400;
			// Simpson's rule.
			let integral = 0;
			for (let i = 0; i < n; i++) {
				const [a, b] = [(kappa * i) / n, (kappa * (i + 1)) / n];
				integral +=
					((b - a) / 6) * (moment(a) + 4 * moment((a + b) / 2) + moment(b));
			}
			expect(energy(kappa, q) / integral).toBeCloseTo(1, 8);
		}
	});
});

describe("hinges by angle", () => {
	const random = randomNumbers(11);
	const bent = randomPairs(10).map((X) => lifted(X, () => 0.4 * random()));

	test("have the gradient of the angle for the direction of their forces", () => {
		for (const [i, X] of randomPairs(10).entries()) {
			const x = bent[i];
			const { l, hA, hB } = restHinge(X);
			const theta = restAngle(x);
			const gradient = angleGradient(x).flat();
			const size = largest(gradient);
			const k = l / (hA + hB);
			for (const [model, moment] of [
				[discreteShellHinge, 2 * k * theta],
				[bridsonHinge, 4 * k * Math.sin(theta / 2)],
			] as const)
				for (const [c, force] of forcesOf(
					model,
					{ bendingRigidity: 1 },
					X,
					x,
				).entries())
					expect(Math.abs(force + moment * gradient[c])).toBeLessThan(
						1e-13 * Math.abs(moment) * size,
					);
		}
	});

	test("are at rest in a rest shape that is folded, and bend out of it with a quadratic energy", () => {
		for (const model of [curvedBending, bridsonHinge, discreteShellHinge])
			for (const X of bent) {
				const H = largest(hessianOf(model, {}, X, X).flat());
				expect(largest(forcesOf(model, {}, X, X))).toBeLessThan(1e-14 * H);
				const further = X.map(
					([x, y, z], J): Vector3 => [x, y, J < 2 ? z + 1e-3 : z],
				);
				expect(energyOf(model, {}, X, further)).toBeGreaterThan(0);
			}
	});
});

test("isometric bending is what its cotangents say", () => {
	const cotangent = (at: Vector3, p: Vector3, q: Vector3) =>
		dotProduct(subtract(p, at), subtract(q, at)) / (2 * restArea([at, p, q]));
	for (const X of randomPairs(6)) {
		const [A, B, C, D] = X;
		const [cA, dA] = [cotangent(C, A, D), cotangent(D, A, C)];
		const [cB, dB] = [cotangent(C, B, D), cotangent(D, B, C)];
		const K = [-cA - dA, -cB - dB, dA + dB, cA + cB];
		const factor = 3 / (restArea([A, C, D]) + restArea([B, D, C]));
		const H = hessianOf(isometricBending, { laplacianCoefficient: 2 }, X, X);
		const size = largest(H.flat());
		for (let a = 0; a < 4; a++)
			for (let b = 0; b < 4; b++)
				expect(
					Math.abs(H[3 * a][3 * b] - 2 * factor * K[a] * K[b]),
				).toBeLessThan(1e-12 * size);
	}
});

describe("crossover springs", () => {
	for (const check of modelChecks(crossoverSpring)) test(check.name, check.run);

	/** Folds an equilateral pair of height h by the angle that the curvature makes of it. */
	const energies = (kappa: number, referenceCurvature: number) => {
		const h = 0.01;
		const X: Hinge = [
			[-h, 0.3 * h, 0],
			[h, 0.3 * h, 0],
			[0, 0, 0],
			[0, h, 0],
		];
		const half = (kappa * h) / 2;
		const x = X.map(
			([x, y]): Vector3 => [
				x * Math.cos(half),
				y,
				Math.abs(x) * Math.sin(half),
			],
		);
		const stiffness = crossoverStiffness(X, referenceCurvature);
		return [
			energyOf(crossoverSpring, { stiffness }, X.slice(0, 2), x.slice(0, 2)),
			energyOf(calibratedBending, { bendingRigidity: 1 }, X, x),
		];
	};

	test("have the moment of the rigidity at the curvature of reference", () => {
		const [low, high] = [4.99, 5.01].map((kappa) => energies(kappa, 5));
		const [spring, plate] = [0, 1].map((i) => high[i] - low[i]);
		expect(spring / plate).toBeCloseTo(1, 3);
	});

	test("have an energy of the fourth power of curvature: no rigidity at all where it is small", () => {
		const [low, high] = [2, 4].map((kappa) => energies(kappa, 5)[0]);
		expect(Math.log2(high / low)).toBeCloseTo(4, 2);
	});
});

describe("curvature at rest by numbers", () => {
	for (const model of [curvedBending, bridsonHinge] as AnyElementModel[]) {
		const { warpCurvature } = model.material;
		const curved = elementModel({
			...model,
			name: `${model.name} with curvature`,
			material: {
				...model.material,
				warpCurvature: { ...warpCurvature, typical: 0.8 },
			},
		});
		// Neither the rest shape nor a flat sheet is at rest then.
		const others = [
			"energy and forces are zero at rest",
			"small strains obey linear elasticity",
			"positive Hessian is the exact one at rest",
		];
		describe(model.name, () => {
			for (const check of modelChecks(curved))
				if (!others.includes(check.name)) test(check.name, check.run);
		});
	}

	test("is refused where triangles are too large for it", () =>
		expect(() =>
			energyOf(curvedBending, { warpCurvature: 10 }, convexPair, convexPair),
		).toThrow(/bend it by more than half a turn; take .* finer mesh/));
});
