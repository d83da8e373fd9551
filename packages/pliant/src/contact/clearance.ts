/** How far vertices can go without coming into a collider, and where they are when one comes to them. */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import { approach } from "./approach.ts";
import type { ContactProblem, Placed } from "./placed.ts";
import { toLocal, toWorld } from "./pose.ts";

/** What a line search leaves of a distance, or of the reach where that is less. */
const leftByStep = 0.1;
/** Fraction of the distance that the first guess of a step keeps, of the distance at rest at most. */
const leftByStart = 0.95;
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
	/** Points that move on their own, which come first; others follow them or frames. */
	private readonly nodeCount: number;
	private readonly local = new Float64Array(3);
	private readonly way = new Float64Array(3);

	constructor(
		placed: readonly Placed[],
		constraints: VertexConstraints,
		isFixed: Uint8Array,
		nodeCount: number,
	) {
		this.placed = placed;
		this.constraints = constraints;
		this.isFixed = isFixed;
		this.nodeCount = nodeCount;
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
		const isMoved = longestWay(x, from) !== 0;
		for (let pass = 0; pass < mostPasses; pass++) {
			last = undefined;
			for (const placed of this.placed) {
				if (!isMoved && !placed.collider.moves) continue;
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
		{ shape, points, rest, before, now }: Placed,
		x: Float64Array,
		from: Float64Array,
	): number | undefined {
		const { local, way } = this;
		let pushed: number | undefined;
		for (let p = 0; p < points.length; p++) {
			const vertex = points[p];
			if (vertex >= this.nodeCount) break;
			const at = 3 * vertex;
			toLocal(now, x[at], x[at + 1], x[at + 2], way);
			toLocal(before, from[at], from[at + 1], from[at + 2], local);
			for (let k = 0; k < 3; k++) way[k] -= local[k];
			if (way[0] === 0 && way[1] === 0 && way[2] === 0) continue;
			const d = shape.distance(local[0], local[1], local[2]);
			const nearby = Math.min(d, rest);
			const isFixed = this.isFixed[vertex];
			const least = isFixed ? leftToHeld : leftByStart / 2;
			if (approach(shape, local, way, least * nearby) === 1) continue;
			if (isFixed) return vertex;
			pushed = vertex;
			const fraction = approach(shape, local, way, leftByStart * nearby);
			for (let k = 0; k < 3; k++) local[k] += fraction * way[k];
			toWorld(now, local[0], local[1], local[2], local);
			this.put(vertex, local, x);
		}
		return pushed;
	}

	/** Puts a node somewhere, as far as it is free. */
	private put(node: number, place: Float64Array, x: Float64Array): void {
		const at = 3 * node;
		for (let k = 0; k < 3; k++) place[k] -= x[at + k];
		const S = this.constraints.projector(node);
		for (let k = 0; k < 3; k++)
			x[at + k] += S
				? S[3 * k] * place[0] +
					S[3 * k + 1] * place[1] +
					S[3 * k + 2] * place[2]
				: place[k];
	}

	/** Puts a node where it comes from `from` with a collider that goes its way several times, as far as it is free. */
	carry(
		node: number,
		{ before, now }: Placed,
		times: number,
		from: Float64Array,
		x: Float64Array,
	): void {
		const { local } = this;
		if (this.constraints.isFixed(node)) return;
		for (let k = 0; k < 3; k++) local[k] = from[3 * node + k];
		for (let time = 0; time < times; time++) {
			toLocal(before, local[0], local[1], local[2], local);
			toWorld(now, local[0], local[1], local[2], local);
		}
		this.put(node, local, x);
	}

	/** Shortens the way of each node from `from` to x so that it stays outside of colliders. */
	shorten(from: Float64Array, x: Float64Array): void {
		const farthest = longestWay(x, from);
		for (const placed of this.placed) {
			const { near, rest } = placed;
			near.find(from, leftByStart * rest + farthest);
			for (let p = 0; p < near.count; p++) {
				const node = near.list[p];
				if (node >= this.nodeCount) break;
				if (this.isFixed[node]) continue;
				const at = 3 * node;
				const fraction = this.allowed(
					placed,
					...([from, x, 1, node, 1] as const),
					leftByStart,
					placed.rest,
				);
				if (fraction === 1) continue;
				for (let k = 0; k < 3; k++)
					x[at + k] = from[at + k] + fraction * (x[at + k] - from[at + k]);
			}
		}
	}

	/** The largest fraction up to 1 of a direction that all points can go from x without coming into a collider. */
	limit(x: Float64Array, direction: Float64Array): number {
		let fraction = 1;
		const farthest = longestWay(direction);
		for (const placed of this.placed) {
			const { near, reach } = placed;
			near.find(x, leftByStep * reach + farthest);
			for (let p = 0; p < near.count; p++)
				if (!this.isFixed[near.list[p]])
					fraction = this.allowed(
						placed,
						x,
						direction,
						0,
						near.list[p],
						fraction,
						leftByStep,
					);
		}
		return fraction;
	}

	/** The part, of `most` at most, of the way `to − relative · from` that a point can go. */
	private allowed(
		placed: Placed,
		from: Float64Array,
		to: Float64Array,
		relative: number,
		point: number,
		most: number,
		left: number,
		reach = placed.reach,
	): number {
		const { shape, now } = placed;
		const { local, way } = this;
		const at = 3 * point;
		toLocal(now, from[at], from[at + 1], from[at + 2], local);
		const d = shape.distance(local[0], local[1], local[2]);
		const a = most * (to[at] - relative * from[at]);
		const b = most * (to[at + 1] - relative * from[at + 1]);
		const c = most * (to[at + 2] - relative * from[at + 2]);
		const least = left * Math.min(d, reach);
		if (d - least > Math.sqrt(a * a + b * b + c * c)) return most;
		way[0] = now[0] * a + now[3] * b + now[6] * c;
		way[1] = now[1] * a + now[4] * b + now[7] * c;
		way[2] = now[2] * a + now[5] * b + now[8] * c;
		return most * approach(shape, local, way, least);
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
			const { shape, reach, before, now, points } = placed;
			for (let p = lowerBound(points, first); points[p] < last; p++) {
				const point = points[p];
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

/** The place of the first of ascending numbers that is not less than one. */
function lowerBound(numbers: Uint32Array, least: number): number {
	let low = 0;
	let high = numbers.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (numbers[middle] < least) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** The longest way [m] of a point to `to` from the origin, or from where it was; not a number where one is. */
function longestWay(to: Float64Array, from?: Float64Array): number {
	let most = 0;
	for (let i = 0; i < to.length; i += 3) {
		const a = from ? to[i] - from[i] : to[i];
		const b = from ? to[i + 1] - from[i + 1] : to[i + 1];
		const c = from ? to[i + 2] - from[i + 2] : to[i + 2];
		const square = a * a + b * b + c * c;
		if (square <= most) continue;
		if (Number.isNaN(square)) return square;
		most = square;
	}
	return Math.sqrt(most);
}
