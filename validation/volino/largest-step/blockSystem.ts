/** A symmetric matrix of 3×3 blocks between vertices, and conjugate gradients on it with its diagonal for a preconditioner. */
export class BlockSystem {
	readonly vertexCount: number;
	private readonly starts: Uint32Array;
	private readonly columns: Uint32Array;
	private readonly blocks: Float64Array;
	private readonly places = new Map<number, number>();

	/** @param groups vertices that are coupled with each other, a list for each element */
	constructor(vertexCount: number, groups: readonly (readonly number[])[]) {
		this.vertexCount = vertexCount;
		const rows = Array.from({ length: vertexCount }, (_, v) => new Set([v]));
		for (const group of groups)
			for (const a of group) for (const b of group) rows[a].add(b);
		this.starts = new Uint32Array(vertexCount + 1);
		for (const [row, set] of rows.entries())
			this.starts[row + 1] = this.starts[row] + set.size;
		this.columns = Uint32Array.from(rows.flatMap((set) => [...set]));
		this.blocks = new Float64Array(9 * this.columns.length);
		for (let row = 0; row < vertexCount; row++)
			for (let k = this.starts[row]; k < this.starts[row + 1]; k++)
				this.places.set(row * vertexCount + this.columns[k], k);
	}

	clear(): void {
		this.blocks.fill(0);
	}

	/** Adds scale · a bᵀ + identity · 1 to the block of two vertices. */
	add(
		row: number,
		column: number,
		scale: number,
		a: ArrayLike<number>,
		b: ArrayLike<number>,
		identity = 0,
	): void {
		const at = 9 * (this.places.get(row * this.vertexCount + column) as number);
		for (let r = 0; r < 3; r++) {
			for (let c = 0; c < 3; c++)
				this.blocks[at + 3 * r + c] += scale * a[r] * b[c];
			this.blocks[at + 4 * r] += identity;
		}
	}

	/** out = A x. */
	multiply(x: Float64Array, out: Float64Array): void {
		const { starts, columns, blocks } = this;
		for (let row = 0; row < this.vertexCount; row++) {
			let [a, b, c] = [0, 0, 0];
			for (let k = starts[row]; k < starts[row + 1]; k++) {
				const [at, v] = [9 * k, 3 * columns[k]];
				a +=
					blocks[at] * x[v] +
					blocks[at + 1] * x[v + 1] +
					blocks[at + 2] * x[v + 2];
				b +=
					blocks[at + 3] * x[v] +
					blocks[at + 4] * x[v + 1] +
					blocks[at + 5] * x[v + 2];
				c +=
					blocks[at + 6] * x[v] +
					blocks[at + 7] * x[v + 1] +
					blocks[at + 8] * x[v + 2];
			}
			out[3 * row] = a;
			out[3 * row + 1] = b;
			out[3 * row + 2] = c;
		}
	}

	/** Solves (mass + scale · A) x = b for what is free; returns how many iterations it took. */
	solve(
		{
			mass,
			scale,
			isFree,
		}: {
			readonly mass: Float64Array;
			readonly scale: number;
			readonly isFree: readonly boolean[];
		},
		b: Float64Array,
		x: Float64Array,
	): number {
		const n = x.length;
		const diagonal = new Float64Array(n);
		for (let v = 0; v < this.vertexCount; v++) {
			const at = 9 * (this.places.get(v * this.vertexCount + v) as number);
			for (let k = 0; k < 3; k++)
				diagonal[3 * v + k] = mass[v] + scale * this.blocks[at + 4 * k];
		}
		const [r, z, p, Ap] = [0, 1, 2, 3].map(() => new Float64Array(n));
		const precondition = () => {
			for (let i = 0; i < n; i++)
				z[i] = isFree[Math.floor(i / 3)] ? r[i] / diagonal[i] : 0;
		};
		r.set(b);
		x.fill(0);
		precondition();
		p.set(z);
		let rz = dot(r, z);
		const enough = relativeTolerance ** 2 * rz;
		let iterations = 0;
		while (rz > enough && iterations < mostIterations) {
			this.multiply(p, Ap);
			for (let i = 0; i < n; i++)
				Ap[i] = scale * Ap[i] + mass[Math.floor(i / 3)] * p[i];
			const step = rz / dot(p, Ap);
			for (let i = 0; i < n; i++) {
				x[i] += step * p[i];
				r[i] -= step * Ap[i];
			}
			precondition();
			const next = dot(r, z);
			for (let i = 0; i < n; i++) p[i] = z[i] + (next / rz) * p[i];
			rz = next;
			iterations++;
		}
		return iterations;
	}
}

const relativeTolerance = 1e-4;
const mostIterations = 2000;

export function dot(a: Float64Array, b: Float64Array): number {
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
	return sum;
}
