/**
 * What a solver keeps from one system to the next. It decides about later results, to the last bit, so it belongs to the state of
 * a simulation.
 */
import type { Vector, VectorSpace } from "../../system/vectorSpace.ts";

/** New levels are made for at most so many systems in a row before old ones are tried again. */
const longestCaution = 16;

export class SolverMemory {
	/** Whether block Jacobi was found to need too many iterations. */
	isHard = false;
	/** Positions that multigrid's levels belong to. */
	levelPositions: Vector | undefined;
	/** Iterations that a solution took when the levels were new. */
	newIterations = 0;
	/** Whether the levels are to be made anew. */
	areWorn = false;
	/** Whether the solver has made the levels of these positions. */
	areLevelsThere = false;
	/** For how many systems old levels are not even tried, and how many of these are left. */
	private caution = 0;
	private cautionLeft = 0;

	forget(): void {
		this.isHard = false;
		this.areWorn = this.levelPositions !== undefined;
	}

	/** Whether old levels are worth a try: if they have often failed of late, not every time. */
	get mayKeepLevels(): boolean {
		if (this.cautionLeft === 0) return !this.areWorn;
		this.cautionLeft--;
		return false;
	}

	/** Learns whether old levels were good enough. */
	levelsServed(well: boolean): void {
		this.caution = well ? 0 : Math.min(longestCaution, 2 * this.caution + 1);
		this.cautionLeft = this.caution;
	}

	/** The numbers that make up the memory, positions aside. */
	get numbers(): number[] {
		return [
			Number(this.isHard),
			this.newIterations,
			Number(this.areWorn),
			this.caution,
			this.cautionLeft,
			Number(this.levelPositions !== undefined),
		];
	}

	/** Takes over numbers and positions; the levels follow from them. */
	restore(
		numbers: readonly number[],
		positions: Float64Array,
		space: VectorSpace,
	): void {
		const [isHard, newIterations, areWorn, caution, left, hasLevels] = numbers;
		this.isHard = isHard === 1;
		this.newIterations = newIterations;
		this.areWorn = areWorn === 1;
		this.caution = caution;
		this.cautionLeft = left;
		this.areLevelsThere = false;
		if (hasLevels === 0) {
			this.levelPositions = undefined;
			return;
		}
		this.levelPositions ??= space.vector();
		this.levelPositions.array.set(positions);
	}
}
