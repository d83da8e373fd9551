import { describe, expect, test } from "vitest";
import {
	type ElementPrograms,
	elementPrograms,
	mul,
	type Program,
} from "../../src/energy/index.ts";
import { brick } from "../../src/models/bricks/brick.ts";
import { registry } from "../../src/models/registry.ts";
import { stvkHexahedra } from "../../src/models/solid/linearElements.ts";
import { stvk } from "../../src/models/solid/solidModels.ts";
import { modelChecks } from "../../src/testing/index.ts";

/** The programs with one output of one of them 1 % too large. */
function planted(
	programs: ElementPrograms,
	key: keyof ElementPrograms,
	program: Program,
	k: number,
): ElementPrograms {
	const outputs = program.outputs.map((e, i) => (i === k ? mul(1.01, e) : e));
	return { ...programs, [key]: { ...program, outputs } };
}

const derivatives = [
	"gradient",
	"product",
	"hessian",
	"positiveHessian",
] as const;

describe("the battery catches an error of 1 % in any component of any derivative", () => {
	for (const model of registry) {
		// Hexahedra and quadratic cells have hundreds of components and take seconds for each; one law, bricks and some components stand for them.
		const isQuadratic = model.domain.startsWith("quadratic");
		const isLarge = model.domain === "hexahedron" || isQuadratic;
		const tried = [stvkHexahedra, brick, stvk.elements.quadraticTetrahedra];
		if (isLarge && !tried.includes(model)) continue;
		const every = isQuadratic ? 173 : isLarge ? 61 : 1;
		const potentials = {
			programs: model.potential,
			dissipationPrograms: model.dissipationPotential,
		};
		// Derived once: modelChecks would derive those that it is not given for every component.
		const all = Object.fromEntries(
			Object.entries(potentials).flatMap(([option, potential]) =>
				potential ? [[option, elementPrograms(potential)]] : [],
			),
		);
		for (const [option, programs] of Object.entries(all)) {
			for (const key of derivatives) {
				const program = programs[key];
				if (!program) continue;
				test(`${model.name}: ${option} ${key}`, async () => {
					for (const [k, output] of program.outputs.entries()) {
						if (k % every !== 0 || output.op === "constant") continue;
						const checks = modelChecks(model, {
							...all,
							[option]: planted(programs, key, program, k),
						});
						// Those that must notice stand last for these.
						if (option === "dissipationPrograms" || key === "positiveHessian")
							checks.reverse();
						let caught = "";
						for (const check of checks.filter(
							({ name }) => !name.startsWith("WebAssembly"),
						)) {
							try {
								await check.run();
							} catch {
								caught = check.name;
								break;
							}
						}
						expect(caught, `component ${k}`).not.toBe("");
					}
				});
			}
		}
	}
});
