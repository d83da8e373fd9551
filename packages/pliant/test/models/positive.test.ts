import { describe, expect, test } from "vitest";
import { evaluate } from "../../src/energy/emit/interpret.ts";
import {
	add,
	contract,
	deformationGradient,
	elementPrograms,
	exp,
	frozen,
	greenStrain,
	inputs,
	lengthSquared,
	mul,
	square,
	sub,
	trace,
} from "../../src/energy/index.ts";
import {
	biquadraticSpring,
	elementModel,
	henckySpring,
	laws,
	linearBending,
	onHexahedra,
	positiveMembrane,
	quadraticSpring,
	restArea,
	spring,
	sumOfLaws,
	trbs,
	triangleShapeGradients,
} from "../../src/models/index.ts";
import { positivePart } from "../../src/models/membrane/positiveMembrane.ts";
import * as parameters from "../../src/models/parameters.ts";
import {
	createEigenWorkspace,
	projectToPositive,
} from "../../src/system/symmetricEigen.ts";
import { largest, relativeDifference } from "../../src/testing/assertions.ts";
import { elementProbe, fullHessian } from "../../src/testing/elementProbe.ts";
import { modelChecks, randomNumbers } from "../../src/testing/index.ts";
import { evaluateProgram } from "../energy/evaluateProgram.ts";

/** The nearest positive semi-definite matrix. */
function nearest(H: readonly (readonly number[])[]): Float64Array {
	const matrix = Float64Array.from(H.flat());
	projectToPositive(matrix, H.length, createEigenWorkspace(H.length));
	return matrix;
}

test("the positive part of a 2×2 matrix is the nearest positive semi-definite one", () => {
	const [a, b, c] = inputs("m", 3);
	const entries = positivePart([
		[a, b],
		[b, c],
	]).flat();
	const random = randomNumbers(3);
	const matrices = Array.from({ length: 200 }, () => {
		const mean = 2 * random();
		return [mean + random(), random(), mean + random()];
	});
	for (const m of [...matrices, [0, 0, 0], [1, 0, 1], [-1, 0, -1], [1, 1, 1]]) {
		const expected = nearest([
			[m[0], m[1]],
			[m[1], m[2]],
		]);
		const got = evaluate(entries, (e) => m[[a, b, c].indexOf(e)]);
		for (const [k, entry] of got.entries())
			expect(Math.abs(entry - expected[k])).toBeLessThan(1e-14);
	}
});

test("trbs has the positive semi-definite Hessian that is nearest to the exact one, by F", () => {
	const { hessian, positiveHessian } = elementPrograms(trbs.potential);
	if (!positiveHessian) throw new Error("it offers none");
	// On this triangle the second and third node are the columns of F.
	const restNumbers = trbs.restNumbers(
		[
			[0, 0, 0],
			[1, 0, 0],
			[0, 1, 0],
		],
		trbs.typicalMaterial,
		0,
	);
	const random = randomNumbers(9);
	let exactlyPositive = 0;
	for (let trial = 0; trial < 300; trial++) {
		const stretch = [0.4, 1, 1.3][trial % 3];
		const x = Float64Array.from(
			[0, 0, 0, stretch, 0, 0, 0, stretch, 0],
			(value) => value + 0.3 * random(),
		);
		const [exact, positive] = [hessian, positiveHessian].map((program) =>
			fullHessian(evaluateProgram(program, [x], restNumbers), 3, true)
				.slice(3)
				.map((row) => row.slice(3)),
		);
		const expected = nearest(exact);
		expect(
			largest(positive.flat().map((value, i) => value - expected[i])),
		).toBeLessThan(1e-11 * largest(exact.flat()));
		if (expected.every((value, i) => value === exact.flat()[i]))
			exactlyPositive++;
	}
	// Both happen often.
	expect(Math.abs(exactlyPositive - 150)).toBeLessThan(100);
});

describe("any isotropic membrane", () => {
	/** psi = E/(3a) (exp(a (tr(E)² + E:E)) − 1), as in CONTRIBUTING.md, in I = tr C and K = det C. */
	const fung = elementModel({
		name: "fung-membrane",
		about: "Soft tissue that stiffens exponentially with strain.",
		domain: "triangle",
		material: {
			E: parameters.positive({
				unit: "N/m",
				meaning: "Young modulus",
				typical: 50,
			}),
		},
		rest: ({ X, material: { E } }) => ({
			D: triangleShapeGradients(X),
			c: (restArea(X) * E) / 6,
		}),
		energy: ({ x, D, c }) => {
			const E = greenStrain(deformationGradient(x, D));
			const Q = mul(2, add(square(trace(E)), contract(E, E)));
			return mul(c, sub(exp(Q), 1));
		},
		positive: ({ x, D, c }) =>
			positiveMembrane(deformationGradient(x, D), (I, K) => {
				const trace2 = mul(0.25, square(sub(I, 2)));
				const squares = mul(0.25, sub(add(square(sub(I, 1)), 1), mul(2, K)));
				return mul(c, sub(exp(mul(2, add(trace2, squares))), 1));
			}),
	});
	for (const check of modelChecks(fung)) test(check.name, check.run);
});

describe.each([quadraticSpring, biquadraticSpring, henckySpring, spring])(
	"$name",
	(model) => {
		test("has the nearest positive semi-definite Hessian at every length", () => {
			const { hessian, positiveHessian } = elementPrograms(model.potential);
			if (!positiveHessian) throw new Error("it offers none");
			const { run, X, random } = elementProbe(model, 1);
			for (const stretch of [1e-3, 0.3, 0.5, 0.9, 1, 1.5, 2.5, 4]) {
				const noise = random(0.05 * stretch);
				const x = X.map((c, i) => stretch * c + noise[i]);
				const [exact, positive] = [hessian, positiveHessian].map((program) =>
					fullHessian(run(program, x), 2, true),
				);
				// Relative to the exact one, since the positive one may vanish.
				const gap = relativeDifference(
					[...nearest(exact), ...exact.flat()],
					[...positive.flat(), ...exact.flat()],
				);
				expect(gap).toBeLessThan(1e-10);
			}
		});

		test("has a finite one without length", () => {
			const { positiveHessian } = elementPrograms(model.potential);
			if (!positiveHessian) throw new Error("it offers none");
			const { run } = elementProbe(model, 1);
			for (const value of run(positiveHessian, new Float64Array(6)))
				expect(Math.abs(value)).toBe(0);
		});
	},
);

describe("what a model offers", () => {
	test("exact: the Hessian serves as it is", () => {
		const programs = elementPrograms(linearBending.potential);
		expect(programs.positiveHessian).toBe(programs.hessian);
	});

	test("nothing: there is no such program", () => {
		const { law } = sumOfLaws(
			laws.stableNeoHookean({ youngModulus: 100, poissonRatio: 0.3 }),
		);
		const programs = elementPrograms(onHexahedra(law).potential);
		expect("positiveHessian" in programs).toBe(false);
	});

	const quadratic = { ...quadraticSpring, name: "changed-spring" };

	test("not invariant under translation: refused", () => {
		expect(() =>
			elementModel({
				...quadratic,
				positive: ({ x: [a], EA }) => mul(EA, lengthSquared(a)),
			}),
		).toThrow(
			/'changed-spring': its positive variant changes when all nodes move/,
		);
	});

	const failuresOf = async (model: Parameters<typeof modelChecks>[0]) => {
		const failures: string[] = [];
		for (const { name, run } of modelChecks(model))
			try {
				await run();
			} catch {
				failures.push(name);
			}
		return failures;
	};

	test("not positive: the battery notices", async () => {
		const { energy } = quadratic;
		expect(
			await failuresOf(elementModel({ ...quadratic, positive: energy })),
		).toEqual(["positive Hessian is positive semi-definite however squeezed"]);
		expect(
			await failuresOf(elementModel({ ...quadratic, positive: "exact" })),
		).toEqual(["positive Hessian is positive semi-definite however squeezed"]);
	});

	test("positive but not exact in tension: the battery notices", async () => {
		const convex = elementModel({
			...quadratic,
			positive: ({ x: [a, b], EA, L }) =>
				mul(frozen(mul(EA, L)), lengthSquared(sub(b, a))),
		});
		expect(await failuresOf(convex)).toEqual([
			"positive Hessian is the exact one in tension",
		]);
	});
});
