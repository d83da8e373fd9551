import { describe, expect, test } from "vitest";
import { elementPrograms } from "../../src/energy/index.ts";
import {
	biquadraticSpring,
	elementModel,
	henckySpring,
	quadraticSpring,
	spring,
} from "../../src/models/index.ts";
import { relativeDifference } from "../../src/testing/assertions.ts";
import { elementProbe } from "../../src/testing/elementProbe.ts";
import { modelChecks } from "../../src/testing/index.ts";

/** The spring of any exponent, with another one for typical. */
const springOf = (strainExponent: number) => {
	const { axialStiffness, strainExponent: parameter } = spring.material;
	return elementModel({
		...spring,
		name: `spring of exponent ${strainExponent}`,
		material: {
			axialStiffness,
			strainExponent: { ...parameter, typical: strainExponent },
		},
	});
};

describe("a spring's exponent", () => {
	for (const [exponent, special] of [
		[0, henckySpring],
		[1, quadraticSpring],
		[2, biquadraticSpring],
	] as const)
		test(`${exponent} makes it a ${special.name}`, () => {
			for (const seed of [1, 2, 3, 4, 5]) {
				const [general, particular] = [springOf(exponent), special].map(
					(model) => {
						const { run, deformed } = elementProbe(model, seed);
						const x = deformed();
						const { energy, gradient, hessian } = elementPrograms(
							model.potential,
						);
						return [energy, gradient, hessian].map((program) =>
							run(program, x),
						);
					},
				);
				for (const [i, values] of general.entries())
					expect(relativeDifference(values, particular[i])).toBeLessThan(1e-12);
			}
		});
});

for (const exponent of [0, 1, 2, 0.5])
	describe(`spring of exponent ${exponent}`, () => {
		for (const check of modelChecks(springOf(exponent)))
			test(check.name, check.run);
	});
