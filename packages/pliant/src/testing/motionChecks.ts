/** Checks that a model does not notice motion without strain, as far as it claims not to. */
import type { ElementPrograms } from "../energy/program.ts";
import type { AnyElementModel } from "../models/elementModel.ts";
import {
	expectBelow,
	fail,
	largest,
	relativeDifference,
	resultants,
	rotate,
} from "./assertions.ts";
import { type ElementProbe, forProbes } from "./elementProbe.ts";
import type { ModelCheck } from "./modelChecks.ts";

/** Angle [rad] of the rotation that states are compared under; 0 for a model that is declared to notice rotations. */
export const testedAngle = ({ rotationInvariant }: AnyElementModel): number =>
	rotationInvariant === false ? 0 : 2;

export const moved = (x: Float64Array, angle: number): Float64Array =>
	rotate(x, angle).map((v, i) => v + [3, -1, 2][i % 3]);

export function motionChecks(
	model: AnyElementModel,
	programs: ElementPrograms,
): ModelCheck[] {
	const turns = model.rotationInvariant !== false;
	const angle = testedAngle(model);
	const forAll = (check: (probe: ElementProbe) => void) => () =>
		forProbes(model, check);
	const checks: ModelCheck[] = [
		{
			name: turns
				? "rigid motion changes nothing"
				: "translation changes nothing",
			run: forAll(({ run, deformed }) => {
				const x = deformed();
				expectBelow(
					relativeDifference(
						run(programs.energy, moved(x, angle)),
						run(programs.energy, x),
					),
					1e-10,
					"energy",
				);
				expectBelow(
					relativeDifference(
						run(programs.gradient, moved(x, angle)),
						rotate(run(programs.gradient, x), angle),
					),
					1e-10,
					"forces, turned along",
				);
			}),
		},
		{
			name: turns
				? "forces have no resultant and no torque"
				: "forces have no resultant, and no torque about the rest positions",
			run: forAll(({ run, X, deformed }) => {
				const x = deformed();
				const g = run(programs.gradient, x);
				expectBelow(
					largest(resultants(turns ? x : X, g)) / largest(g),
					1e-12,
					"resultants",
				);
			}),
		},
	];
	if (!turns)
		checks.push({
			name: "rotation strains it, as declared",
			run: forAll(({ run, X, deformed }) => {
				const [turned] = run(programs.energy, rotate(X, 1));
				if (!(turned > 0.01 * run(programs.energy, deformed())[0]))
					fail(
						"energy does not change under rotation; leave out rotationInvariant: false",
					);
			}),
		});
	return checks;
}
