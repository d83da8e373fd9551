import { describe, expect, test } from "vitest";
import { countOperations } from "../../src/energy/graph.ts";
import { elementPrograms } from "../../src/energy/program.ts";
import { createRandom } from "../../src/mesh/generators/random.ts";
import { linearMembrane } from "../../src/models/membrane/linearMembrane.ts";
import { trbs } from "../../src/models/membrane/trbs.ts";
import { trqs } from "../../src/models/membrane/trqs.ts";
import { tensileSprings } from "../../src/models/springs/springRules.ts";
import { relativeDifference } from "../../src/testing/assertions.ts";
import { fullHessian } from "../../src/testing/elementProbe.ts";
import { evaluateProgram } from "./evaluateProgram.ts";

const programs = elementPrograms(trbs.potential);

describe("generated code is as lean as code written by hand", () => {
	test("TRBS force: the paper counts 30 multiplications and 44 additions", () => {
		const {
			mul = 0,
			add = 0,
			sub = 0,
			...others
		} = countOperations(programs.gradient.outputs);
		expect(others).toEqual({});
		// As docs/energy-language.md says.
		expect([mul, add + sub]).toEqual([27, 33]);
	});

	test("forces of the paper's other models", () => {
		const counts = [linearMembrane, tensileSprings, trqs].map((model) => {
			const { gradient } = elementPrograms(model.potential);
			const { mul, add, sub, sqrt, div } = countOperations(gradient.outputs);
			return [mul, (add ?? 0) + (sub ?? 0), sqrt ?? 0, div ?? 0];
		});
		expect(counts).toEqual([
			[36, 37, 0, 0],
			[21, 27, 3, 3],
			[27, 33, 3, 3],
		]);
	});
});

type Point = readonly [number, number, number];
const minus = (p: Point, q: Point): Point => [
	p[0] - q[0],
	p[1] - q[1],
	p[2] - q[2],
];
const dot = (p: Point, q: Point) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

/** Delingette 2008, eqs 15 to 17, written out in numbers: force and its derivatives at a triangle Q with rest shape P. */
function delingette(
	P: readonly Point[],
	Q: readonly Point[],
	E: number,
	nu: number,
) {
	const squared = (p: readonly Point[]) =>
		[0, 1, 2].map((i) => {
			const edge = minus(p[(i + 1) % 3], p[(i + 2) % 3]);
			return dot(edge, edge);
		});
	const [L2, l2] = [squared(P), squared(Q)];
	// Heron: 16 A² = 2 Σ L_i² L_j² − Σ L_i⁴.
	const sixteenAreaSquared =
		2 * (L2[0] * L2[1] + L2[1] * L2[2] + L2[2] * L2[0]) -
		(L2[0] ** 2 + L2[1] ** 2 + L2[2] ** 2);
	const A = Math.sqrt(sixteenAreaSquared) / 4;
	const cot = [0, 1, 2].map(
		(i) => (L2[(i + 1) % 3] + L2[(i + 2) % 3] - L2[i]) / (4 * A),
	);
	const scale = E / (16 * (1 - nu * nu) * A);
	const k = cot.map((cotangent) => scale * (2 * cotangent ** 2 + 1 - nu));
	const c = cot.map(
		(_, m) => scale * (2 * cot[(m + 1) % 3] * cot[(m + 2) % 3] + nu - 1),
	);
	const D = l2.map((l, i) => l - L2[i]);
	/** T_k = k_k Δ_k + c_j Δ_i + c_i Δ_j. */
	const T = D.map((_, m) => {
		const [i, j] = [(m + 1) % 3, (m + 2) % 3];
		return k[m] * D[m] + c[j] * D[i] + c[i] * D[j];
	});
	const force = Q.flatMap((Qi, i) => {
		const f = [0, 0, 0];
		for (const j of [0, 1, 2])
			if (j !== i) {
				const toward = minus(Q[j], Qi);
				for (let r = 0; r < 3; r++) f[r] += T[3 - i - j] * toward[r];
			}
		return f;
	});
	/** ∂f_i/∂Q_j for i ≠ j. */
	const block = (i: number, j: number) => {
		const m = 3 - i - j;
		const terms: [number, Point, Point][] = [
			[2 * k[m], minus(Q[i], Q[j]), minus(Q[i], Q[j])],
			[2 * c[m], minus(Q[i], Q[m]), minus(Q[m], Q[j])],
			[2 * c[i], minus(Q[i], Q[m]), minus(Q[i], Q[j])],
			[2 * c[j], minus(Q[j], Q[i]), minus(Q[j], Q[m])],
		];
		return [0, 1, 2].map((r) =>
			[0, 1, 2].map((s) =>
				terms.reduce(
					(total, [factor, u, w]) => total + factor * u[r] * w[s],
					r === s ? T[m] : 0,
				),
			),
		);
	};
	const jacobian = Array.from({ length: 9 }, () =>
		new Array<number>(9).fill(0),
	);
	for (const i of [0, 1, 2])
		for (const j of [0, 1, 2])
			if (j !== i)
				for (const [r, row] of block(i, j).entries())
					for (const [s, value] of row.entries()) {
						jacobian[3 * i + r][3 * j + s] = value;
						jacobian[3 * i + r][3 * i + s] -= value;
					}
	return { force, jacobian };
}

test("TRBS force and stiffness are the paper's", () => {
	const random = createRandom(4);
	const point = (): Point => [
		2 * random() - 1,
		2 * random() - 1,
		2 * random() - 1,
	];
	let tried = 0;
	while (tried < 200) {
		const P = [point(), point(), point()];
		const Q = [point(), point(), point()];
		const [u, w] = [minus(P[1], P[0]), minus(P[2], P[0])];
		// Slivers make the cotangents ill-conditioned, in whichever form.
		if (dot(u, u) * dot(w, w) - dot(u, w) ** 2 < 0.1) continue;
		tried++;
		const E = 10 + 100 * random();
		const nu = 0.95 * random();
		const { force, jacobian } = delingette(P, Q, E, nu);
		const parameters = trbs.restNumbers(
			P,
			{ youngModulus2d: E, poissonRatio: nu, dampingTime: 0 },
			0,
		);
		const x = Float64Array.from(Q.flat());
		const gradient = evaluateProgram(programs.gradient, [x], parameters);
		const blocks = evaluateProgram(programs.hessian, [x], parameters);
		const hessian = fullHessian(blocks, 3, true);
		expect(
			relativeDifference(
				gradient.map((g) => -g),
				force,
			),
		).toBeLessThan(1e-12);
		expect(
			relativeDifference(
				hessian.flat().map((h) => -h),
				jacobian.flat(),
			),
		).toBeLessThan(1e-12);
	}
});
