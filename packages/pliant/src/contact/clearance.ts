/** How far vertices can go without coming into a collider, and where they are when one comes to them. */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import { approach } from "./approach.ts";
import type { ContactProblem, Placed } from "./placed.ts";
import { toLocal, toWorld } from "./pose.ts";

/** What a line search leaves of a distance, or of the reach where that is less. */
const leftByStep = 0.1;
/** The same for where a step starts from. */
const leftByStart = 0.5;
/** The same for held vertices: they may go as near as they like, but not in. */
const leftToHeld = 1e-6;
/** The same for points that follow frames, which cannot be moved one by one. */
const leftToCarried = 1e-3;
/** Times that colliders may push a vertex to and fro before it counts as squeezed. */
const mostPasses = 4;

export class Clearance {
	private readonly placed: readonly Placed[];
	private readonly constraints: VertexConstraints;
	/** One flag per point. */
	private readonly isFixed: Uint8Array;
	/** Points that move on their own; others follow frames (`carriedPoints.ts`). */
	private readonly vertexCount: number;
	private readonly local = new Float64Array(3);
	private readonly way = new Float64Array(3);

	constructor(
		placed: readonly Placed[],
		constraints: VertexConstraints,
		isFixed: Uint8Array,
		vertexCount: number,
	) {
		this.placed = placed;
		this.constraints = constraints;
		this.isFixed = isFixed;
		this.vertexCount = vertexCount;
	}

	/**
	 * Moves vertices out of the way of colliders: x becomes a position that they can come to from `from`, where they were when the step
	 * began. One that a collider runs into goes along with it. Tells if one cannot, since it is held or squeezed.
	 */
	makeFeasible(
		x: Float64Array,
		from: Float64Array,
	): ContactProblem | undefined {
		let last: ContactProblem | undefined;
		for (let pass = 0; pass < mostPasses; pass++) {
			last = undefined;
			for (const placed of this.placed) {
				const pushed = this.pushAll(placed, x, from);
				if (pushed === undefined) continue;
				const { label } = placed.collider;
				if (this.isFixed[pushed])
					return { what: `${label} runs into a held vertex`, vertex: pushed };
				last = {
					what: `a vertex has no way out of ${label}: it is held or squeezed`,
					vertex: pushed,
				};
			}
			if (!last) return undefined;
		}
		return last;
	}

	/**
	 * Pushes vertices that a collider runs into, in its own coordinates, where it rests and they move. Returns the last of them, or the
	 * first that is held.
	 */
	private pushAll(
		{ shape, first, last, reach, before, now }: Placed,
		x: Float64Array,
		from: Float64Array,
	): number | undefined {
		const { local, way } = this;
		let pushed: number | undefined;
		const end = Math.min(last, this.vertexCount);
		for (let vertex = first; vertex < end; vertex++) {
			const at = 3 * vertex;
			toLocal(now, x[at], x[at + 1], x[at + 2], way);
			toLocal(before, from[at], from[at + 1], from[at + 2], local);
			for (let k = 0; k < 3; k++) way[k] -= local[k];
			if (way[0] === 0 && way[1] === 0 && way[2] === 0) continue;
			const d = shape.distance(local[0], local[1], local[2]);
			const nearby = Math.min(d, reach);
			const isFixed = this.isFixed[vertex];
			const least = isFixed ? leftToHeld : leftByStart / 2;
			if (approach(shape, local, way, least * nearby) === 1) continue;
			if (isFixed) return vertex;
			pushed = vertex;
			const fraction = approach(shape, local, way, leftByStart * nearby);
			for (let k = 0; k < 3; k++) local[k] += fraction * way[k];
			toWorld(now, local[0], local[1], local[2], local);
			for (let k = 0; k < 3; k++) local[k] -= x[at + k];
			const S = this.constraints.projector(vertex);
			for (let k = 0; k < 3; k++)
				x[at + k] += S
					? S[3 * k] * local[0] +
						S[3 * k + 1] * local[1] +
						S[3 * k + 2] * local[2]
					: local[k];
		}
		return pushed;
	}

	/** Shortens the way of each vertex from `from` to x so that it stays outside of colliders. */
	shorten(from: Float64Array, x: Float64Array): void {
		for (let vertex = 0; vertex < this.vertexCount; vertex++) {
			if (this.isFixed[vertex]) continue;
			const at = 3 * vertex;
			const fraction = this.allowed(from, x, 1, vertex, 1, leftByStart);
			if (fraction === 1) continue;
			for (let k = 0; k < 3; k++)
				x[at + k] = from[at + k] + fraction * (x[at + k] - from[at + k]);
		}
	}

	/** The largest fraction up to 1 of a direction that all vertices can go from x without coming into a collider. */
	limit(x: Float64Array, direction: Float64Array): number {
		let fraction = 1;
		for (let vertex = 0; vertex < this.isFixed.length; vertex++)
			if (!this.isFixed[vertex])
				fraction = this.allowed(x, direction, 0, vertex, fraction, leftByStep);
		return fraction;
	}

	/** The part, of `most` at most, of the way `to − relative · from` that a vertex can go. */
	private allowed(
		from: Float64Array,
		to: Float64Array,
		relative: number,
		vertex: number,
		most: number,
		left: number,
	): number {
		const { local, way } = this;
		const at = 3 * vertex;
		let fraction = most;
		for (const { shape, first, last, reach, now } of this.placed) {
			if (vertex < first || vertex >= last) continue;
			toLocal(now, from[at], from[at + 1], from[at + 2], local);
			const d = shape.distance(local[0], local[1], local[2]);
			const a = fraction * (to[at] - relative * from[at]);
			const b = fraction * (to[at + 1] - relative * from[at + 1]);
			const c = fraction * (to[at + 2] - relative * from[at + 2]);
			const least = left * Math.min(d, reach);
			if (d - least > Math.sqrt(a * a + b * b + c * c)) continue;
			way[0] = now[0] * a + now[3] * b + now[6] * c;
			way[1] = now[1] * a + now[4] * b + now[7] * c;
			way[2] = now[2] * a + now[5] * b + now[8] * c;
			fraction *= approach(shape, local, way, least);
		}
		return fraction;
	}

	/**
	 * The first collider that points of a range run into, or that runs into them, on straight ways from where they were at the beginning of the step; with
	 * `isStill` as if all colliders had been where they are at its end.
	 */
	blocking(
		from: Float64Array,
		to: Float64Array,
		first: number,
		last: number,
		isStill: boolean,
	): { readonly placed: Placed; readonly point: number } | undefined {
		const { local, way } = this;
		for (const placed of this.placed) {
			const { shape, reach, before, now } = placed;
			const begin = Math.max(first, placed.first);
			const end = Math.min(last, placed.last);
			for (let point = begin; point < end; point++) {
				const at = 3 * point;
				toLocal(now, to[at], to[at + 1], to[at + 2], way);
				toLocal(
					isStill ? now : before,
					from[at],
					from[at + 1],
					from[at + 2],
					local,
				);
				for (let k = 0; k < 3; k++) way[k] -= local[k];
				if (way[0] === 0 && way[1] === 0 && way[2] === 0) continue;
				const d = shape.distance(local[0], local[1], local[2]);
				const least = leftToCarried * Math.min(d, reach);
				if (approach(shape, local, way, least) < 1) return { placed, point };
			}
		}
		return undefined;
	}
}
