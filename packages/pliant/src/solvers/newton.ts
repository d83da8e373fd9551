/**
 * Newton's method with line search on an energy.
 *
 * The exact Hessian is tried first. Where it turns out not to be positive definite (compression, buckling) the element
 * Hessians are made positive semi-definite, and a multiple of the identity is added as far as that is needed: the direction
 * is then one of descent, and the line search makes the energy fall. The exact Hessian is tried again later, so
 * convergence is quadratic near a stable solution.
 */
import type { Vector, VectorSpace } from "../system/vectorSpace.ts";
import type { LinearOperator } from "./linear/linearOperator.ts";
import type { LinearSolver } from "./linear/linearSolver.ts";

export interface Objective {
	/** The unknowns, xyz per vertex, changed by `moveTo` only. */
	readonly x: Vector;
	/** A length [m] of what moves: less than rounding of it is no motion. */
	readonly length: number;
	/** Whether positive Hessians cost no more than exact ones. */
	readonly offersPositive: boolean;
	/** True if positive Hessians lead nearer to the solution than exact ones after moves that are not small. */
	readonly prefersPositive: boolean;
	/** The energy [J] that is known to be reached elsewhere: with more, a goal is not reached. */
	readonly ceiling: number;
	/** Called before every iteration: remembers x, and fixes what the iteration takes as constant. */
	beginIteration(): void;
	/** Brings up to date what iterations took as constant, at a solution; returns whether the gradient may have changed. */
	catchUp?(): boolean;
	/** The energy at x; its rounding error is at most a few units in the last place of `magnitude`. */
	value(): { readonly energy: number; readonly magnitude: number };
	/** Writes the gradient, free of constrained components; returns the size of the forces that balance in it. */
	gradient(out: Vector): number;
	/** Whether the gradient, which is small beside all forces, is not small beside those of some body. */
	missesBody?(gradient: Vector): boolean;
	/** The Hessian, made of positive semi-definite element Hessians on request, plus shift times a typical diagonal entry. */
	hessian(positive: boolean, shift: number): LinearOperator;
	/** The largest part up to 1 of a direction, from x, that leads nowhere forbidden. */
	limit(direction: Vector): number;
	/** x = x at the beginning of the iteration + step · direction. */
	moveTo(step: number, direction: Vector): void;
}

export interface NewtonOptions {
	/** At most so many iterations, not counting those that the line search cut short. One is Baraff and Witkin's step. */
	readonly iterations: number;
	/** Converged when the gradient is below this fraction of the forces that balance in it. */
	readonly tolerance: number;
	/** Relative residual to which linear systems are solved. */
	readonly linearTolerance: number;
	/** Where another measure than forces decides. */
	readonly goal?: NewtonGoal | undefined;
	/** Longest move of a vertex in one iteration [m]. */
	readonly longestStep: number;
	/** Called before every iteration; throws if there is no solution where it leads. */
	readonly check?: (() => void) | undefined;
	/** Asked before every iteration; an InterruptedError is thrown where it says so. */
	readonly isInterrupted?: (() => boolean) | undefined;
}

/** The last move of Newton's method. */
export interface NewtonMove {
	/** The whole direction, of which a part was taken. */
	readonly direction: Vector;
	readonly part: number;
	/** Slope of the energy along the direction, before and after the move. */
	readonly slopeBefore: number;
	readonly slopeAfter: number;
	/** Error of the linear system, over what is allowed. */
	readonly linearError: number;
}

/** Decides whether a solution is good enough by something else than the size of forces. */
export interface NewtonGoal {
	/** Error [√J] in the norm of the Hessian that linear systems may have. */
	readonly linearError: number;
	/**
	 * Returns the error that a gradient tells of, over what is allowed.
	 * @param isAgain whether it was asked for after the same move already
	 */
	excess(
		gradient: Vector,
		move: NewtonMove | undefined,
		isAgain: boolean,
	): number;
	/** Returns whether there is no time for more iterations. */
	isOverdue(iteration: number): boolean;
	/** Called with the excess of the solution. */
	reached(excess: number): void;
}

/** What a user's wish to stop throws in the middle of a step. */
export class InterruptedError extends Error {
	override readonly name = "InterruptedError";
	constructor() {
		super(
			"simulation: it was interrupted; the state is the one before the step",
		);
	}
}

export interface NewtonReport {
	readonly converged: boolean;
	readonly iterations: number;
	/** Gradient over the forces that balance in it, before each iteration and at the end. */
	readonly residuals: readonly number[];
	readonly linearIterations: number;
	/** Iterations that needed the safeguard. */
	readonly safeguarded: number;
	/** Whether the last residual is that of the end; by default it is. */
	readonly isMeasured?: boolean;
	/** Why it could not go on. Running out of iterations is not a failure in this sense. */
	readonly failure?: string;
	/** True if the substep led into contact unexpectedly, and has to be taken again. */
	readonly meetsContact?: boolean;
	/** The vertex to look at, where the failure is about one. */
	readonly vertex?: number;
}

/** How well a linear system is to be solved: the relative residual, and the error in the norm of the Hessian. */
interface LinearGoal {
	readonly tolerance: number;
	readonly error: number | undefined;
}

/** Iterations that the line search cut short are forgiven up to this number in all. */
const patience = 50;
/** Where a goal decides, linear systems are solved as far as it takes, but within these bounds: other errors count as well. */
const loosest = 0.1;
const tightest = 3e-3;
/** Of the error that a step may have. (With a quarter, silk and cotton on a ball took a tenth more linear iterations, and were no nearer to fine steps; with a half there were more steps.) */
const linearShare = 0.35;
/** What iterations took as constant is brought up to date when they have reduced the gradient to this. */
const settled = 0.1;
/** So often a direction that leads nowhere is replaced by one of a stiffer Hessian. */
const mostStiffening = 4;
/** Sufficient decrease asked of the line search. */
const armijo = 1e-4;
const smallestStep = 2 ** -30;
/** A step that gains so little of what the slope promises that any change of the energy is rounding. */
const tinyStep = 2 ** -20;
/** Relative size of energy differences that rounding may feign. */
const rounding = 1e-14;
/** Relative change of positions that is not distinguished from none. */
const resolution = 4 * Number.EPSILON;
/** Residual below which a smaller gradient is as good a sign of progress as a smaller energy. */
const nearSolution = 0.01;
/** So many iterations may leave the residual as large as it was, where the energy cannot tell what there is to gain: then it is rounding. */
const mostStalled = 3;
/** So many iterations are spent on bodies whose forces are small beside those of others: in one that nothing moves they are nothing but rounding. */
const mostMissed = 10;
/** Least multiple of the identity that is added where positive element Hessians are not enough, relative to a typical diagonal entry. */
const leastShift = 1e-9;
/**
 * Where the line search leaves no more than this of a direction, the next one gets a larger shift, ten times that of before, and a smaller one again where it leaves all:
 * a gel that is pulled to many times its length took ten times as many iterations without.
 */
const farTooLong = 1 / 8;
const leastCaution = 1e-5;
/** After the safeguard was needed, the exact Hessian is left alone for so many iterations. */
const safeguardPeriod = 3;

export class Newton {
	readonly linear: LinearSolver;
	private readonly space: VectorSpace;
	private readonly gradient: Vector;
	private readonly direction: Vector;
	private trialGradient: Vector | undefined;
	/** The fraction that the last line search began with. */
	private longest = 1;

	constructor(linear: LinearSolver, space: VectorSpace) {
		this.linear = linear;
		this.space = space;
		this.gradient = space.vector();
		this.direction = space.vector();
	}

	minimize(objective: Objective, options: NewtonOptions): NewtonReport {
		const residuals: number[] = [];
		let linearIterations = 0;
		let safeguarded = 0;
		let cut = 0;
		let stiffening = 0;
		let stalled = 0;
		let missed = 0;
		let isAgain = false;
		let sizeBefore = 0;
		let least = Number.POSITIVE_INFINITY;
		// A single iteration has no use for quadratic convergence, and no time to lose on a Hessian that turns out to be indefinite.
		const { memory } = this.linear;
		const { goal } = options;
		const isAlwaysPositive =
			(options.iterations === 1 || goal !== undefined) &&
			objective.offersPositive &&
			(objective.prefersPositive || memory.expectsIndefinite());
		let exactFrom = isAlwaysPositive ? Number.POSITIVE_INFINITY : 0;
		let shift = 0;
		let caution = 0;
		let move: Omit<NewtonMove, "slopeAfter"> | undefined;
		const report = (converged: boolean, failure?: string): NewtonReport => ({
			converged,
			iterations: residuals.length - 1,
			residuals,
			linearIterations,
			safeguarded,
			...(failure === undefined ? {} : { failure }),
		});

		for (let iteration = 0; ; iteration++) {
			if (options.isInterrupted?.()) throw new InterruptedError();
			options.check?.();
			objective.beginIteration();
			const forces = objective.gradient(this.gradient);
			const size = this.space.norm(this.gradient);
			const residual =
				size === 0 ? 0 : size / Math.max(forces, Number.MIN_VALUE);
			residuals.push(residual);
			if (!Number.isFinite(size))
				return report(false, "the forces are not finite");
			const excess =
				goal?.excess(
					this.gradient,
					move && {
						...move,
						slopeAfter: this.space.dot(this.gradient, this.direction),
					},
					isAgain,
				) ?? Number.NaN;
			if (isAgain || iteration === 0) sizeBefore = size;
			isAgain = false;
			const isSmall = residual <= options.tolerance;
			const isMissed =
				isSmall &&
				missed < mostMissed &&
				(goal ? excess > 1 : (objective.missesBody?.(this.gradient) ?? false));
			if (isMissed) missed++;
			// A goal is not reached by staying: what is small in one step would never be made good.
			else if (isSmall || (excess <= 1 && iteration > 0)) {
				isAgain = objective.catchUp?.() ?? false;
				if (isAgain) continue;
				goal?.reached(excess);
				return report(true);
			}
			if (size <= settled * sizeBefore && objective.catchUp?.()) {
				isAgain = true;
				continue;
			}
			if (
				iteration - cut >= options.iterations ||
				iteration >= options.iterations + (goal ? 0 : patience) ||
				goal?.isOverdue(iteration)
			) {
				goal?.reached(excess);
				return report(false);
			}

			const linear = {
				tolerance: goal
					? Math.min(loosest, Math.max(tightest, linearShare / excess))
					: options.linearTolerance,
				error: goal && linearShare * goal.linearError,
			};
			let isByError = false;
			let solved = false;
			if (iteration >= exactFrom) {
				const exact = this.solve(objective, false, 0, linear);
				linearIterations += exact.iterations;
				solved = exact.positive;
				isByError = exact.isByError;
				if (solved) shift = 0;
				else memory.foundIndefinite();
			}
			if (!solved) {
				if (!isAlwaysPositive) safeguarded++;
				if (iteration >= exactFrom) exactFrom = iteration + 1 + safeguardPeriod;
				shift =
					stiffening > 0
						? shift
						: isAlwaysPositive
							? caution
							: Math.max(shift / 100, leastShift, caution);
				while (!solved && shift < 1e6) {
					const safe = this.solve(objective, true, shift, linear);
					linearIterations += safe.iterations;
					solved = safe.positive;
					isByError = safe.isByError;
					if (!solved) shift = Math.max(10 * shift, leastShift);
				}
				if (!solved) return report(false, "no direction of descent was found");
			}

			// Newton would move nothing by more than positions can resolve: what is left of the residual is rounding.
			const { space, direction } = this;
			const extent = Math.max(space.longest(objective.x), objective.length);
			if (space.longest(direction) <= resolution * extent) return report(true);
			// Stiff and light bodies come to that sooner: forces of rounded positions are all that moves them.
			const isHidden =
				residual < nearSolution &&
				-space.dot(this.gradient, direction) <=
					rounding * objective.value().magnitude;
			stalled = isHidden && residual > 0.5 * least ? stalled + 1 : 0;
			least = Math.min(least, residual);
			if (stalled >= mostStalled) return report(true);
			if (options.iterations === 1) this.linear.expectAlike?.(direction);
			const slopeBefore = space.dot(this.gradient, direction);
			const step = this.lineSearch(objective, residual, options.longestStep);
			move = {
				...{ direction, part: step, slopeBefore },
				linearError: isByError ? linearShare : linear.tolerance * excess,
			};
			if (step === 0) {
				if (stiffening >= mostStiffening)
					return report(
						false,
						"the energy does not fall along Newton's direction",
					);
				// Another direction may do: shorter, and more along the gradient.
				stiffening++;
				exactFrom = iteration + 1 + safeguardPeriod;
				shift = 1e-6 * 100 ** stiffening;
				cut++;
				continue;
			}
			stiffening = 0;
			// The energy is not like its Hessian says, as where friction brings things to rest: positive ones go less far wrong.
			if (step < this.longest && objective.offersPositive)
				exactFrom = Math.max(exactFrom, iteration + 1 + safeguardPeriod);
			if (step < 1) cut++;
			const taken = step / this.longest;
			if (taken <= farTooLong) caution = Math.max(10 * caution, leastCaution);
			else if (taken === 1) caution = caution > leastCaution ? caution / 10 : 0;
			// What a single iteration leaves is measured by those who ask.
			if (options.iterations === 1 && step === 1)
				return { ...report(false), iterations: 1, isMeasured: false };
		}
	}

	/** Whether a Hessian is; undefined where the solver did not find out. */
	isPositiveDefinite(hessian: LinearOperator): boolean | undefined {
		const { linear, gradient, direction } = this;
		return linear.isPositiveDefinite(hessian, [gradient, direction]);
	}

	private solve(
		objective: Objective,
		positive: boolean,
		shift: number,
		{ tolerance, error }: LinearGoal,
	) {
		const operator = objective.hessian(positive, shift);
		const outcome = this.linear.solve(
			operator,
			this.gradient,
			-1,
			tolerance,
			this.direction,
			error,
		);
		const { space, direction, gradient } = this;
		const usable =
			outcome.positive &&
			space.isFinite(direction) &&
			space.dot(direction, gradient) < 0;
		const { iterations, isByError = false } = outcome;
		return { positive: usable, iterations, isByError };
	}

	/** Moves x along the direction as far as the energy falls sufficiently; returns the fraction taken, 0 where it does not fall. */
	private lineSearch(
		objective: Objective,
		residual: number,
		longestStep: number,
	): number {
		const { space, direction } = this;
		const slope = space.dot(this.gradient, direction);
		const start = objective.value();
		const whole = Math.min(
			objective.limit(direction),
			longestStep / space.longest(direction),
		);
		this.longest = whole;
		for (let step = whole; step >= smallestStep; step /= 2) {
			objective.moveTo(step, direction);
			const { energy, magnitude } = objective.value();
			const slack = rounding * Math.max(start.magnitude, magnitude);
			if (energy <= start.energy + armijo * step * slope + slack) return step;
			if (step === 1 && Number.isFinite(energy)) {
				const isHidden =
					residual < nearSolution ||
					this.isBelowRounding(objective, start.energy, slope);
				objective.moveTo(step, direction);
				if (isHidden && this.improves(objective, slope)) return step;
			}
		}
		objective.moveTo(0, direction);
		return 0;
	}

	/** Whether what there is to gain is less than what rounding does to the energy: a step that gains next to nothing changes it by as much. */
	private isBelowRounding(
		objective: Objective,
		start: number,
		slope: number,
	): boolean {
		objective.moveTo(tinyStep, this.direction);
		const change = objective.value().energy - start;
		return Math.abs(change) > 1e3 * tinyStep * Math.abs(slope);
	}

	/**
	 * Whether the gradient got smaller, and the slope along the direction is not one of having gone too far. Near a solution
	 * this sees progress that rounding hides in the energy, which is quadratic in what is left to gain.
	 */
	private improves(objective: Objective, slope: number): boolean {
		const { space } = this;
		this.trialGradient ??= space.vector();
		const { trialGradient } = this;
		objective.gradient(trialGradient);
		return (
			space.norm(trialGradient) < 0.9 * space.norm(this.gradient) &&
			space.dot(trialGradient, this.direction) < 0.9 * Math.abs(slope)
		);
	}
}
