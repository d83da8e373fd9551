/**
 * What a solver keeps from one system to the next. It decides about later results, to the last bit, so it belongs to the state of
 * a simulation.
 */
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";

/** What new levels of multigrid cost, in iterations. */
export const levelCost = 13;

/** Steps after which exact Hessians are tried again. */
const indefinitePeriod = 30;

export class SolverMemory {
	/** Whether block Jacobi was found to need too many iterations. */
	isHard = false;
	/** Positions that multigrid's levels belong to. */
	levelPositions: Vector | undefined;
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

	forget(): void {
		this.isHard = false;
		this.areWorn = this.levelPositions !== undefined;
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

	/** Levels for these positions are to be made. */
	renewLevels(positions: Vector, space: VectorSpace): void {
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

	/** The numbers that make up the memory, positions aside. */
	get numbers(): number[] {
		return [
			Number(this.isHard),
			this.systems,
			this.firstIterations,
			this.iterations,
			Number(this.areWorn),
			this.indefiniteSteps,
			Number(this.levelPositions !== undefined),
		];
	}

	/** Takes over numbers and positions; the levels follow from them. */
	restore(
		numbers: readonly number[],
		positions: Float64Array,
		space: VectorSpace,
	): void {
		const [isHard, systems, first, iterations, areWorn, indefinite, hasLevels] =
			numbers;
		this.isHard = isHard === 1;
		this.systems = systems;
		this.firstIterations = first;
		this.iterations = iterations;
		this.areWorn = areWorn === 1;
		this.indefiniteSteps = indefinite;
		this.areLevelsThere = false;
		if (hasLevels === 0) {
			this.levelPositions = undefined;
			return;
		}
		this.levelPositions ??= space.vector();
		this.levelPositions.array.set(positions);
	}
}
