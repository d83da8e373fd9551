/**
 * What a solver keeps from one system to the next. It decides about later results, to the last bit, so it belongs to the state of
 * a simulation.
 */
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";

export class SolverMemory {
	/** Whether block Jacobi was found to need too many iterations. */
	isHard = false;
	/** Positions that multigrid's levels belong to. */
	levelPositions: Vector | undefined;
	/** Iterations that a solution took when the levels were new. */
	newIterations = 0;
	/** Whether the levels are to be made anew. */
	areWorn = false;
	/** Whether no system has been solved with the levels yet. */
	areLevelsNew = false;
	/** Whether the solver has the levels in memory, and whether their making succeeded. */
	areLevelsThere = false;
	areLevelsSound = false;

	forget(): void {
		this.isHard = false;
		this.areWorn = this.levelPositions !== undefined;
	}

	/** The numbers that make up the memory, positions aside. */
	get numbers(): number[] {
		return [
			Number(this.isHard),
			this.newIterations,
			Number(this.areWorn),
			Number(this.levelPositions !== undefined),
		];
	}

	/** Takes over numbers and positions; the levels follow from them. */
	restore(
		numbers: readonly number[],
		positions: Float64Array,
		space: VectorSpace,
	): void {
		const [isHard, newIterations, areWorn, hasLevels] = numbers;
		this.isHard = isHard === 1;
		this.newIterations = newIterations;
		this.areWorn = areWorn === 1;
		this.areLevelsNew = false;
		this.areLevelsThere = false;
		if (hasLevels === 0) {
			this.levelPositions = undefined;
			return;
		}
		this.levelPositions ??= space.vector();
		this.levelPositions.array.set(positions);
	}
}
