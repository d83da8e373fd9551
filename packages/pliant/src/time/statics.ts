/** Equilibrium under loads and held vertices, reached in load steps. */
import type { Newton, NewtonOptions, NewtonReport } from "../solvers/newton.ts";
import { noStep } from "../system/stepSetup.ts";
import type { IncrementalPotential } from "./incrementalPotential.ts";
import { impossible, unlessImpossible } from "./integrators/implicitStep.ts";

export interface StaticsReport extends Equilibrium {
	/**
	 * Cells that were turned inside out: solids of negative volume, and triangles that are held in a plane but lie in it the other way
	 * round. Then the load was more than the material bears, and what was found is another equilibrium beyond a collapse.
	 */
	readonly inverted: number;
}

/** What the search for an equilibrium tells. */
export interface Equilibrium extends NewtonReport {
	/** Load steps tried, those that were halved included. */
	readonly loadSteps: number;
	/**
	 * True if the equilibrium is a minimum of the energy: no displacement lowers it by more than rounding errors. Rigid motions of free bodies and
	 * unstressed membranes out of their plane change nothing, and count as stable. A flat sheet under compression is in equilibrium too, but not in a
	 * stable one: start slightly out of plane to let it buckle. Undefined if the linear solver does not find out, as iterations on large scenes may not.
	 */
	readonly stable: boolean | undefined;
}

/** A load step is halved at most so often. */
const halvings = 8;

/** Raises loads and prescribed displacements in equal steps, halving those that do not converge. The potential's x becomes the equilibrium. */
export function solveStatics(
	potential: IncrementalPotential,
	newton: Newton,
	time: number,
	options: NewtonOptions & {
		readonly loadSteps: number;
		/** Called when the first load acts; throws where there is no equilibrium. */
		readonly checkStart?: (() => void) | undefined;
	},
): Equilibrium {
	const x = potential.x.array;
	const fromPositions = potential.fromPositions.array;
	const total = { iterations: 0, linearIterations: 0, safeguarded: 0 };
	let increment = 1 / options.loadSteps;
	const smallest = increment / 2 ** halvings;
	let reached = 0;
	for (let loadSteps = 1; ; loadSteps++) {
		// Steps that add up to one but for rounding end at one.
		const loadFactor =
			reached + increment > 1 - smallest / 2 ? 1 : reached + increment;
		fromPositions.set(x);
		const orientations = potential.frames?.orientations.slice();
		const report = unlessImpossible(() => {
			potential.begin({
				...noStep,
				dissipationWeight: 0,
				time,
				fromTime: time,
				targetTime: time,
				targetFraction: (loadFactor - reached) / (1 - reached),
				loadFactor,
			});
			const { problem } = potential;
			if (loadSteps === 1 && !problem) options.checkStart?.();
			return problem
				? impossible(problem)
				: newton.minimize(potential, options);
		});
		total.iterations += report.iterations;
		total.linearIterations += report.linearIterations;
		total.safeguarded += report.safeguarded;
		if (report.converged) reached = loadFactor;
		else {
			x.set(fromPositions);
			if (orientations) potential.frames?.orientations.set(orientations);
			increment /= 2;
		}
		if (reached === 1 || increment < smallest)
			return {
				...report,
				...total,
				loadSteps,
				stable: report.converged
					? newton.isPositiveDefinite(potential.hessianWithRounding())
					: undefined,
			};
	}
}
