/** Solid laws: what they say of simple states, laws of one's own, and sums. */
import { describe, expect, test } from "vitest";
import { evaluate } from "../../src/energy/emit/interpret.ts";
import {
	gradient,
	inputs,
	mul,
	square,
	sub,
	sum,
} from "../../src/energy/index.ts";
import {
	type AppliedLaw,
	hyperelastic,
	laws,
	onHexahedra,
	positive,
	reduced,
	sumOfLaws,
} from "../../src/models/index.ts";
import { symmetricEigen3 } from "../../src/models/solid/symmetricEigen3.ts";
import { modelChecks, randomNumbers } from "../../src/testing/index.ts";

/** First Piola–Kirchhoff stress and energy density of a law at F, by rows. */
function stress({ law, material }: AppliedLaw, F: readonly number[]) {
	const entries = inputs("F", 9);
	const constants = law.constants(material as Record<string, number>);
	const symbols = Object.keys(constants).map((name) => [
		name,
		inputs(name, 1)[0],
	]);
	const psi = law.psi(
		[entries.slice(0, 3), entries.slice(3, 6), entries.slice(6)],
		Object.fromEntries(symbols),
	);
	const values = new Map<unknown, number>([
		...entries.map((e, i) => [e, F[i]] as const),
		...symbols.map(([name, e]) => [e, constants[name as string]] as const),
	]);
	const [energy, ...P] = evaluate(
		[psi, ...gradient(psi, entries)],
		(e) => values.get(e) as number,
	);
	return { energy, P };
}

/** F, upper triangular, of a Green strain. */
function cholesky(strain: readonly (readonly number[])[]): number[] {
	const U = [0, 0, 0, 0, 0, 0, 0, 0, 0];
	for (let i = 0; i < 3; i++)
		for (let j = i; j < 3; j++) {
			let c = 2 * strain[i][j] + +(i === j);
			for (let k = 0; k < i; k++) c -= U[3 * k + i] * U[3 * k + j];
			U[3 * i + j] = i === j ? Math.sqrt(c) : c / U[4 * i];
		}
	return U;
}

const diagonal = (a: number, b: number, c: number) => [
	...[a, 0, 0],
	...[0, b, 0],
	...[0, 0, c],
];
const solid = { youngModulus: 2e5, poissonRatio: 0.3 };
const [lambda, mu] = [
	(2e5 * 0.3) / (1.3 * 0.4), // E ν / ((1 + ν)(1 − 2ν))
	2e5 / 2.6,
];

describe("closed forms", () => {
	test("St Venant–Kirchhoff: P = F S with S = λ tr(E) + 2μ E", () => {
		const { P } = stress(
			laws.stVenantKirchhoff(solid),
			diagonal(1.3, 0.9, 1.1),
		);
		const E = [1.3, 0.9, 1.1].map((s) => 0.5 * (s * s - 1));
		const trace = E[0] + E[1] + E[2];
		for (const [i, s] of [1.3, 0.9, 1.1].entries())
			expect(P[4 * i] / (s * (lambda * trace + 2 * mu * E[i]))).toBeCloseTo(
				1,
				12,
			);
	});

	test("neo-Hookean: P_i = μ (s_i − 1/s_i) + λ ln J / s_i", () => {
		const stretches = [1.3, 0.7, 1.1];
		const { P } = stress(laws.neoHookean(solid), diagonal(1.3, 0.7, 1.1));
		const logJ = Math.log(1.3 * 0.7 * 1.1);
		for (const [i, s] of stretches.entries())
			expect(P[4 * i] / (mu * (s - 1 / s) + (lambda * logJ) / s)).toBeCloseTo(
				1,
				12,
			);
	});

	test("Mooney–Rivlin at constant volume: 2 (s − 1/s²)(c₁ + c₂/s) in tension, beside a pressure", () => {
		const { P } = stress(
			laws.mooneyRivlin({ c1: 6e3, c2: 3e3, bulkModulus: 1e6 }),
			diagonal(1.4, 1 / Math.sqrt(1.4), 1 / Math.sqrt(1.4)),
		);
		const s = 1.4;
		const side = 1 / Math.sqrt(s);
		// The pressure that frees the sides adds p/s_i to P_i.
		const tension = P[0] - (P[4] * side) / s;
		expect(tension / (2 * (s - 1 / s ** 2) * (6e3 + 3e3 / s))).toBeCloseTo(
			1,
			12,
		);
	});

	test("slender St Venant–Kirchhoff: E along the axis, and St Venant–Kirchhoff where the section contracts freely", () => {
		const axis = [0.6, 0, 0.8];
		const { E: young, nu } = { E: 2e5, nu: 0.3 };
		const slender = laws.slenderStVenantKirchhoff({
			...solid,
			axisX: 3 * axis[0],
			axisZ: 3 * axis[2],
		});
		// A stretch along the axis only: F = 1 + (s − 1) aaᵀ.
		const s = 1.2;
		const stretch = [0, 1, 2].flatMap((r) =>
			[0, 1, 2].map((c) => +(r === c) + (s - 1) * axis[r] * axis[c]),
		);
		const q = 0.5 * (s * s - 1);
		expect(stress(slender, stretch).energy / (0.5 * young * q * q)).toBeCloseTo(
			1,
			12,
		);
		// Green strains that differ by the free contraction −ν q across the axis.
		const E = [
			[0.1, 0.03, -0.02],
			[0.03, -0.04, 0.05],
			[-0.02, 0.05, 0.07],
		];
		const along = axis.reduce(
			(sum, a, r) => sum + a * axis.reduce((t, b, c) => t + b * E[r][c], 0),
			0,
		);
		const contracted = E.map((row, r) =>
			row.map((e, c) => e - nu * along * (+(r === c) - axis[r] * axis[c])),
		);
		// F of a symmetric strain: the Cholesky factor of C = 1 + 2E.
		const energyAt = (law: AppliedLaw, strain: number[][]) =>
			stress(law, cholesky(strain)).energy;
		expect(
			energyAt(laws.stVenantKirchhoff(solid), contracted) /
				energyAt(slender, E),
		).toBeCloseTo(1, 12);
	});

	test("volume penalty: P = K (J − 1) cof F", () => {
		const { energy, P } = stress(
			laws.volumePenalty({ bulkModulus: 1e4 }),
			diagonal(1.2, 0.9, 1.1),
		);
		const J = 1.2 * 0.9 * 1.1;
		expect(energy / (5e3 * (J - 1) ** 2)).toBeCloseTo(1, 12);
		expect(P[0] / (1e4 * (J - 1) * 0.9 * 1.1)).toBeCloseTo(1, 12);
	});
});

test("laws add up, in energy and in stress", () => {
	const parts = [
		laws.stVenantKirchhoff(solid),
		laws.volumePenalty({ bulkModulus: 7e4 }),
	];
	const F = [1.2, 0.1, -0.2, 0.3, 0.9, 0.1, 0, 0.2, 1.1];
	const both = stress(sumOfLaws(...parts), F);
	const [one, other] = parts.map((law) => stress(law, F));
	expect(both.energy / (one.energy + other.energy)).toBeCloseTo(1, 14);
	for (const [i, p] of both.P.entries())
		expect(Math.abs(p - one.P[i] - other.P[i]) / mu).toBeLessThan(1e-14);
});

test("eigenvalues and eigenvectors of symmetric 3×3 matrices, also equal ones", () => {
	const [a, b, c, d, e, f] = inputs("a", 6);
	const { values, vectors } = symmetricEigen3([
		[a, b, c],
		[b, d, e],
		[c, e, f],
	]);
	const random = randomNumbers(5);
	const cases = [
		...Array.from({ length: 100 }, () => Array.from({ length: 6 }, random)),
		[0, 0, 0, 0, 0, 0],
		[2, 0, 0, 2, 0, 2],
		[1, 1, 1, 1, 1, 1],
		[1, 1e-9, 0, 1, 1e-9, 1 + 1e-9],
	];
	for (const m of cases) {
		const got = evaluate(
			[...values, ...vectors.flat()],
			(x) => m[[a, b, c, d, e, f].indexOf(x)],
		);
		const V = [3, 6, 9].map((at) => got.slice(at, at + 3));
		for (let r = 0; r < 3; r++)
			for (let s = 0; s < 3; s++) {
				const sumOver = (term: (i: number) => number) =>
					term(0) + term(1) + term(2);
				// A = Σ λ v vᵀ, and VᵀV = 1.
				const entry = m[[0, 1, 2, 1, 3, 4, 2, 4, 5][3 * r + s]];
				expect(
					Math.abs(sumOver((i) => got[i] * V[i][r] * V[i][s]) - entry),
				).toBeLessThan(2e-14);
				expect(
					Math.abs(sumOver((i) => V[r][i] * V[s][i]) - +(r === s)),
				).toBeLessThan(1e-14);
			}
	}
});

describe("a law of one's own, in a few lines, on hexahedra", () => {
	const yeoh = hyperelastic({
		name: "yeoh",
		about: "Rubber that stiffens.",
		material: {
			c1: positive({ unit: "Pa", meaning: "constant", typical: 5e3 }),
			c2: positive({ unit: "Pa", meaning: "stiffening", typical: 1e3 }),
			bulkModulus: positive({ unit: "Pa", meaning: "bulk", typical: 5e4 }),
		},
		constants: (material) => material,
		energy: (invariants, { c1, c2, bulkModulus }) => {
			const { I1, J } = reduced(invariants);
			const stretch = sub(I1, 3);
			const volume = mul(0.5, mul(bulkModulus, square(sub(J, 1))));
			return sum([mul(c1, stretch), mul(c2, square(stretch)), volume]);
		},
		linearised: ({ c1, bulkModulus: K }) => ({
			youngModulus: (18 * K * c1) / (3 * K + 2 * c1),
			poissonRatio: (3 * K - 4 * c1) / (2 * (3 * K + 2 * c1)),
		}),
	});
	for (const check of modelChecks(onHexahedra(yeoh)))
		test(check.name, check.run);
});
