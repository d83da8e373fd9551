/**
 * Smoothed-aggregation multigrid as a preconditioner, with the rigid motions as near-null space: the number of iterations of
 * conjugate gradients then hardly depends on the size of the mesh (Vaněk, Mandel and Brezina 1996).
 *
 * The structure of the levels is found once, here; their numbers are made by the numerics, over and over.
 */

import { constants, structures } from "../../../numerics/load.ts";
import type { Team } from "../../../numerics/team.ts";
import type {
	ArenaArray,
	ArraySource,
	Structure,
} from "../../../system/arena.ts";
import type { EdgeMatrix } from "../../../system/edgeMatrix.ts";
import type { Vector } from "../../../system/vectorSpace.ts";
import {
	type Aggregates,
	aggregate,
	type Couplings,
	strongCouplings,
} from "./coupling.ts";
import { levelPatterns, longest, type Part } from "./levelPatterns.ts";
import {
	edgeCouplings,
	type WideMatrix,
	wideCouplings,
} from "./matrixCouplings.ts";
import { type Sparsity, transposed } from "./sparsity.ts";

export interface MultigridContext {
	readonly arena: ArraySource;
	readonly team: Team;
	/** Pointer to the constraints, and the vertices that cannot move at all. */
	readonly constraints: number;
	readonly fixed: Uint32Array;
	/** Inner nodes, and the vertices that each of them is between. */
	readonly innerNodes: ReadonlyMap<number, readonly number[]>;
	/** Frames, each a group of its own: the level below has their six degrees of freedom. */
	readonly frames: readonly {
		readonly position: number;
		readonly turn: number;
		readonly arm: number;
	}[];
	/** The finest level's inverses of diagonal blocks, and three vectors that are free while preconditioning. */
	readonly inverses: number;
	readonly vectors: readonly [number, number, number];
	/** Memory that is free while levels are made. */
	readonly spare: ArenaArray<Float32Array>;
}

interface Level {
	readonly structure: ArenaArray<Uint32Array>;
	readonly rows: number;
	/** Numbers per row. */
	readonly size: number;
	/** Bytes that a thread needs to make the level below. */
	workspace: number;
	/** Parts in which A·P is made, and the blocks that the largest has. */
	parts: readonly Part[];
	products: number;
	readonly matrix: WideMatrix | undefined;
}

/** Rows at which a level is solved directly, and up to which that is done where no smaller level can be found. */
const coarsest = 16;
const mostDense = 100;
/** A level that would have more than this fraction of the rows is not worth making. */
const worthwhile = 0.8;
/** Coupling that counts as strong on the finest level; halved on each coarser one. */
const strongCoupling = 0.08;
const powerIterations = 10;
/**
 * Groups of vertices have two rings of neighbours around one, some 13 to 19 of a sheet, and those of groups one. With one ring everywhere, the first
 * of the coarser levels had three times as many numbers as the finest one; smoothing to higher degrees costs less than such a level, and
 * takes fewer iterations.
 */
const ringsOfVertices = 2;
const smoothingDegree = { finest: 4, coarser: 3 };

export class Multigrid {
	private readonly context: MultigridContext;
	private readonly levels: Level[] = [];
	private readonly failed: ArenaArray<Uint32Array>;
	private readonly partials: number;
	/** Whether the last level has room for its dense inverse. */
	private hasDense = false;
	/** The finest level's largest eigenvalue when the levels were made, as the structure has it. */
	private largest = 0;

	/** Finds the levels of a matrix whose rows belong to vertices at these positions [m]. */
	constructor(context: MultigridContext, A: EdgeMatrix, positions: Vector) {
		const { arena } = context;
		this.context = context;
		this.failed = arena.u32(1);
		this.partials = arena.f64(constants.squarePieces).pointer;
		this.levels.push(this.finestLevel(A, positions));
		for (let level = this.levels[0]; ; level = this.levels.at(-1) as Level) {
			const below = this.levelBelow(
				level,
				level.matrix
					? wideCouplings(level.matrix)
					: edgeCouplings(A, context.fixed),
			);
			if (!below) break;
			this.levels.push(below);
			this.makeLevelBelow(level);
		}
		this.makeLast();
	}

	/** Pointer to the finest level. */
	get pointer(): number {
		return this.levels[0].structure.pointer;
	}

	/** Makes the numbers of all levels anew, from the finest one's matrix as it is now. False where that is found not to be positive definite. */
	refresh(positions: Vector): boolean {
		this.failed.array[0] = 0;
		this.set(this.levels[0], { centres: positions.pointer });
		for (const level of this.levels.slice(0, -1)) this.makeLevelBelow(level);
		this.makeLast();
		const { array } = this.levels[0].structure;
		this.largest = array[structures.Level.indexOf("largest")];
		return this.failed.array[0] === 0;
	}

	/**
	 * Fits the smoothing of the finest level to its matrix as it is now; or, where that cannot be far from the one that the levels were made of, to
	 * that.
	 */
	fitSmoothing(to: "present" | "levels"): void {
		const [finest] = this.levels;
		this.set(finest, { largest: this.largest });
		if (to === "levels") return;
		const { numerics } = this.context.team;
		numerics.estimateLargest(this.pointer, powerIterations, this.partials);
	}

	private vector(rows: number): number {
		return this.context.arena.f32(8 * rows).pointer;
	}

	private structure(fields: Partial<Structure<"Level">>) {
		const none = Object.fromEntries(
			structures.Level.map((field) => [field, 0]),
		) as Structure<"Level">;
		return this.context.arena.structure("Level", { ...none, ...fields });
	}

	private set({ structure }: Level, fields: Partial<Structure<"Level">>): void {
		for (const [field, value] of Object.entries(fields))
			structure.array[structures.Level.indexOf(field as never)] = value;
	}

	private finestLevel(A: EdgeMatrix, positions: Vector): Level {
		const { rows } = A.pattern;
		const [residual, step, product] = this.context.vectors;
		const structure = this.structure({
			size: 3,
			rows,
			degree: smoothingDegree.finest,
			matrix: A.pointer,
			inverses: this.context.inverses,
			centres: positions.pointer,
			arms: this.arms(rows),
			...{ residual, step, product },
		});
		return {
			structure,
			rows,
			size: 3,
			workspace: 0,
			parts: [],
			products: 0,
			matrix: undefined,
		};
	}

	/** Pointer to ℓ of turns; 0 where there are no frames. */
	private arms(rows: number): number {
		const { arena, frames } = this.context;
		if (frames.length === 0) return 0;
		const arms = arena.f64(rows);
		for (const { turn, arm } of frames) arms.array[turn] = arm;
		return arms.pointer;
	}

	/** The structure of the level below, if there is to be one. */
	private levelBelow(level: Level, couplings: Couplings): Level | undefined {
		const { arena } = this.context;
		const { rows, size } = level;
		if (size === 6 && rows <= coarsest) return undefined;
		const threshold = strongCoupling / 2 ** (this.levels.length - 1);
		const { count, of } =
			size === 3
				? this.aggregateVertices(couplings, threshold)
				: aggregate(strongCouplings(couplings, threshold));
		if (count === 0 || count > worthwhile * rows) return undefined;
		const patterns = levelPatterns(couplings, { count, of });
		const { aggregates, prolongation, restriction, product } = patterns;
		const below = this.wideLevel(patterns.coarse, count);
		const pointer = (numbers: ArrayLike<number>) =>
			arena.indices(numbers).pointer;
		this.set(level, {
			aggregates: pointer(Uint32Array.from(of)),
			aggregateStart: pointer(aggregates.start),
			aggregateRows: pointer(aggregates.pairs.filter((_, i) => i % 2 === 0)),
			prolongationStart: pointer(prolongation.start),
			prolongationColumns: pointer(prolongation.columns),
			// Two numbers of 16 bits each.
			prolongation: arena.u32(3 * size * prolongation.columns.length).pointer,
			prolongationScales: arena.f32(rows).pointer,
			restrictionStart: pointer(restriction.start),
			restriction: pointer(restriction.pairs),
			next: below.structure.pointer,
		});
		level.parts = patterns.parts;
		level.products = Math.max(
			...level.parts.map(
				({ fine: [begin, end] }) => product.start[end] - product.start[begin],
			),
		);
		level.workspace = Math.max(
			72 + 48 * size * longest(aggregates),
			48 * size * longest(prolongation),
			144 + 4 * count,
			8 * 36,
		);
		return below;
	}

	/**
	 * Inner nodes join a vertex beside them, so that a group moves rigidly with all that is in it. As strengths go they hardly couple with
	 * vertices; groups of their own made levels that did not fit into memory.
	 */
	private aggregateVertices(
		couplings: Couplings,
		threshold: number,
	): Aggregates {
		const { innerNodes, frames } = this.context;
		const diagonal = couplings.diagonal.slice();
		for (const node of innerNodes.keys()) diagonal[node] = 0;
		for (const { position, turn } of frames)
			diagonal[position] = diagonal[turn] = 0;
		let { count, of } = aggregate(
			strongCouplings({ ...couplings, diagonal }, threshold),
			ringsOfVertices,
		);
		for (const [node, ends] of innerNodes)
			of[node] = Math.max(...ends.map((end) => of[end]));
		for (const { position, turn } of frames) {
			// One that is held as a whole takes no part.
			if (couplings.diagonal[position] + couplings.diagonal[turn] === 0)
				continue;
			of[position] = of[turn] = count++;
		}
		return { count, of };
	}

	private wideLevel(pattern: Sparsity, rows: number): Level {
		const { arena } = this.context;
		const lower = transposed(pattern, rows);
		const blocks = arena.f32(36 * pattern.columns.length);
		const { pointer } = arena.structure("WideMatrix", {
			rows,
			rowStart: arena.indices(pattern.start).pointer,
			columns: arena.indices(pattern.columns).pointer,
			blocks: blocks.pointer,
			lowerStart: arena.indices(lower.start).pointer,
			lower: arena.indices(lower.pairs).pointer,
		});
		const structure = this.structure({
			size: 6,
			rows,
			degree: smoothingDegree.coarser,
			matrix: pointer,
			inverses: arena.f32(36 * rows).pointer,
			centres: arena.f64(3 * rows).pointer,
			modes: arena.f32(36 * rows).pointer,
			x: this.vector(rows),
			b: this.vector(rows),
			residual: this.vector(rows),
			step: this.vector(rows),
			product: this.vector(rows),
		});
		return {
			structure,
			rows,
			size: 6,
			workspace: 8 * 36,
			parts: [],
			products: 0,
			matrix: { pattern, lower, blocks, pointer },
		};
	}

	/** Numbers of the prolongation and of the matrix below, from those of a level's matrix. */
	private makeLevelBelow(level: Level): void {
		const { arena, team, constraints, spare } = this.context;
		const { numerics } = team;
		const { pointer } = level.structure;
		const line = 24 * level.size;
		const workspace = 16 * Math.ceil(level.workspace / 16);
		const below = this.levels[this.levels.indexOf(level) + 1];
		const isSpared = line * level.rows <= 4 * spare.array.length;
		const sizes = [
			isSpared ? 0 : line * level.rows,
			line * level.products,
			4 * level.products,
			4 * (level.rows + 1),
			4 * below.rows,
			workspace * team.threads,
		].map((bytes) => 16 * Math.ceil((bytes + 16) / 16));
		arena.lend(
			sizes.reduce((a, b) => a + b),
			({ pointer: room }) => {
				const tentative = isSpared ? spare.pointer : room;
				const products = room + sizes[0];
				const columns = products + sizes[1];
				const starts = columns + sizes[2];
				const marks = starts + sizes[3];
				const workspaces = marks + sizes[4];
				this.prepareSmoothing(level, workspaces, workspace);
				numerics.makeTentative(
					pointer,
					constraints,
					tentative,
					workspaces,
					workspace,
				);
				numerics.smoothProlongation(pointer, tentative, workspaces, workspace);
				for (const { coarse, fine } of level.parts) {
					numerics.findProducts(pointer, ...fine, starts, columns, marks);
					const where = [products, workspaces, workspace] as const;
					numerics.multiplyProlongation(pointer, ...fine, ...where);
					numerics.multiplyRestriction(pointer, ...coarse, ...where);
				}
			},
		);
	}

	/** The finest level's inverses are there already. */
	private prepareSmoothing(
		{ size, structure }: Level,
		workspaces: number,
		workspace: number,
	): void {
		const { numerics } = this.context.team;
		const { pointer } = structure;
		if (size === 6)
			numerics.invertWideDiagonal(
				pointer,
				workspaces,
				workspace,
				this.failed.pointer,
			);
		numerics.estimateLargest(pointer, powerIterations, this.partials);
	}

	private makeLast(): void {
		const { arena, team } = this.context;
		const last = this.levels.at(-1) as Level;
		const { pointer } = last.structure;
		const isSmall = last.size === 6 && last.rows <= mostDense;
		const numbers = 6 * last.rows;
		const bytes = Math.max(
			isSmall ? 8 * numbers ** 2 : 0,
			16 * 36 * team.threads,
		);
		if (isSmall && !this.hasDense) {
			this.hasDense = true;
			const dense = arena.f32(8 * last.rows * numbers).pointer;
			this.set(last, { dense });
		}
		arena.lend(bytes, ({ pointer: workspaces }) => {
			if (isSmall)
				team.numerics.invertLast(pointer, workspaces, this.failed.pointer);
			else this.prepareSmoothing(last, workspaces, 8 * 36);
		});
	}
}
