/** Delingette 2008: coefficients, the three forms of the TRBS force, and the tangents of its family. */
import { describe, expect, test } from "vitest";
import { elementPrograms } from "../../src/energy/index.ts";
import type { Vector3 } from "../../src/index.ts";
import {
	linearMembrane,
	restArea,
	tensileSprings,
	trbs,
	trqs,
	vanGelder,
} from "../../src/models/index.ts";
import {
	cotangentsAndSquaredLengths,
	springCoefficients,
} from "../../src/models/membrane/triangleSprings.ts";
import { relativeDifference } from "../../src/testing/assertions.ts";
import { fullHessian } from "../../src/testing/elementProbe.ts";
import { randomNumbers } from "../../src/testing/index.ts";
import { evaluateProgram } from "../energy/evaluateProgram.ts";
import { forcesOf, hessianOf } from "./unitTriangle.ts";

/** An equilateral triangle of area 1. */
const side = Math.sqrt(4 / Math.sqrt(3));
const regular: readonly Vector3[] = [
	[0, 0, 0],
	[side, 0, 0],
	[side / 2, 1 / (side / 2), 0],
];

test.each([
	[0, 0.10417, -0.02083],
	[1 / 3, 0.09375, 0],
	[0.9, 0.25219, 0.1864],
])(
	"regular triangle of area 1, E = 1, ν = %d: k = %d, c = %d",
	(poissonRatio, k, c) => {
		const found = springCoefficients(regular, {
			youngModulus2d: 1,
			poissonRatio,
		});
		for (const value of found.k) expect(value).toBeCloseTo(k, 5);
		for (const value of found.c) expect(value).toBeCloseTo(c, 5);
	},
);

test("k of the regular triangle is least at ν = 1/3, where c vanishes; c/k = −0.2 at ν = 0", () => {
	const at = (poissonRatio: number) => {
		const { k, c } = springCoefficients(regular, {
			youngModulus2d: 1,
			poissonRatio,
		});
		return { k: k[0], c: c[0] };
	};
	expect(at(0).c / at(0).k).toBeCloseTo(-0.2, 12);
	expect(Math.abs(at(1 / 3).c)).toBeLessThan(1e-16);
	for (const other of [-0.5, 0, 0.3, 0.36, 0.6, 0.95])
		expect(at(other).k).toBeGreaterThan(at(1 / 3).k);
});

/** Random triangles with an angle that may be obtuse, but no slivers. */
function* triangles(count: number) {
	const random = randomNumbers(5);
	const point = (flat: boolean): Vector3 => [
		random(),
		random(),
		flat ? 0 : random(),
	];
	while (count > 0) {
		const P = [point(true), point(true), point(true)];
		const [ux, uy] = [P[1][0] - P[0][0], P[1][1] - P[0][1]];
		const [wx, wy] = [P[2][0] - P[0][0], P[2][1] - P[0][1]];
		// Counter-clockwise.
		if (ux * wy - uy * wx < 0.3) continue;
		const Q = [point(false), point(false), point(false)];
		if (restArea(Q) < 0.15) continue;
		count--;
		yield { P, Q, poissonRatio: 0.45 + 0.45 * random() };
	}
}

const minus = (a: Vector3, b: Vector3): Vector3 => [
	a[0] - b[0],
	a[1] - b[1],
	a[2] - b[2],
];
const dot = (a: readonly number[], b: readonly number[]) =>
	a.reduce((s, v, i) => s + v * b[i], 0);

describe("the TRBS force in its three forms", () => {
	const E = 2.3;
	const moduli = (nu: number) => ({
		lambda: (E * nu) / (1 - nu * nu),
		// The paper's μ is twice the shear modulus.
		mu: E / (1 + nu),
	});

	test("is −A T D_i with T = F S", () => {
		for (const { P, Q, poissonRatio } of triangles(50)) {
			const { lambda, mu } = moduli(poissonRatio);
			const { area } = cotangentsAndSquaredLengths(P);
			const D = [0, 1, 2].map((i) => {
				const [x, y] = minus(P[(i + 2) % 3], P[(i + 1) % 3]);
				return [-y / (2 * area), x / (2 * area)];
			});
			const F = [0, 1, 2].map((r) =>
				[0, 1].map((c) =>
					dot(
						Q.map((q) => q[r]),
						D.map((d) => d[c]),
					),
				),
			);
			const strain = [0, 1].map((a) =>
				[0, 1].map(
					(b) =>
						0.5 *
						(dot(
							F.map((row) => row[a]),
							F.map((row) => row[b]),
						) -
							+(a === b)),
				),
			);
			const trace = strain[0][0] + strain[1][1];
			const S = strain.map((row, a) =>
				row.map((e, b) => mu * e + (a === b ? lambda * trace : 0)),
			);
			const force = D.flatMap((d) => {
				const Sd = S.map((row) => dot(row, d));
				return F.map((row) => -area * dot(row, Sd));
			});
			expect(
				relativeDifference(
					forcesOf(trbs, { youngModulus2d: E, poissonRatio }, P, Q),
					force,
				),
			).toBeLessThan(1e-12);
		}
	});

	test("is along the feet of the heights", () => {
		for (const { P, Q, poissonRatio } of triangles(50)) {
			const { lambda, mu } = moduli(poissonRatio);
			const rest = cotangentsAndSquaredLengths(P);
			const now = cotangentsAndSquaredLengths(Q);
			const trace =
				dot(
					now.L2.map((l, i) => l - rest.L2[i]),
					rest.cot,
				) /
				(4 * rest.area);
			const force = [0, 1, 2].flatMap((i) => {
				const [j, k] = [(i + 1) % 3, (i + 2) % 3];
				const toFoot = (cot: readonly number[]) =>
					[0, 1, 2].map(
						(r) =>
							(cot[k] * Q[j][r] + cot[j] * Q[k][r]) / (cot[j] + cot[k]) -
							Q[i][r],
					);
				const [restFoot, foot] = [toFoot(rest.cot), toFoot(now.cot)];
				return restFoot.map(
					(component, r) =>
						(((lambda + mu) * rest.L2[i] * trace) / (4 * rest.area)) *
							component +
						(mu / (8 * rest.area)) *
							(rest.L2[i] * component - now.L2[i] * foot[r]),
				);
			});
			expect(
				relativeDifference(
					forcesOf(trbs, { youngModulus2d: E, poissonRatio }, P, Q),
					force,
				),
			).toBeLessThan(1e-12);
		}
	});
});

/** κ and γ of TRQS, edge lengths and elongations at rest P and now Q. */
function quadratic(
	P: readonly Vector3[],
	Q: readonly Vector3[],
	E: number,
	nu: number,
) {
	const { L2, k, c } = springCoefficients(P, {
		youngModulus2d: E,
		poissonRatio: nu,
	});
	const L = L2.map(Math.sqrt);
	const l = cotangentsAndSquaredLengths(Q).L2.map(Math.sqrt);
	const dl = l.map((length, i) => length - L[i]);
	const kappa = k.map((k, i) => 2 * L2[i] * k);
	const gamma = c.map((c, i) => 2 * L[(i + 1) % 3] * L[(i + 2) % 3] * c);
	return { L, l, dl, kappa, gamma };
}

const outer = (u: Vector3, w: Vector3, factor: number) =>
	u.map((a) => w.map((b) => factor * a * b));

describe("TRQS", () => {
	test.each([
		["trqs", trqs, 1],
		["tensile-springs", tensileSprings, 0],
	] as const)(
		"force and tangent of %s are the paper's",
		(_, model, angular) => {
			const E = 1.7;
			for (const { P, Q, poissonRatio } of triangles(50)) {
				const all = quadratic(P, Q, E, poissonRatio);
				const { L, l, dl, kappa } = all;
				const gamma = all.gamma.map((g) => angular * g);
				const T = dl.map((_, m) => {
					const [i, j] = [(m + 1) % 3, (m + 2) % 3];
					return kappa[m] * dl[m] + gamma[j] * dl[i] + gamma[i] * dl[j];
				});
				const force = Q.flatMap((Qi, i) =>
					[0, 1, 2].map((r) =>
						[0, 1, 2]
							.filter((j) => j !== i)
							.reduce((s, j) => {
								const m = 3 - i - j;
								return s + (T[m] * (Q[j][r] - Qi[r])) / l[m];
							}, 0),
					),
				);
				const material = { youngModulus2d: E, poissonRatio };
				expect(
					relativeDifference(forcesOf(model, material, P, Q), force),
				).toBeLessThan(1e-11);

				const H = hessianOf(model, material, P, Q);
				for (const i of [0, 1, 2])
					for (const j of [0, 1, 2]) {
						if (i === j) continue;
						const m = 3 - i - j;
						const [ij, ik, jk] = [
							minus(Q[i], Q[j]),
							minus(Q[i], Q[m]),
							minus(Q[j], Q[m]),
						];
						const along =
							(kappa[m] * L[m] - gamma[j] * dl[i] - gamma[i] * dl[j]) /
							l[m] ** 3;
						const terms = [
							outer(ij, ij, along),
							outer(ik, jk, -gamma[m] / (l[i] * l[j])),
							outer(ik, ij, gamma[i] / (l[j] * l[m])),
							outer(ij, jk, -gamma[j] / (l[i] * l[m])),
						];
						const block = [0, 1, 2].map((r) =>
							[0, 1, 2].map((s) =>
								terms.reduce(
									(sum, term) => sum + term[r][s],
									r === s ? T[m] / l[m] : 0,
								),
							),
						);
						const found = [0, 1, 2].flatMap((r) =>
							[0, 1, 2].map((s) => -H[3 * i + r][3 * j + s]),
						);
						expect(relativeDifference(found, block.flat())).toBeLessThan(1e-9);
					}
			}
		},
	);

	test("damping acts on dl/dt as stiffness acts on dl: −ζ M", () => {
		const { dissipationPotential } = trqs;
		if (!dissipationPotential) throw new Error("trqs has lost its damping");
		const program = elementPrograms(dissipationPotential).hessian;
		const [zeta, E] = [0.37, 1.7];
		for (const { P, Q, poissonRatio } of triangles(20)) {
			const { l, kappa, gamma } = quadratic(P, Q, E, poissonRatio);
			const numbers = trqs.restNumbers(
				P,
				{ youngModulus2d: E, poissonRatio, dampingTime: zeta },
				0,
			);
			const x = Float64Array.from(Q.flat());
			const found = fullHessian(
				evaluateProgram(program, [new Float64Array(9), x], numbers),
				3,
				true,
			);
			// ∂(dl_m/dt)/∂v: the direction of edge m at its ends.
			const B = [0, 1, 2].map((m) => {
				const row = new Array<number>(9).fill(0);
				const [i, j] = [(m + 1) % 3, (m + 2) % 3];
				for (const [r, component] of minus(Q[i], Q[j]).entries()) {
					row[3 * i + r] = component / l[m];
					row[3 * j + r] = -component / l[m];
				}
				return row;
			});
			const expected = found.map((row, a) =>
				row.map((_, b) =>
					[0, 1, 2].reduce(
						(s, m) =>
							s +
							[0, 1, 2].reduce(
								(t, n) =>
									t +
									zeta *
										(m === n ? kappa[m] : gamma[3 - m - n]) *
										B[m][a] *
										B[n][b],
								0,
							),
						0,
					),
				),
			);
			expect(relativeDifference(found.flat(), expected.flat())).toBeLessThan(
				1e-10,
			);
		}
	});
});

test("TRBS, TRQS and the linear membrane have the same tangent at rest, in space", () => {
	for (const { P, poissonRatio } of triangles(30)) {
		// Out of the plane z = 0.
		const X = P.map(([x, y]): Vector3 => [0.6 * x, y, 0.8 * x]);
		const material = { youngModulus2d: 3, poissonRatio };
		const [linear, ...others] = [linearMembrane, trbs, trqs].map((model) =>
			hessianOf(model, material, X, X).flat(),
		);
		for (const other of others)
			expect(relativeDifference(other, linear)).toBeLessThan(1e-11);
	}
});

test("regular triangles with ν = 1/3: the springs of both papers coincide, 0.4330 E per triangle", () => {
	const material = { youngModulus2d: 1, poissonRatio: 1 / 3 };
	for (const model of [tensileSprings, vanGelder]) {
		// Lengths, then stiffnesses.
		const k = model
			.restNumbers(regular, { ...material, dampingTime: 0 }, 0)
			.slice(3, 6);
		for (const value of k) expect(value).toBeCloseTo(Math.sqrt(3) / 4, 12);
	}
});
