/** Vectors of all unknowns, in the arena: what the numerics do with them. Sums run in a fixed order. */
import { constants } from "../numerics/load.ts";
import type { Team } from "../numerics/team.ts";
import type { ArenaArray, ArraySource } from "./arena.ts";

/** Three numbers per vertex. */
export type Vector = ArenaArray<Float64Array>;

export class VectorSpace {
	readonly length: number;
	readonly arena: ArraySource;
	readonly team: Team;
	private readonly partials: Vector;
	private readonly lent: () => Vector;

	constructor(
		vertexCount: number,
		arena: ArraySource,
		team: Team,
		lent?: () => Vector,
	) {
		this.length = 3 * vertexCount;
		this.arena = arena;
		this.team = team;
		this.partials = arena.f64(Math.ceil(this.length / constants.vectorChunk));
		let scratch: Vector | undefined;
		this.lent =
			lent ??
			(() => {
				scratch ??= this.vector();
				return scratch;
			});
	}

	/** The same, with vectors from elsewhere. */
	within(arena: ArraySource): VectorSpace {
		return new VectorSpace(this.length / 3, arena, this.team, this.lent);
	}

	/** One vector for all who need one only until they call others: those may overwrite it. */
	get scratch(): Vector {
		return this.lent();
	}

	/** A new vector of zeros. */
	vector(): Vector {
		return this.arena.f64(this.length);
	}

	dot(a: Vector, b: Vector): number {
		const { length, partials, team } = this;
		team.numerics.dotChunks(length, a.pointer, b.pointer, partials.pointer);
		let sum = 0;
		for (let i = 0; i < partials.array.length; i++) sum += partials.array[i];
		return sum;
	}

	norm(a: Vector): number {
		return Math.sqrt(this.dot(a, a));
	}

	/** The longest of the 3-vectors in a. */
	longest(a: Vector): number {
		const { length, partials, team } = this;
		team.numerics.longestChunks(length, a.pointer, partials.pointer);
		let most = 0;
		for (let i = 0; i < partials.array.length; i++)
			most = Math.max(most, partials.array[i]);
		return Math.sqrt(most);
	}

	/** Whether all numbers are finite, and their squares too. */
	isFinite(a: Vector): boolean {
		return Number.isFinite(this.dot(a, a));
	}

	/** out = a + scale · b. */
	addScaled(a: Vector, scale: number, b: Vector, out: Vector): void {
		this.team.numerics.addScaled(
			this.length,
			a.pointer,
			scale,
			b.pointer,
			out.pointer,
		);
	}

	/** out = scale · (a − b). */
	difference(scale: number, a: Vector, b: Vector, out: Vector): void {
		this.team.numerics.scaledDifference(
			this.length,
			scale,
			a.pointer,
			b.pointer,
			out.pointer,
		);
	}
}

/** The vertex of the longest 3-vector in a, or the first that is not finite. */
export function largestVertex(a: Float64Array): number {
	let vertex = 0;
	let most = -1;
	for (let i = 0; i < a.length; i += 3) {
		const size = Math.hypot(a[i], a[i + 1], a[i + 2]);
		if (!Number.isFinite(size)) return i / 3;
		if (size > most) [vertex, most] = [i / 3, size];
	}
	return vertex;
}
