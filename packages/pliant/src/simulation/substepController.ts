/**
 * Divides steps into substeps so that the motion is as accurate as asked for: errors of positions over a second of motion, relative to the size of a body,
 * root mean square over its nodes, the largest of all bodies. `timeError.ts` tells what substeps make of them, `solutionTest.ts` what solving leaves.
 */
import type { BuiltScene } from "../scene/build.ts";
import type { Vector } from "../system/vectorSpace.ts";
import type { IncrementalPotential } from "../time/incrementalPotential.ts";
import type { Integrator } from "../time/integrators/integrator.ts";
import { measuredBodies } from "./measuredBodies.ts";
import { SolutionTest } from "./solutionTest.ts";
import { TimeError } from "./timeError.ts";

/** A step is repeated if its error is this many times what is allowed. */
const repeatFactor = 2.5;
/** Part of the accuracy that the next step aims at. */
const aim = 0.5;
export const initialSubsteps = 4;
/** At most so many substeps are taken, and more only for accuracies below 1e-3. */
const maxSubsteps = 64;
const finestOrdinary = 1e-3;
/** Multiple of the time of a step that solving it may take. A step that ends unsolved makes later steps harder to solve. */
const overtime = 2;
/** Factor by which substeps may become fewer from step to step, since steps are alike. */
const maxDecrease = 3 / 4;

export class SubstepController {
	/** Number of substeps of the next step. */
	substeps = initialSubsteps;
	readonly solution: SolutionTest;
	private readonly accuracy: number;
	private readonly most: number;
	private readonly scene: BuiltScene;
	private readonly integrator: Integrator;
	private readonly time: TimeError;
	/** Mass of each node [kg]; for the rotation of a frame its inertia over the square of its arm. */
	private readonly masses: Vector;
	/** Length [s] of the step, and number of substeps planned. */
	private stepLength = 0;
	private planned = 1;
	private ofTime = 0;
	/** Milliseconds that a step may take, and time at which it began. */
	private readonly budget: number | undefined;
	private begun = 0;

	constructor(
		potential: IncrementalPotential,
		scene: BuiltScene,
		integrator: Integrator,
		accuracy: number,
		budget?: number,
	) {
		this.scene = scene;
		this.integrator = integrator;
		this.accuracy = accuracy;
		this.most = Math.ceil(
			maxSubsteps * Math.sqrt(Math.max(1, finestOrdinary / accuracy)),
		);
		this.budget = budget;
		this.masses = scene.space.arena.f64(scene.state.v.array.length / 3);
		this.time = new TimeError(scene, this.masses, integrator);
		this.solution = new SolutionTest(potential, scene, this.masses, accuracy);
		this.structureChanged();
	}

	/** Numbers that belong to the state of the simulation. */
	get stateArrays(): Float64Array[] {
		const { velocities, acceleration, isKnown } = this.time;
		return [velocities, acceleration, isKnown];
	}

	/** To be called when frames were inserted or removed, or others are fixed. */
	structureChanged(): void {
		this.time.forget();
		this.solution.setBodies(measuredBodies(this.scene, this.masses.array));
	}

	/** Begins a step of some seconds in a number of substeps. */
	beginStep(duration: number, substeps: number): void {
		if (this.budget !== undefined) this.begun = performance.now();
		this.stepLength = duration;
		this.planned = substeps;
		this.time.beginStep(this.solution.bodies);
		this.solution.begin();
		this.setDeadline(1);
	}

	/** Gives the substep with a number, counted from 1, its part of the time that the step may take. */
	private setDeadline(number: number): void {
		if (this.budget === undefined) return;
		this.solution.deadline =
			this.begun + (overtime * this.budget * number) / this.planned;
	}

	/** Ends the substep with a number, counted from 1, that is not the last of the step. */
	endSubstep(number: number): void {
		const { planned, stepLength, time } = this;
		this.setDeadline(number + 1);
		if (number === Math.floor(planned / 2))
			time.endHalf(this.solution.bodies, (stepLength * number) / planned);
	}

	/** Estimated error of positions over a second of motion like that of this step, over the size of a body. */
	get errorPerSecond(): number {
		return this.ofTime + this.solution.error;
	}

	/** Ends a step and chooses the substeps of the next one; returns whether this step has to be repeated with these. */
	adapt(): boolean {
		const { accuracy, planned, integrator, stepLength, time } = this;
		const { bodies } = this.solution;
		this.ofTime = time.ofStep(bodies, stepLength, stepLength / planned);
		const excess = this.ofTime / accuracy;
		const forSpins = stepLength / time.longestForSpins(bodies, accuracy);
		const forTime = planned * (excess / aim) ** (1 / integrator.order);
		const wanted = Math.ceil(Math.max(forTime, forSpins));
		if (this.budget !== undefined) {
			const each = (performance.now() - this.begun) / planned;
			const most = Math.min(this.budget / each, 2 * planned, this.most);
			this.substeps = Math.max(1, Math.min(wanted, Math.floor(most)));
			return false;
		}
		const least = Math.floor(maxDecrease * planned);
		this.substeps = Math.max(1, least, Math.min(wanted, this.most));
		return excess > repeatFactor && this.substeps > planned;
	}
}
