/**
 * What a solver keeps from one system to the next. It decides about later results, to the last bit, so it belongs to the state of
 * a simulation.
 */
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";

/** What new levels of multigrid cost, in iterations. */
export const levelCost = 13;

/** Steps after which exact Hessians are tried again, and systems after which block Jacobi is. */
const indefinitePeriod = 30;
const hardPeriod = 30;
/** Systems that are factored before iterations are tried again. */
const directPeriod = 30;

/** What matrix levels are made of. */
export interface LevelMatrix {
	readonly hasContact: boolean;
	/** Whether of exact Hessians, or of positive ones. */
	readonly isExact: boolean;
	/** τ [s] of the substep that they belong to; that of the present one if it is left out. */
	readonly duration?: number | undefined;
}

export class SolverMemory {
	/** Systems for which block Jacobi is not even tried, since the last one needed too many iterations. */
	private hardSystems = 0;
	/** Systems that are factored, since iterations on the last one took more work. */
	private directSystems = 0;
	/** What the next solution will be like, but for its length: the last one, where steps have one system each. */
	private lastSolution: Vector | undefined;
	private hasGuess = false;
	/** Positions that multigrid's levels belong to. */
	levelPositions: Vector | undefined;
	/** Whether the levels were made with contacts, and whether of exact Hessians. */
	haveLevelsContact = false;
	areLevelsExact = false;
	/** τ [s] of the substep for which the levels were made. */
	levelDuration = 0;
	/** Systems that were solved with the levels, and the iterations that these took: the first, and all. */
	systems = 0;
	firstIterations = 0;
	iterations = 0;
	/** Whether the levels are to be made anew. */
	areWorn = false;
	/** Steps for which exact Hessians are not even tried, since the last one was indefinite. */
	private indefiniteSteps = 0;
	/** Whether the solver has made the levels of these positions. */
	areLevelsThere = false;
	/** Whether factors may serve systems after their own: within a step, where inertia makes these alike and no checkpoint has to tell. */
	private keepsFactors = false;
	/** Work of iterations in the step so far, in products of 3×3 blocks. */
	spent = 0;
	private hasFactor = false;
	/** Systems of the step for which the factor is not tried, and how many they will be when it fails again. */
	private factorPause = 0;
	private nextPause = 1;

	forget(): void {
		this.hardSystems = 0;
		this.directSystems = 0;
		this.areWorn = this.levelPositions !== undefined;
		this.hasGuess = false;
		this.spent = 0;
		this.keepsFactors = false;
		this.hasFactor = false;
	}

	/** Forgets its vectors too. */
	lose(): void {
		this.forget();
		this.lastSolution = undefined;
		this.levelPositions = undefined;
		this.areWorn = false;
	}

	/** Levels with contacts last for a step: positions do not tell what those were. */
	beginStep(): void {
		this.areWorn ||= this.haveLevelsContact;
		this.keepsFactors = true;
		this.spent = 0;
		this.hasFactor = false;
		this.factorPause = 0;
		this.nextPause = 1;
	}

	/** There is a new factor, or what was there is none any more. */
	renewFactor(isThere: boolean): void {
		this.hasFactor = isThere && this.keepsFactors;
	}

	/** Whether a system had better be tried with an old factor. Asked once a system. */
	expectsFactor(): boolean {
		if (!this.hasFactor) return false;
		if (this.factorPause === 0) return true;
		this.factorPause--;
		return false;
	}

	foundFactorOld(): void {
		this.factorPause = this.nextPause;
		this.nextPause *= 2;
	}

	get guess(): Vector | undefined {
		return this.hasGuess ? this.lastSolution : undefined;
	}

	/** Whether a step had better take a positive Hessian at once. Asked once a step. */
	expectsIndefinite(): boolean {
		if (this.indefiniteSteps === 0) return false;
		this.indefiniteSteps--;
		return true;
	}

	foundIndefinite(): void {
		this.indefiniteSteps = indefinitePeriod;
	}

	/** Whether a system had better be solved by multigrid at once. Asked once a system. */
	expectsHard(): boolean {
		if (this.hardSystems === 0) return false;
		this.hardSystems--;
		return true;
	}

	foundHard(): void {
		this.hardSystems = hardPeriod;
	}

	/** Whether systems are solved by multigrid at once. */
	get isHard(): boolean {
		return this.hardSystems > 0;
	}

	/** Whether systems are factored. */
	get isDirect(): boolean {
		return this.directSystems > 0;
	}

	/** Whether a system had better be factored. Asked once a system. */
	expectsDirect(): boolean {
		if (!this.isDirect) return false;
		this.directSystems--;
		return true;
	}

	foundDirectCheaper(): void {
		this.directSystems = directPeriod;
	}

	expectAlike(solution: Vector, space: VectorSpace): void {
		this.lastSolution ??= space.vector();
		this.lastSolution.array.set(solution.array);
		this.hasGuess = true;
	}

	/** Levels for these positions are to be made. */
	renewLevels(
		positions: Vector,
		{ hasContact, isExact, duration = 0 }: LevelMatrix,
		space: VectorSpace,
	): void {
		this.haveLevelsContact = hasContact;
		this.areLevelsExact = isExact;
		this.levelDuration = duration;
		this.levelPositions ??= space.vector();
		this.levelPositions.array.set(positions.array);
		this.systems = 0;
		this.iterations = 0;
		this.areWorn = false;
		this.areLevelsThere = false;
	}

	/** Learns what a solution took. Levels are worn once it takes more than the mean so far, with the cost of making them. */
	learn(iterations: number): void {
		if (this.systems === 0) this.firstIterations = iterations;
		this.systems++;
		this.iterations += iterations;
		this.areWorn = iterations > (levelCost + this.iterations) / this.systems;
	}

	/** The vectors of the memory, those that there are. */
	get vectors(): Vector[] {
		return [this.levelPositions, this.guess].filter((v) => v !== undefined);
	}

	/** The other numbers of the memory; the last two say which vectors there are. */
	get numbers(): number[] {
		return [
			this.hardSystems,
			this.systems,
			this.firstIterations,
			this.iterations,
			Number(this.areWorn),
			this.indefiniteSteps,
			this.directSystems,
			Number(this.haveLevelsContact),
			Number(this.areLevelsExact),
			this.levelDuration,
			Number(this.levelPositions !== undefined),
			Number(this.hasGuess),
		];
	}

	/** Takes over numbers and vectors; the levels follow from them. */
	restore(
		numbers: readonly number[],
		vectors: readonly Float64Array[],
		space: VectorSpace,
	): void {
		const [hard, systems, first, iterations, areWorn, indefinite, direct] =
			numbers;
		const [haveContact, areExact, duration, ...has] = numbers.slice(7);
		this.hardSystems = hard;
		this.systems = systems;
		this.firstIterations = first;
		this.iterations = iterations;
		this.areWorn = areWorn === 1;
		this.indefiniteSteps = indefinite;
		this.directSystems = direct;
		this.haveLevelsContact = haveContact === 1;
		this.areLevelsExact = areExact === 1;
		this.levelDuration = duration;
		this.areLevelsThere = false;
		const given = vectors.values();
		const [levelPositions, lastSolution] = [
			this.levelPositions,
			this.lastSolution,
		].map((vector, i) => {
			if (has[i] === 0) return undefined;
			const restored = vector ?? space.vector();
			restored.array.set(given.next().value as Float64Array);
			return restored;
		});
		this.levelPositions = levelPositions;
		this.lastSolution = lastSolution;
		this.hasGuess = lastSolution !== undefined;
	}
}
