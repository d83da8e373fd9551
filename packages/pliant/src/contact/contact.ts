/**
 * Contact of vertices with colliders, as a potential of the incremental potential that Newton's method minimises:
 *
 *   E(x) = Σ w κ b(d(x))  +  Σ μ λ f(|u|)
 *
 * over pairs of a vertex and a collider. b is a barrier on the distance d (barrier.ts), so no minimum has a vertex inside, and `limit`
 * keeps every way to it outside too. u is the way that the vertex slides relative to the collider during the step, in the
 * tangent plane, and f smooth Coulomb friction (stick.ts) under the normal force λ. λ and the tangent plane are those of the
 * beginning of the step, so E is a proper potential and follows from the state.
 *
 * The weight w of a vertex is the mass that it may have to carry, and κ such that a collider holds weight at half its reach.
 * Where a vertex is pressed so hard that little of the reach is left, κ is doubled from step to step (`stiffness`, a part of the state).
 */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import { approach } from "./approach.ts";
import { barrier, barrierCurvature, barrierSlope } from "./barrier.ts";
import type { Collider } from "./collider.ts";
import { ContactList } from "./contactList.ts";
import { type Pose, toLocal, toWorld, turnDerivatives } from "./pose.ts";
import type { Shape } from "./shapes/shape.ts";
import { slidForceRatio, slidStiffness, slidWork } from "./stick.ts";

/** Default reach of colliders, and speed [1/s] below which friction sticks, relative to the extent of all bodies. */
const relativeReach = 1e-3;
const relativeStickSpeed = 1e-3;
/** What a line search leaves of a distance, or of the reach where that is less. */
const leftByStep = 0.1;
/** The same for where a step starts from. */
const leftByStart = 0.5;
/** The same for held vertices: they may go as near as they like, but not in. */
const leftToHeld = 1e-6;
/** κ is doubled where a distance is below this fraction of the reach. */
const tooNear = 0.03;
/** In a gap that is narrower than that, no stiffness helps. */
const mostStiffness = 2 ** 30;
/** Vertices deeper than this fraction of the extent are in a collider by mistake; others just touch it. */
const touching = 1e-6;
/** Where there is no gravity [m/s²]. */
const ordinaryGravity = 9.81;
/** Times that colliders may push a vertex to and fro before it counts as squeezed. */
const mostPasses = 4;

/** Numbers of a record of a contact: κw, reach, distance, normal, curvature. */
const contactWidth = 12;
/** Of friction: μλ, normal, where the collider's material under the vertex goes, collider. */
const frictionWidth = 8;

/** What is the matter, and with which vertex. */
export interface ContactProblem {
	readonly what: string;
	readonly vertex: number;
}

/** How a body and a collider touch. */
export interface ContactReport {
	readonly collider: Collider;
	/** Vertices within the collider's reach. */
	readonly count: number;
	/** Smallest distance [m] of a vertex. */
	readonly distance: number;
	/** Of the collider on the body [N], along its normals. */
	readonly normalForce: Vector3;
	/** Of the collider on the body [N], in the last step; none after statics and at the beginning of a run. */
	readonly frictionForce: Vector3;
}

export interface ContactPlace {
	readonly colliders: readonly Collider[];
	/** Mass [kg] that each vertex may have to carry. */
	readonly weights: Float64Array;
	readonly constraints: VertexConstraints;
	/** Extent of all bodies [m]. */
	readonly size: number;
	readonly gravity: Vector3;
}

interface Placed {
	readonly collider: Collider;
	/** Distance [m] below which it pushes. */
	readonly reach: number;
	/** κ [1/s²] at stiffness 1. */
	readonly kappa: number;
	/** At the beginning and the end of the step. */
	readonly before: Pose;
	readonly now: Pose;
}

export class Contact {
	/** Factor of κ. */
	stiffness = 1;
	private readonly placed: readonly Placed[];
	private readonly weights: Float64Array;
	private readonly constraints: VertexConstraints;
	private readonly size: number;
	private readonly isFixed: Uint8Array;
	private readonly contacts = new ContactList(contactWidth);
	private readonly sliding = new ContactList(frictionWidth);
	/** Whether `contacts` are those of the current positions, and whether a vertex is in a collider there. */
	private isKnown = false;
	private isInside = false;
	/** Sliding [m] up to which friction sticks. */
	private threshold = 0;
	private readonly local = new Float64Array(3);
	private readonly way = new Float64Array(3);
	private readonly derivatives = new Float64Array(9);
	private readonly block = new Float64Array(9);

	constructor({
		colliders,
		weights,
		constraints,
		size,
		gravity,
	}: ContactPlace) {
		this.weights = weights;
		this.constraints = constraints;
		this.size = size;
		this.isFixed = new Uint8Array(weights.length);
		for (const vertex of constraints.fixed) this.isFixed[vertex] = 1;
		const acceleration = Math.hypot(...gravity) || ordinaryGravity;
		this.placed = colliders.map((collider) => {
			const reach = collider.distance ?? relativeReach * size;
			const kappa = -acceleration / barrierSlope(reach / 2, reach);
			const [before, now] = [new Float64Array(12), new Float64Array(12)];
			collider.poseAt(0, before);
			now.set(before);
			return { collider, reach, kappa, before, now };
		});
	}

	/** Sets the poses of colliders at the ends of a step. */
	private pose(fromTime: number, toTime: number): void {
		for (const { collider, before, now } of this.placed) {
			if (!collider.moves) continue;
			collider.poseAt(fromTime, before);
			collider.poseAt(toTime, now);
		}
	}

	/** Whether a vertex is within the reach of a collider, or would be after a step at its velocity. */
	expects(
		x: Float64Array,
		v: Float64Array,
		fromTime: number,
		toTime: number,
	): boolean {
		const { local, way, weights, isFixed } = this;
		const h = toTime - fromTime;
		this.pose(fromTime, toTime);
		for (const { collider, reach, before, now } of this.placed)
			for (let vertex = 0; vertex < weights.length; vertex++) {
				if (isFixed[vertex]) continue;
				const i = 3 * vertex;
				toLocal(before, x[i], x[i + 1], x[i + 2], local);
				toLocal(
					now,
					x[i] + h * v[i],
					x[i + 1] + h * v[i + 1],
					x[i + 2] + h * v[i + 2],
					way,
				);
				for (let k = 0; k < 3; k++) way[k] -= local[k];
				const { shape } = collider;
				if (shape.distance(local[0], local[1], local[2]) < reach) return true;
				if (approach(shape, local, way, reach) < 1) return true;
			}
		return false;
	}

	/** Sets the poses of colliders at the ends of a step, and what friction takes from its beginning, at the positions x. */
	begin(x: Float64Array, fromTime: number, toTime: number): void {
		this.pose(fromTime, toTime);
		this.threshold = relativeStickSpeed * this.size * (toTime - fromTime);
		this.sliding.count = 0;
		let nearest = 1;
		for (let i = 0; i < this.placed.length; i++)
			nearest = Math.min(nearest, this.beginFriction(i, x));
		if (nearest < tooNear)
			this.stiffness = Math.min(2 * this.stiffness, mostStiffness);
	}

	/** Collects what friction needs; returns the smallest distance over reach. */
	private beginFriction(index: number, x: Float64Array): number {
		const { local, derivatives, weights, isFixed, sliding } = this;
		const { collider, reach, kappa, before, now } = this.placed[index];
		const { shape, friction } = collider;
		let nearest = 1;
		for (let vertex = 0; vertex < weights.length; vertex++) {
			if (isFixed[vertex]) continue;
			const at = 3 * vertex;
			toLocal(before, x[at], x[at + 1], x[at + 2], local);
			const d = shape.distance(local[0], local[1], local[2]);
			if (!(d < reach)) continue;
			nearest = Math.min(nearest, d / reach);
			if (friction === 0 || this.threshold === 0) continue;
			const force =
				-this.stiffness * kappa * weights[vertex] * barrierSlope(d, reach);
			shape.derivatives(local[0], local[1], local[2], derivatives);
			turnDerivatives(now, derivatives);
			toWorld(now, local[0], local[1], local[2], local);
			const to = sliding.push(vertex);
			const { numbers } = sliding;
			numbers[to] = friction * force;
			for (let k = 0; k < 3; k++) {
				numbers[to + 1 + k] = derivatives[k];
				numbers[to + 4 + k] = local[k];
			}
			numbers[to + 7] = index;
		}
		return nearest;
	}

	/** Goes on from a state that was set from outside. */
	resume(stiffness: number): void {
		this.stiffness = stiffness;
		this.sliding.count = 0;
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
		{ collider: { shape }, reach, before, now }: Placed,
		x: Float64Array,
		from: Float64Array,
	): number | undefined {
		const { local, way, weights } = this;
		let pushed: number | undefined;
		for (let vertex = 0; vertex < weights.length; vertex++) {
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
		for (let vertex = 0; vertex < this.weights.length; vertex++) {
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
		for (let vertex = 0; vertex < this.weights.length; vertex++)
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
		for (const { collider, reach, now } of this.placed) {
			const { shape } = collider;
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

	/** The positions have changed. */
	moved(): void {
		this.isKnown = false;
	}

	/** Finds the contacts at positions. */
	private find(x: Float64Array): void {
		if (this.isKnown) return;
		this.isKnown = true;
		this.isInside = false;
		this.contacts.count = 0;
		for (const { collider, reach, kappa, now } of this.placed)
			this.findAll(collider, reach, this.stiffness * kappa, now, x);
	}

	private findAll(
		{ shape }: Collider,
		reach: number,
		kappa: number,
		pose: Pose,
		x: Float64Array,
	): void {
		const { local, derivatives, weights, isFixed, contacts } = this;
		for (let vertex = 0; vertex < weights.length; vertex++) {
			if (isFixed[vertex]) continue;
			const at = 3 * vertex;
			toLocal(pose, x[at], x[at + 1], x[at + 2], local);
			const d = shape.distance(local[0], local[1], local[2]);
			if (!(d < reach)) continue;
			if (d <= 0) {
				this.isInside = true;
				continue;
			}
			shape.derivatives(local[0], local[1], local[2], derivatives);
			turnDerivatives(pose, derivatives);
			const to = contacts.push(vertex);
			const { numbers } = contacts;
			numbers[to] = kappa * weights[vertex];
			numbers[to + 1] = reach;
			numbers[to + 2] = d;
			for (let k = 0; k < 9; k++) numbers[to + 3 + k] = derivatives[k];
		}
	}

	/** Energy [J] at x, summed with compensation; not a number where a vertex is in a collider. */
	value(x: Float64Array): number {
		this.find(x);
		if (this.isInside) return Number.NaN;
		let sum = 0;
		let lost = 0;
		const add = (term: number) => {
			const next = sum + term;
			lost +=
				Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
			sum = next;
		};
		const { numbers } = this.contacts;
		for (let i = 0; i < this.contacts.count; i++) {
			const at = contactWidth * i;
			add(numbers[at] * barrier(numbers[at + 2], numbers[at + 1]));
		}
		for (let i = 0; i < this.sliding.count; i++)
			add(
				this.sliding.numbers[frictionWidth * i] *
					slidWork(this.slide(i, x), this.threshold),
			);
		return sum + lost;
	}

	/** Writes to `way` how far a vertex has slid in its tangent plane; returns the length. */
	private slide(i: number, x: Float64Array): number {
		const { way } = this;
		const { vertices, numbers } = this.sliding;
		const at = frictionWidth * i;
		const vertex = 3 * vertices[i];
		let along = 0;
		for (let k = 0; k < 3; k++) {
			way[k] = x[vertex + k] - numbers[at + 4 + k];
			along += way[k] * numbers[at + 1 + k];
		}
		for (let k = 0; k < 3; k++) way[k] -= along * numbers[at + 1 + k];
		return Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
	}

	/** out += gradient at x; returns the size of the forces. */
	addGradient(x: Float64Array, out: Float64Array): number {
		this.find(x);
		const { way } = this;
		let squares = 0;
		const { numbers, vertices } = this.contacts;
		for (let i = 0; i < this.contacts.count; i++) {
			const at = contactWidth * i;
			const slope =
				numbers[at] * barrierSlope(numbers[at + 2], numbers[at + 1]);
			squares += slope * slope;
			for (let k = 0; k < 3; k++)
				out[3 * vertices[i] + k] += slope * numbers[at + 3 + k];
		}
		const { sliding } = this;
		for (let i = 0; i < sliding.count; i++) {
			const ratio =
				slidForceRatio(this.slide(i, x), this.threshold) *
				sliding.numbers[frictionWidth * i];
			for (let k = 0; k < 3; k++)
				out[3 * sliding.vertices[i] + k] += ratio * way[k];
		}
		return Math.sqrt(squares);
	}

	/** Calls `each` with 3×3 blocks that add up to the Hessian at x, by rows, in an array that serves all of them. */
	visitBlocks(
		x: Float64Array,
		positive: boolean,
		each: (vertex: number, block: Float64Array) => void,
	): void {
		this.find(x);
		for (let i = 0; i < this.contacts.count; i++) {
			this.contactBlock(i, positive);
			each(this.contacts.vertices[i], this.block);
		}
		for (let i = 0; i < this.sliding.count; i++) {
			this.frictionBlock(i, x);
			each(this.sliding.vertices[i], this.block);
		}
	}

	/** Whether the Hessian at x has any blocks. */
	hasBlocks(x: Float64Array): boolean {
		this.find(x);
		return this.contacts.count + this.sliding.count > 0;
	}

	/** b″ n nᵀ + b′ ∇²d. Of convex shapes the second part is never positive, and the positive block goes without it. */
	private contactBlock(i: number, positive: boolean): void {
		const { block } = this;
		const { numbers } = this.contacts;
		const at = contactWidth * i;
		const factor = numbers[at];
		const reach = numbers[at + 1];
		const d = numbers[at + 2];
		const stiffness = factor * barrierCurvature(d, reach);
		const slope = positive ? 0 : factor * barrierSlope(d, reach);
		let from = at + 6;
		for (let r = 0; r < 3; r++)
			for (let c = r; c < 3; c++) {
				const entry =
					stiffness * numbers[at + 3 + r] * numbers[at + 3 + c] +
					slope * numbers[from++];
				block[3 * r + c] = entry;
				block[3 * c + r] = entry;
			}
	}

	/** μλ (f′/|u| (I − n nᵀ − û ûᵀ) + f″ û ûᵀ), never negative. */
	private frictionBlock(i: number, x: Float64Array): void {
		const { block, way, threshold } = this;
		const { numbers } = this.sliding;
		const at = frictionWidth * i;
		const u = this.slide(i, x);
		const ratio = numbers[at] * slidForceRatio(u, threshold);
		const change =
			u === 0
				? 0
				: (numbers[at] * slidStiffness(u, threshold) - ratio) / (u * u);
		for (let r = 0; r < 3; r++)
			for (let c = 0; c < 3; c++)
				block[3 * r + c] =
					ratio *
						((r === c ? 1 : 0) - numbers[at + 1 + r] * numbers[at + 1 + c]) +
					change * way[r] * way[c];
	}

	/**
	 * Vertices that are in a collider at the beginning, and how far those that just touch one have to be lifted: calls `lift` with the
	 * collider's normal times a distance [m].
	 */
	inspect(
		x: Float64Array,
		first: number,
		last: number,
		lift: (by: Float64Array) => void,
	): ContactProblem | undefined {
		const { local, derivatives } = this;
		for (const { collider, reach, now } of this.placed) {
			const { shape, label } = collider;
			let nearest = Number.POSITIVE_INFINITY;
			let vertex = -1;
			for (let v = first; v < last; v++) {
				toLocal(now, x[3 * v], x[3 * v + 1], x[3 * v + 2], local);
				const d = shape.distance(local[0], local[1], local[2]);
				if (d < nearest) [nearest, vertex] = [d, v];
			}
			if (nearest > touching * this.size) continue;
			if (nearest < -touching * this.size)
				return {
					what: `it is ${(-nearest).toPrecision(3)} m inside ${label} at the beginning; place the body or the collider elsewhere`,
					vertex,
				};
			const at = 3 * vertex;
			toLocal(now, x[at], x[at + 1], x[at + 2], local);
			outwards(shape, local, reach, derivatives);
			turnDerivatives(now, derivatives);
			lift(derivatives.subarray(0, 3).map((n) => n * (reach / 2 - nearest)));
		}
		return undefined;
	}

	/** How vertices of a range touch colliders at a time [s]. */
	report(
		x: Float64Array,
		time: number,
		first: number,
		last: number,
	): ContactReport[] {
		const { local, derivatives, way } = this;
		const pose = new Float64Array(12);
		return this.placed.map(({ collider, reach, kappa }, index) => {
			const { shape } = collider;
			collider.poseAt(time, pose);
			let count = 0;
			let distance = Number.POSITIVE_INFINITY;
			const normalForce: [number, number, number] = [0, 0, 0];
			const frictionForce: [number, number, number] = [0, 0, 0];
			for (let vertex = first; vertex < last; vertex++) {
				const at = 3 * vertex;
				toLocal(pose, x[at], x[at + 1], x[at + 2], local);
				const d = shape.distance(local[0], local[1], local[2]);
				distance = Math.min(distance, d);
				if (d >= reach) continue;
				count++;
				if (this.isFixed[vertex]) continue;
				shape.derivatives(local[0], local[1], local[2], derivatives);
				turnDerivatives(pose, derivatives);
				const force =
					-this.stiffness *
					kappa *
					this.weights[vertex] *
					barrierSlope(d, reach);
				for (let k = 0; k < 3; k++) normalForce[k] += force * derivatives[k];
			}
			const { vertices, numbers } = this.sliding;
			for (let i = 0; i < this.sliding.count; i++) {
				const vertex = vertices[i];
				if (vertex < first || vertex >= last) continue;
				if (numbers[frictionWidth * i + 7] !== index) continue;
				const ratio =
					slidForceRatio(this.slide(i, x), this.threshold) *
					numbers[frictionWidth * i];
				for (let k = 0; k < 3; k++) frictionForce[k] -= ratio * way[k];
			}
			return { collider, count, distance, normalForce, frictionForce };
		});
	}
}

/** The normal on or about the surface, where shapes with edges have no derivatives: by differences over a distance. */
function outwards(
	shape: Shape,
	[x, y, z]: Float64Array,
	by: number,
	out: Float64Array,
): void {
	out.fill(0);
	out[0] = shape.distance(x + by, y, z) - shape.distance(x - by, y, z);
	out[1] = shape.distance(x, y + by, z) - shape.distance(x, y - by, z);
	out[2] = shape.distance(x, y, z + by) - shape.distance(x, y, z - by);
	const length = Math.hypot(out[0], out[1], out[2]) || 1;
	for (let k = 0; k < 3; k++) out[k] /= length;
}
