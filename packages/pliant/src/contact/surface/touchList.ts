/** Places where surfaces touch: closest points of four vertices at most, what pushes there and how. Kept from step to step so that steps allocate nothing. */
import { measureBarrier } from "../barrier.ts";
import type { Closest } from "./closest.ts";

/** Numbers of a record. */
const width = 15;

export class TouchList {
	/** Records in use. */
	count = 0;
	/** Four vertices each; those of an edge and an edge, or a point and a triangle. */
	vertices = new Uint32Array(256);
	/** Whether they are those of two edges. */
	areEdges = new Uint8Array(64);
	/** Which of the four take part. */
	masks = new Uint8Array(64);
	private numbers = new Float64Array(64 * width);

	clear(): void {
		this.count = 0;
	}

	/** Adds a record: how much it counts, its stiffness κw, and where the barrier begins to rise without bound and ends, as distances [m]. */
	push(
		a: number,
		b: number,
		c: number,
		d: number,
		isEdges: boolean,
		closest: Closest,
		share: number,
		factor: number,
		floor: number,
		reach: number,
	): void {
		if (this.count === this.areEdges.length) this.grow();
		const i = this.count++;
		this.vertices[4 * i] = a;
		this.vertices[4 * i + 1] = b;
		this.vertices[4 * i + 2] = c;
		this.vertices[4 * i + 3] = d;
		this.areEdges[i] = isEdges ? 1 : 0;
		this.masks[i] = closest.mask;
		const { numbers } = this;
		const at = width * i;
		const { c: coefficients, r, distance } = closest;
		for (let k = 0; k < 4; k++) numbers[at + k] = coefficients[k];
		for (let k = 0; k < 3; k++) numbers[at + 4 + k] = r[k] / distance;
		numbers[at + 7] = distance;
		numbers[at + 8] = factor;
		numbers[at + 9] = floor;
		numbers[at + 10] = reach;
		numbers[at + 11] = share;
	}

	/** Computes the barrier of the last record, of stiffness 1. */
	measureLast(): void {
		const i = this.count - 1;
		measureBarrier(
			this.distance(i) - this.floor(i),
			this.reach(i),
			this.numbers,
			width * i + 12,
		);
	}

	private grow(): void {
		const { vertices, areEdges, masks, numbers } = this;
		this.vertices = new Uint32Array(2 * vertices.length);
		this.vertices.set(vertices);
		this.areEdges = new Uint8Array(2 * areEdges.length);
		this.areEdges.set(areEdges);
		this.masks = new Uint8Array(2 * masks.length);
		this.masks.set(masks);
		this.numbers = new Float64Array(2 * numbers.length);
		this.numbers.set(numbers);
	}

	/** Writes the four vertices of a record. */
	takeVertices(i: number, out: Uint32Array): void {
		for (let k = 0; k < 4; k++) out[k] = this.vertices[4 * i + k];
	}

	/** A vertex of the first side, and one of the second. */
	first(i: number): number {
		return this.vertices[4 * i];
	}

	second(i: number): number {
		return this.vertices[4 * i + (this.areEdges[i] ? 2 : 1)];
	}

	/** cₖ of vertex k. */
	coefficient(i: number, k: number): number {
		return this.numbers[width * i + k];
	}

	/** Component k of the direction from the second side to the first. */
	normal(i: number, k: number): number {
		return this.numbers[width * i + 4 + k];
	}

	distance(i: number): number {
		return this.numbers[width * i + 7];
	}

	/** How much it counts, by itself. */
	share(i: number): number {
		return this.numbers[width * i + 11];
	}

	factor(i: number): number {
		return this.numbers[width * i + 8];
	}

	setFactor(i: number, factor: number): void {
		this.numbers[width * i + 8] = factor;
	}

	floor(i: number): number {
		return this.numbers[width * i + 9];
	}

	/** Length of the range of distances in which it pushes, from the floor on [m]. */
	reach(i: number): number {
		return this.numbers[width * i + 10];
	}

	/** Energy [J] of the barrier, its slope and its curvature by the distance. */
	energy(i: number): number {
		return this.factor(i) * this.numbers[width * i + 12];
	}

	slope(i: number): number {
		return this.factor(i) * this.numbers[width * i + 13];
	}

	curvature(i: number): number {
		return this.factor(i) * this.numbers[width * i + 14];
	}

	/** out += gradient of the barriers, xyz per point; returns the sum of squares of their forces. */
	addForces(out: Float64Array): number {
		const { numbers, vertices } = this;
		let squares = 0;
		for (let i = 0; i < this.count; i++) {
			const at = width * i;
			const slope = numbers[at + 8] * numbers[at + 13];
			squares += slope * slope;
			const nx = slope * numbers[at + 4];
			const ny = slope * numbers[at + 5];
			const nz = slope * numbers[at + 6];
			for (let v = 0; v < 4; v++) {
				const c = numbers[at + v];
				if (c === 0) continue;
				const to = 3 * vertices[4 * i + v];
				out[to] += c * nx;
				out[to + 1] += c * ny;
				out[to + 2] += c * nz;
			}
		}
		return squares;
	}

	/** Whether it is with a ball or a rod, and far from its centre or axis. */
	isRound(i: number): boolean {
		return this.floor(i) > this.reach(i);
	}

	/** Writes the closest points of a record. */
	closest(i: number, out: Closest): void {
		for (let k = 0; k < 4; k++) out.c[k] = this.coefficient(i, k);
		out.distance = this.distance(i);
		for (let k = 0; k < 3; k++) out.r[k] = out.distance * this.normal(i, k);
		out.mask = this.masks[i];
	}
}
