/** Friction of vertices on colliders, under normal forces and along tangents that are fixed during an iteration. */
import { contactConstants as constants } from "../numerics/contactNumerics.ts";
import type { ArraySource } from "../system/arena.ts";
import { ContactList } from "./contactList.ts";
import type { FrictionCoefficients } from "./friction.ts";
import { kineticRatio, slidForceRatio, stickDistance } from "./stick.ts";

/** Numbers of a record (numerics/vertexContacts.ts). */
const width = constants.slidingNumbers;
const forceAt = 9;
const slidAt = 12;

/** What vertices of a body that rub on a collider have in common. */
export interface Rubbing {
	/** The collider's number. */
	readonly collider: number;
	/** Extent of the body [m]. */
	readonly size: number;
	readonly friction: FrictionCoefficients;
}

export class ColliderSliding {
	readonly list: ContactList;
	/** Time [s] over which sliding is measured; 0 in statics. */
	duration = 0;
	private readonly way = new Float64Array(3);
	/** Forces of friction over μλ by Hessians of this substep, of each point; not numbers where there are none. */
	private readonly forces: Float64Array;

	constructor(arena: ArraySource, points: number) {
		this.list = new ContactList(arena, width);
		this.forces = new Float64Array(3 * points);
	}

	get count(): number {
		return this.list.count;
	}

	begin(duration: number): void {
		this.duration = duration;
		this.forces.fill(Number.NaN);
		this.list.count = 0;
	}

	/** Goes on in the same substep with other places. */
	renew(): void {
		const { list, forces } = this;
		const { vertices, numbers } = list;
		forces.fill(Number.NaN);
		for (let i = 0; i < list.count; i++)
			for (let k = 0; k < 3; k++)
				forces[3 * vertices[i] + k] = numbers[width * i + forceAt + k];
		list.count = 0;
	}

	/**
	 * Adds a vertex that touches a collider.
	 * @param target position [m] at which the vertex would not have slid
	 * @param force normal force [N]
	 * @param x positions of points [m], which decide between static and kinetic friction; without them it is static
	 */
	add(
		vertex: number,
		{ collider, size, friction }: Rubbing,
		normal: Float64Array,
		target: Float64Array,
		force: number,
		x: Float64Array | undefined,
	): void {
		const { list, duration } = this;
		const to = list.push(vertex);
		const { numbers } = list;
		const threshold = stickDistance(size, duration);
		for (let k = 0; k < 3; k++) {
			numbers[to + 1 + k] = normal[k];
			numbers[to + 4 + k] = target[k];
		}
		numbers[to + 7] = collider;
		numbers[to + 8] = threshold;
		const u = x ? this.slide(list.count - 1, x) : 0;
		numbers[to] =
			force *
			(u > kineticRatio * threshold ? friction.kinetic : friction.static);
		this.setForce(to, vertex, normal, u, threshold);
	}

	/** Sets the force by the last Hessian, or by the sliding of a place that is new. */
	private setForce(
		to: number,
		vertex: number,
		normal: Float64Array,
		u: number,
		threshold: number,
	): void {
		const { forces, way } = this;
		const { numbers } = this.list;
		const w = forces.subarray(3 * vertex, 3 * vertex + 3);
		const along = w[0] * normal[0] + w[1] * normal[1] + w[2] * normal[2];
		const ratio = slidForceRatio(u, threshold);
		for (let k = 0; k < 3; k++) {
			const slid = u > 0 ? way[k] : 0;
			numbers[to + slidAt + k] = slid;
			numbers[to + forceAt + k] = Number.isNaN(along)
				? ratio * slid
				: w[k] - along * normal[k];
		}
	}

	/** Multiplies all forces. */
	scale(factor: number): void {
		const { numbers } = this.list;
		for (let i = 0; i < this.count; i++) numbers[width * i] *= factor;
	}

	vertex(i: number): number {
		return this.list.vertices[i];
	}

	collider(i: number): number {
		return this.list.numbers[width * i + 7];
	}

	/** The gradient of the energy of one of them at positions x [N], in an array that serves all of them. */
	gradient(i: number, x: Float64Array): Float64Array {
		const { way, list } = this;
		const ratio =
			slidForceRatio(this.slide(i, x), this.threshold(i)) *
			list.numbers[width * i];
		for (let k = 0; k < 3; k++) way[k] *= ratio;
		return way;
	}

	/** Sliding [m] up to which friction sticks. */
	private threshold(i: number): number {
		return this.list.numbers[width * i + 8];
	}

	/** Writes to `way` how far a vertex has slid in its tangent plane; returns the length. */
	slide(i: number, x: Float64Array): number {
		const { way } = this;
		const { vertices, numbers } = this.list;
		const at = width * i;
		const vertex = 3 * vertices[i];
		let along = 0;
		for (let k = 0; k < 3; k++) {
			way[k] = x[vertex + k] - numbers[at + 4 + k];
			along += way[k] * numbers[at + 1 + k];
		}
		for (let k = 0; k < 3; k++) way[k] -= along * numbers[at + 1 + k];
		return Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
	}
}
