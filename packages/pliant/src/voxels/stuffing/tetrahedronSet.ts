/** Tetrahedra whose vertices can be moved and whose edges can be split, unless that spoils their shape. */
import { tetrahedronVolume } from "../../mesh/measure.ts";
import { createMesh, type Mesh, type Vector3 } from "../../mesh/mesh.ts";

/** Tetrahedra of worse shape than this are worth relaxing. */
const poorShape = 0.4;
const relaxations = 3;

export class TetrahedronSet {
	/** xyz per vertex, and four vertices per tetrahedron. */
	readonly positions: number[];
	readonly vertices: number[];
	/** The tetrahedra of each vertex. */
	private readonly around: number[][];

	constructor({ positions, tetrahedra }: Mesh) {
		this.positions = [...positions];
		this.vertices = [...tetrahedra];
		this.around = Array.from({ length: positions.length / 3 }, () => []);
		for (const [i, vertex] of tetrahedra.entries())
			this.around[vertex].push(Math.floor(i / 4));
	}

	mesh(): Mesh {
		return createMesh({ positions: this.positions, tetrahedra: this.vertices });
	}

	place(vertex: number): Vector3 {
		const { positions } = this;
		return [
			positions[3 * vertex],
			positions[3 * vertex + 1],
			positions[3 * vertex + 2],
		];
	}

	private put(vertex: number, place: Vector3): void {
		for (let k = 0; k < 3; k++) this.positions[3 * vertex + k] = place[k];
	}

	/** 1 of a regular tetrahedron, 0 of a flat one, negative of one that is turned over. */
	private shape([a, b, c, d]: readonly number[]): number {
		const x = this.positions as unknown as Float64Array;
		let squares = 0;
		for (const [p, q] of [
			[a, b],
			[a, c],
			[a, d],
			[b, c],
			[b, d],
			[c, d],
		])
			for (let k = 0; k < 3; k++) squares += (x[3 * p + k] - x[3 * q + k]) ** 2;
		const size = Math.sqrt(squares / 6);
		return (6 * Math.SQRT2 * tetrahedronVolume(x, a, b, c, d)) / size ** 3;
	}

	private cell(t: number): number[] {
		return this.vertices.slice(4 * t, 4 * t + 4);
	}

	private worstAround(vertex: number): number {
		return Math.min(
			...this.around[vertex].map((t) => this.shape(this.cell(t))),
		);
	}

	/** Moves a vertex unless a tetrahedron would be of worse shape than `least`; says whether it did. */
	move(vertex: number, place: Vector3, least: number): boolean {
		const before = this.place(vertex);
		this.put(vertex, place);
		if (this.worstAround(vertex) >= least) return true;
		this.put(vertex, before);
		return false;
	}

	/** Splits the edge between two vertices, with a new vertex, unless a tetrahedron would be of worse shape than `least`; says whether it did. */
	split(a: number, b: number, place: Vector3, least: number): boolean {
		const shared = this.around[a].filter((t) => this.around[b].includes(t));
		const middle = this.around.length;
		this.positions.push(...place);
		const replaced = (t: number, vertex: number) =>
			this.cell(t).map((v) => (v === vertex ? middle : v));
		const isGood = shared.every((t) =>
			[a, b].every((v) => this.shape(replaced(t, v)) >= least),
		);
		if (!isGood) {
			this.positions.length -= 3;
			return false;
		}
		this.around.push([]);
		for (const t of shared) {
			const added = replaced(t, a);
			const kept = replaced(t, b);
			const number = this.vertices.length / 4;
			this.vertices.push(...added);
			for (let k = 0; k < 4; k++) this.vertices[4 * t + k] = kept[k];
			this.around[middle].push(t, number);
			this.around[b].splice(this.around[b].indexOf(t), 1, number);
			for (const v of kept)
				if (v !== a && v !== middle) this.around[v].push(number);
		}
		return true;
	}

	/**
	 * Moves some vertices towards the middle of neighbours where that makes the worst shape around them better.
	 * @param neighbours that count for a vertex, among those beside it; none where it has to stay
	 */
	relax(
		vertices: Iterable<number>,
		neighbours: (vertex: number, beside: number[]) => number[],
	): void {
		for (let round = 0; round < relaxations; round++)
			for (const vertex of vertices) {
				const worst = this.worstAround(vertex);
				if (worst > poorShape) continue;
				const counted = neighbours(vertex, this.beside(vertex));
				if (counted.length > 0) this.approach(vertex, counted, worst);
			}
	}

	/** The vertices that have an edge in common with one. */
	beside(vertex: number): number[] {
		const near = new Set(this.around[vertex].flatMap((t) => this.cell(t)));
		near.delete(vertex);
		return [...near];
	}

	/** Goes part of the way to the middle of others, as far as shapes stay better than `least`. */
	private approach(
		vertex: number,
		others: readonly number[],
		least: number,
	): void {
		const here = this.place(vertex);
		const middle = here.map(
			(_, k) =>
				others.reduce((sum, v) => sum + this.positions[3 * v + k], 0) /
				others.length,
		);
		for (const part of [1, 0.5, 0.25]) {
			const [x, y, z] = here.map((c, k) => c + part * (middle[k] - c));
			if (this.move(vertex, [x, y, z], least)) return;
		}
	}
}
