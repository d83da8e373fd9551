import { expect, test } from "vitest";
import {
	constant,
	type ElementPrograms,
	elementPrograms,
	input,
} from "../../src/energy/index.ts";
import { trbs } from "../../src/index.ts";
import { modelChecks } from "../../src/testing/index.ts";

const replaced = (
	programs: ElementPrograms,
	last: ElementPrograms["hessian"]["outputs"][number],
): ElementPrograms => ({
	...programs,
	hessian: {
		...programs.hessian,
		outputs: [...programs.hessian.outputs.slice(0, -1), last],
	},
});

test("the battery notices programs that WGSL cannot express", () => {
	const { potential, dissipationPotential } = trbs;
	if (!dissipationPotential) throw new Error("trbs has lost its damping");
	const programs = elementPrograms(potential);
	const dissipationPrograms = elementPrograms(dissipationPotential);
	const run = (options: Parameters<typeof modelChecks>[1]) => {
		const checks = modelChecks(trbs, options).filter(({ name }) =>
			name.endsWith("can be written as WGSL"),
		);
		expect(checks.length).toBe(2);
		for (const check of checks) check.run();
	};
	expect(() => run({ programs, dissipationPrograms })).not.toThrow();
	expect(() => run({ programs: replaced(programs, constant(1e300)) })).toThrow(
		/does not fit into an f32/,
	);
	const foreign = replaced(dissipationPrograms, input("nowhere"));
	expect(() => run({ dissipationPrograms: foreign })).toThrow(/no WGSL for/);
});
