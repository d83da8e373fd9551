/**
 * Vertices that are held, moved, or slide: handled by filtering. Each constrained vertex has a projector S onto its free
 * directions (0 for a fixed one); residuals and increments pass through S, so they never leave what is allowed.
 */
import type { Vector3 } from "../mesh/mesh.ts";
import type { ArraySource } from "../system/arena.ts";
import type { BlockMatrix } from "../system/blockMatrix.ts";
import type { LooseMatrix } from "../system/looseMatrix.ts";

/** Holds a vertex's coordinate along each unit normal at the target's. */
export interface VertexConstraint {
	/** One to three orthonormal directions: three for a fixed vertex, one for sliding on a plane, two for sliding on a line. */
	readonly normals: readonly Vector3[];
	/** Position [m] at a time [s]; only its coordinates along the normals count. */
	readonly target: (time: number) => Vector3;
}

export class VertexConstraints {
	/** The constrained vertices, ascending. */
	vertices = new Uint32Array(0);
	private constraints: readonly VertexConstraint[] = [];
	/** S by rows, 9 numbers per constrained vertex. */
	private projectors = new Float64Array(0);
	/** Index among the constrained vertices, −1 for free ones. */
	private readonly indexOf: Int32Array;

	constructor(
		vertexCount: number,
		constraints: ReadonlyMap<number, VertexConstraint>,
	) {
		this.indexOf = new Int32Array(vertexCount);
		this.replace(constraints);
	}

	/** Holds these vertices from now on, and no others. */
	replace(constraints: ReadonlyMap<number, VertexConstraint>): void {
		const sorted = [...constraints].sort(([a], [b]) => a - b);
		this.vertices = Uint32Array.from(sorted, ([vertex]) => vertex);
		this.constraints = sorted.map(([, constraint]) => constraint);
		this.projectors = new Float64Array(9 * sorted.length);
		this.indexOf.fill(-1);
		for (const [i, [vertex, { normals }]] of sorted.entries()) {
			this.indexOf[vertex] = i;
			for (let r = 0; r < 3; r++)
				for (let c = 0; c < 3; c++)
					this.projectors[9 * i + 3 * r + c] = normals.reduce(
						(s, n) => s - n[r] * n[c],
						r === c ? 1 : 0,
					);
			// Exactly nothing is free, whatever rounding says.
			if (normals.length === 3) this.projectors.fill(0, 9 * i, 9 * i + 9);
		}
	}

	/** Vertices that cannot move at all. */
	get fixed(): Uint32Array {
		return this.vertices.filter(
			(_, i) => this.constraints[i].normals.length === 3,
		);
	}

	/** Whether a vertex cannot move at all. */
	isFixed(vertex: number): boolean {
		const i = this.indexOf[vertex];
		return i >= 0 && this.constraints[i].normals.length === 3;
	}

	/** S of a vertex by rows, or nothing where it is free. */
	projector(vertex: number): Float64Array | undefined {
		const i = this.indexOf[vertex];
		return i < 0 ? undefined : this.projectors.subarray(9 * i, 9 * i + 9);
	}

	/** As the numerics know them: a pointer to the structure. */
	inArena(arena: ArraySource): number {
		const projectors = arena.f32(this.projectors.length);
		projectors.array.set(this.projectors);
		return arena.structure("Constraints", {
			count: this.vertices.length,
			rows: arena.indices(this.vertices).pointer,
			projectors: projectors.pointer,
		}).pointer;
	}

	/** Removes the constrained components of a vector, xyz per vertex. */
	filter(vector: Float64Array): void {
		const S = this.projectors;
		for (const [i, vertex] of this.vertices.entries()) {
			const v = 3 * vertex;
			const [a, b, c] = [vector[v], vector[v + 1], vector[v + 2]];
			for (let r = 0; r < 3; r++)
				vector[v + r] =
					S[9 * i + 3 * r] * a +
					S[9 * i + 3 * r + 1] * b +
					S[9 * i + 3 * r + 2] * c;
		}
	}

	/** Removes the free components of a vector, xyz per vertex: what remains is along constraints. */
	filterFree(vector: Float64Array): void {
		const { indexOf, projectors: S } = this;
		for (let vertex = 0; vertex < indexOf.length; vertex++) {
			const i = 9 * indexOf[vertex];
			const v = 3 * vertex;
			const a = vector[v];
			const b = vector[v + 1];
			const c = vector[v + 2];
			for (let r = 0; r < 3; r++)
				if (i < 0) vector[v + r] = 0;
				else
					vector[v + r] -=
						S[i + 3 * r] * a + S[i + 3 * r + 1] * b + S[i + 3 * r + 2] * c;
		}
	}

	/** Moves constrained vertices to where they must be at a time, or a fraction of the way there. */
	impose(x: Float64Array, time: number, fraction = 1): void {
		for (const [i, vertex] of this.vertices.entries()) {
			const { normals, target } = this.constraints[i];
			const goal = target(time);
			const v = 3 * vertex;
			if (normals.length === 3 && fraction === 1) {
				x.set(goal, v);
				continue;
			}
			for (const n of normals) {
				const gap =
					n[0] * (goal[0] - x[v]) +
					n[1] * (goal[1] - x[v + 1]) +
					n[2] * (goal[2] - x[v + 2]);
				for (let k = 0; k < 3; k++) x[v + k] += fraction * gap * n[k];
			}
		}
	}

	/** Gives x the constrained components that another vector has. */
	hold(x: Float64Array, reference: Float64Array): void {
		for (const [i, vertex] of this.vertices.entries()) {
			const at = 3 * vertex;
			for (const n of this.constraints[i].normals) {
				let gap = 0;
				for (let k = 0; k < 3; k++)
					gap += n[k] * (reference[at + k] - x[at + k]);
				for (let k = 0; k < 3; k++) x[at + k] += gap * n[k];
			}
		}
	}

	/**
	 * Gives `out` the constrained components of b − τ v, where v is the velocity at b of a motion from a to b.
	 * @param before mean velocity [m/s] of the motion before, and the weight with which v goes on from it beyond the mean velocity
	 */
	leadIn(
		a: Float64Array,
		b: Float64Array,
		{
			length,
			duration,
		}: { readonly length: number; readonly duration: number },
		before:
			| { readonly mean: Float64Array; readonly weight: number }
			| undefined,
		out: Float64Array,
	): void {
		for (const [i, vertex] of this.vertices.entries()) {
			const at = 3 * vertex;
			for (const n of this.constraints[i].normals) {
				let gap = 0;
				for (let k = at; k < at + 3; k++) {
					const mean = (b[k] - a[k]) / length;
					const v = before
						? mean + before.weight * (mean - before.mean[k])
						: mean;
					gap += n[k - at] * (b[k] - duration * v - out[k]);
				}
				for (let k = 0; k < 3; k++) out[at + k] += gap * n[k];
			}
		}
	}

	/** Gives vertices the velocity of their targets at a time, along the constrained directions; differences over a part of the step h. */
	imposeVelocity(v: Float64Array, time: number, h: number): void {
		const reach = h / 16;
		// Motions may begin at time zero.
		const [before, after] =
			time < reach ? [time, time + reach] : [time - reach, time + reach];
		for (const [i, vertex] of this.vertices.entries()) {
			const { normals, target } = this.constraints[i];
			const [from, to] = [target(before), target(after)];
			const at = 3 * vertex;
			for (const n of normals) {
				let missing = 0;
				for (let k = 0; k < 3; k++)
					missing += n[k] * ((to[k] - from[k]) / (after - before) - v[at + k]);
				for (let k = 0; k < 3; k++) v[at + k] += missing * n[k];
			}
		}
	}

	/** Replaces A by S·A·S + (I − S): solving with it keeps constrained components at zero. */
	restrict(matrix: BlockMatrix): void {
		const { pattern, blocks, diagonal } = matrix;
		const { indexOf, projectors: S } = this;
		for (let row = 0; row < pattern.rows; row++) {
			const left = indexOf[row];
			for (let k = pattern.rowStart[row]; k < pattern.rowStart[row + 1]; k++) {
				const right = indexOf[pattern.columns[k]];
				if (left >= 0) multiplyInPlace(S, 9 * left, blocks, 9 * k, true);
				if (right >= 0) multiplyInPlace(S, 9 * right, blocks, 9 * k, false);
			}
		}
		for (const [i, vertex] of this.vertices.entries())
			for (let j = 0; j < 9; j++)
				blocks[9 * diagonal[vertex] + j] +=
					(j % 4 === 0 ? 1 : 0) - S[9 * i + j];
	}

	/** Replaces blocks B of a matrix by S·B·S. */
	restrictLoose({ count, rows, columns, blocks }: LooseMatrix): void {
		const { indexOf, projectors: S } = this;
		for (let i = 0; i < count; i++) {
			const left = indexOf[rows[i]];
			const right = indexOf[columns[i]];
			if (left >= 0) multiplyInPlace(S, 9 * left, blocks, 9 * i, true);
			if (right >= 0) multiplyInPlace(S, 9 * right, blocks, 9 * i, false);
		}
	}
}

const product = new Float64Array(9);

/** block = S · block, or block · S, for blocks at offsets. */
function multiplyInPlace(
	S: Float64Array,
	atS: number,
	blocks: Float64Array,
	at: number,
	fromLeft: boolean,
): void {
	for (let r = 0; r < 3; r++)
		for (let c = 0; c < 3; c++) {
			let sum = 0;
			for (let k = 0; k < 3; k++)
				sum += fromLeft
					? S[atS + 3 * r + k] * blocks[at + 3 * k + c]
					: blocks[at + 3 * r + k] * S[atS + 3 * k + c];
			product[3 * r + c] = sum;
		}
	blocks.set(product, at);
}
