import { describe, expect, test } from "vitest";
import { mul } from "../../../src/energy/index.ts";
import { elementPrograms } from "../../../src/energy/program.ts";
import { rodJoint } from "../../../src/models/rods/rodJoint.ts";
import {
	rectangularSection,
	roundSection,
} from "../../../src/models/rods/rodSection.ts";
import { modelChecks } from "../../../src/testing/index.ts";

const programs = elementPrograms(rodJoint.potential);
for (const check of modelChecks(rodJoint, { programs }))
	test(check.name, check.run);

test("the checks catch an error of 1 % in a component of a derivative", async () => {
	for (const key of ["gradient", "product", "hessian"] as const) {
		const program = programs[key];
		// Some of them: all would take minutes.
		for (let k = 2; k < program.outputs.length; k += 17) {
			const outputs = program.outputs.map((e, i) =>
				i === k ? mul(1.01, e) : e,
			);
			const planted = { ...programs, [key]: { ...program, outputs } };
			const checks = modelChecks(rodJoint, { programs: planted }).filter(
				({ name }) => !name.startsWith("WebAssembly"),
			);
			let isCaught = false;
			for (const { run } of checks) {
				if (isCaught) break;
				await Promise.resolve()
					.then(run)
					.catch(() => {
						isCaught = true;
					});
			}
			expect(isCaught, `${key} ${k}`).toBe(true);
		}
	}
});

describe("sections", () => {
	test("of squares twist with 0.140577 a⁴, thin strips with a b³/3", () => {
		const square = rectangularSection(0.1, 0.1);
		expect(square.torsionConstant / 1e-4).toBeCloseTo(0.140577, 5);
		// Roark's table: a/b = 2: 0.2287 a b³; 10: 0.3123.
		for (const [ratio, factor] of [
			[2, 0.2287],
			[10, 0.3123],
		])
			expect(rectangularSection(ratio, 1).torsionConstant / ratio).toBeCloseTo(
				factor,
				3,
			);
		const strip = rectangularSection(1, 1e-4);
		expect(strip.torsionConstant / (1e-12 / 3)).toBeCloseTo(1, 3);
		expect(rectangularSection(2, 3).torsionConstant).toBeCloseTo(
			rectangularSection(3, 2).torsionConstant,
			12,
		);
	});

	test("have the moments of textbooks", () => {
		const { heightMoment, widthMoment } = rectangularSection(2, 3);
		expect(heightMoment).toBeCloseTo((2 * 27) / 12, 12);
		expect(widthMoment).toBeCloseTo((3 * 8) / 12, 12);
		const round = roundSection(2);
		expect(round.torsionConstant).toBeCloseTo(
			round.heightMoment + round.widthMoment,
			12,
		);
		expect(round.heightMoment).toBeCloseTo(4 * Math.PI, 12);
	});
});
