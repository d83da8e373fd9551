/**
 * Decides whether a substep is solved well enough, whatever Hessian the solver used (docs/explanation/how-a-step-works.md). With g the gradient that is left:
 *
 *   either  all accelerations M⁻¹g are small: they would move nodes by less than is allowed in a second;
 *   or      all of these hold after a move along a Newton direction d:
 *           the slope along d and the norm of M⁻¹g of each body have fallen to a fraction, by what the gradient is, not by what the Hessian said;
 *           what is left of d is small: by these fractions, and to second order d²/2l at edges of length l;
 *           g is balanced over bodies as a whole, so that they keep momenta, and in frames;
 *           where things touch it moves nodes by less than is allowed in a substep.
 */
import type { BuiltScene } from "../scene/build.ts";
import type { NewtonGoal, NewtonMove } from "../solvers/newton.ts";
import type { Vector } from "../system/vectorSpace.ts";
import type { IncrementalPotential } from "../time/incrementalPotential.ts";
import {
	largest,
	type MeasuredBody,
	meanAcceleration,
	rigidAcceleration,
} from "./measuredBodies.ts";

/** Fraction of the accuracy that solving may use: of positions over the substeps of a second. */
const solvingShare = 1 / 4;
/** Relative acceleration [1/s²] that solving may leave, over the accuracy. */
const accelerationShare = solvingShare / 8;
/** Factor for moves, found by trial: errors of second order lie in stiff directions, where the next substep corrects them. */
const moveSlack = 20;
/**
 * Factors for accelerations of whole bodies, found by trial: free bodies keep their momentum; constraints and contact bear what solving leaves. Frames are few,
 * so that what solving leaves in them is always in the same direction: with twice as much a rigid pendulum gained 2 % of its amplitude in ten swings.
 */
const freeSlack = 8;
const heldSlack = 320;
const heldFramesSlack = 160;
/** Factor for accelerations of nodes that touch something, found by trial: they differ in direction from substep to substep. */
const contactSlack = 30;
/** Fraction of the slope and of the accelerations that may be left: a Hessian that is ten times too stiff leaves as much. */
const maxLeft = 0.9;
/** Newton iterations after which a substep is halved. */
const maxIterations = 60;
/** Newton iterations that a substep takes even if there is no time for them. */
const hastyIterations = 2;

function slackOf({ isHeld, isFrames }: MeasuredBody, isBorne: boolean): number {
	if (!isBorne && !isHeld) return freeSlack;
	return isFrames ? heldFramesSlack : heldSlack;
}

export class SolutionTest implements NewtonGoal {
	/** Relative error of positions over a second that solving has left, the largest of the substeps since `begin`. */
	error = 0;
	readonly iterations = maxIterations;
	/** Time of the clock [ms] at which the substep is to end, solved or not. */
	deadline = Number.POSITIVE_INFINITY;
	bodies: readonly MeasuredBody[] = [];
	private readonly potential: IncrementalPotential;
	private readonly scene: BuiltScene;
	private readonly masses: Vector;
	private readonly accuracy: number;
	/** That of the present substep. */
	private left = 0;
	/** Whether something that touches bodies may bear forces, so that their momenta change. */
	private hasSupports = false;
	/** Length [s] of the substep. */
	private h = 0;
	/** Norm of M⁻¹g of each body before the last move [m/s²]. */
	private before = new Float64Array(0);
	private now = new Float64Array(0);
	/** Flags of nodes that touch something. */
	private readonly touches: Uint8Array;
	private readonly sums: Vector;
	private readonly center = new Float64Array(3);

	constructor(
		potential: IncrementalPotential,
		scene: BuiltScene,
		masses: Vector,
		accuracy: number,
	) {
		this.potential = potential;
		this.scene = scene;
		this.masses = masses;
		this.accuracy = accuracy;
		this.touches = new Uint8Array(masses.array.length);
		this.sums = scene.space.arena.f64(2);
	}

	setBodies(bodies: readonly MeasuredBody[]): void {
		this.bodies = bodies;
		const { contact, surfaces } = this.scene;
		this.hasSupports =
			contact !== undefined ||
			surfaces?.hasPrescribed === true ||
			bodies.some(({ isHeld }) => isHeld);
		this.before = new Float64Array(bodies.length);
		this.now = new Float64Array(bodies.length);
	}

	/** Begins to note the error of the next substeps. */
	begin(): void {
		this.error = 0;
	}

	/** Begins a substep of length h [s]. */
	beginSubstep(h: number): void {
		this.h = h;
		this.left = 0;
	}

	/** Relative error of positions that solving a substep may leave. */
	private get allowed(): number {
		return solvingShare * this.accuracy * this.h;
	}

	get linearError(): number {
		const { allowed, potential, bodies } = this;
		return bodies.reduce(
			(least, { mass, size }) =>
				Math.min(
					least,
					(allowed * size * Math.sqrt(mass)) / potential.inertialDuration,
				),
			Number.POSITIVE_INFINITY,
		);
	}

	excess(
		gradient: Vector,
		move: NewtonMove | undefined,
		isAgain: boolean,
	): number {
		const { before, now, bodies } = this;
		if (!isAgain) before.set(now);
		for (const [i, body] of bodies.entries())
			now[i] = this.accelerationOf(body, gradient);
		const allowed = accelerationShare * this.accuracy;
		let excess = 0;
		for (const [i, { size }] of bodies.entries())
			excess = Math.max(excess, now[i] / size / allowed);
		if (excess <= 1 || !move) return excess;
		return Math.min(excess, this.excessAfter(gradient, move));
	}

	isOverdue(iteration: number): boolean {
		return iteration >= hastyIterations && performance.now() > this.deadline;
	}

	reached(excess: number): void {
		this.left = excess * solvingShare * this.accuracy;
	}

	/** Ends a substep that counts. */
	endSubstep(): void {
		this.error = Math.max(this.error, this.left);
	}

	/** Error after a move along a Newton direction, over what is allowed. */
	private excessAfter(gradient: Vector, move: NewtonMove): number {
		const { allowed, bodies, sums, touches, potential, scene } = this;
		const { direction, part, slopeBefore, slopeAfter, linearError } = move;
		const left = Math.max(
			Math.abs(slopeAfter / slopeBefore),
			this.accelerationsLeft(),
		);
		if (left > maxLeft) return Number.POSITIVE_INFINITY;
		const { numerics } = scene.space.team;
		const ofMove = largest(bodies, ({ begin, end, count, edge }) => {
			numerics.sumMoves(begin, end, direction.pointer, sums.pointer);
			const [squares, fourths] = sums.array;
			return (
				(part * left * Math.sqrt(squares / count)) / (1 - left) +
				(part ** 2 * Math.sqrt(fourths / count)) / (2 * edge)
			);
		});
		potential.markTouching(touches);
		const isBorne = potential.touching.touches;
		// Free bodies that touch keep their momentum together.
		let ofBodies =
			isBorne && !this.hasSupports
				? meanAcceleration(bodies, gradient.array) / freeSlack
				: 0;
		let ofContact = 0;
		for (const body of bodies) {
			const acceleration = body.isFrames
				? this.accelerationOf(body, gradient)
				: rigidAcceleration(
						body,
						scene.state.x.array,
						gradient.array,
						this.center,
					);
			const touching = this.touchingAcceleration(body, gradient.array);
			ofBodies = Math.max(
				ofBodies,
				acceleration / body.size / slackOf(body, isBorne),
			);
			ofContact = Math.max(ofContact, touching / body.size);
		}
		return Math.max(
			ofMove / (moveSlack * allowed) + linearError,
			ofBodies / (accelerationShare * this.accuracy),
			(potential.inertialDuration ** 2 * ofContact) / (contactSlack * allowed),
		);
	}

	/** The largest fraction of a body's accelerations that the last move has left, as far as they matter. */
	private accelerationsLeft(): number {
		const { before, now, bodies, accuracy } = this;
		let most = 0;
		for (const [i, { size }] of bodies.entries())
			if (now[i] > accelerationShare * accuracy * size)
				most = Math.max(most, now[i] / before[i]);
		return most;
	}

	/** Root mean square of M⁻¹g [m/s²] over a body's nodes. */
	private accelerationOf(
		{ begin, end, mass }: MeasuredBody,
		{ pointer }: Vector,
	): number {
		const { masses, sums } = this;
		const { numerics } = this.scene.space.team;
		numerics.sumForces(begin, end, pointer, masses.pointer, sums.pointer);
		return Math.sqrt(sums.array[0] / mass);
	}

	/** The part of it that is of nodes which touch something. */
	private touchingAcceleration(
		{ begin, end, mass }: MeasuredBody,
		g: Float64Array,
	): number {
		const { touches, masses } = this;
		let sum = 0;
		for (let i = begin; i < end; i++)
			if (touches[i] && masses.array[i] > 0)
				sum +=
					(g[3 * i] ** 2 + g[3 * i + 1] ** 2 + g[3 * i + 2] ** 2) /
					masses.array[i];
		return Math.sqrt(sum / mass);
	}
}
