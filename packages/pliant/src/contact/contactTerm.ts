/** Contact as a part of the potential: of vertices, which are nodes themselves, and of points that follow frames. */
import { sandwich } from "../points/sandwich.ts";
import type { NodeTerm, TakeBlock } from "../system/nodeTerm.ts";
import {
	areFixed,
	type CarriedPoints,
	carryAlong,
	goBack,
} from "./carriedPoints.ts";
import type { Contact } from "./contact.ts";
import type { ContactReport } from "./contactInputs.ts";
import type { ContactProblem, Placed } from "./placed.ts";

/** Times that colliders may carry a body to and fro before it counts as squeezed. */
const mostPasses = 4;
/** A body's way to where inertia carries it is halved so often before it stays. */
const halvings = 6;

export class ContactTerm implements NodeTerm {
	readonly contact: Contact;
	readonly vertexCount: number;
	private readonly carried: readonly CarriedPoints[];
	/** Positions of nodes [m]. */
	private readonly x: Float64Array;
	/** Lets points follow the nodes. */
	private readonly follow: () => void;
	/** Positions of points: now, at the beginning of the step, and at that of an iteration. */
	private readonly points: Float64Array;
	private readonly start: Float64Array;
	private readonly from: Float64Array;
	private readonly rates: Float64Array;
	private isStale = true;

	/** @param follow brings what points follow up to date with x */
	constructor(
		contact: Contact,
		vertexCount: number,
		carried: readonly CarriedPoints[],
		x: Float64Array,
		follow: () => void,
	) {
		this.contact = contact;
		this.vertexCount = vertexCount;
		this.carried = carried;
		this.x = x;
		this.follow = follow;
		const count =
			vertexCount + carried.reduce((sum, { points }) => sum + points.count, 0);
		const array = () => new Float64Array(carried.length > 0 ? 3 * count : 0);
		[this.points, this.start, this.from, this.rates] = [
			array(),
			array(),
			array(),
			array(),
		];
	}

	/** To be called when frames came or went: they may be the first of their body that can move. */
	framesChanged(): void {
		for (const body of this.carried) {
			const { first, points } = body;
			this.contact.setFixed(first, first + points.count, areFixed(body));
		}
	}

	visitCouplings(): void {}

	/** Positions of all points that touch; those of the nodes themselves where there are no others. */
	private positions(): Float64Array {
		const { carried, points, x } = this;
		if (carried.length === 0) return x;
		if (!this.isStale) return points;
		this.isStale = false;
		points.set(x.subarray(0, 3 * this.vertexCount));
		for (const { points: own, first } of carried)
			own.positions(points.subarray(3 * first, 3 * (first + own.count)));
		return points;
	}

	/** J·v of all points. */
	private velocities(v: Float64Array): Float64Array {
		const { carried, rates } = this;
		if (carried.length === 0) return v;
		rates.set(v.subarray(0, 3 * this.vertexCount));
		for (const { points, first } of carried)
			points.velocities(
				v,
				rates.subarray(3 * first, 3 * (first + points.count)),
			);
		return rates;
	}

	/** The nodes have been moved by other than the potential. */
	private nodesMoved(): void {
		this.follow();
		this.moved();
	}

	/** Whether anything would touch within a step at its velocity. */
	expects(v: Float64Array, fromTime: number, toTime: number): boolean {
		this.moved();
		return this.contact.expects(
			this.positions(),
			this.velocities(v),
			fromTime,
			toTime,
		);
	}

	begin(): void {}

	/** Begins a step where the nodes are, before those that are held or moved come to their places. */
	beginStep(fromTime: number, toTime: number): void {
		this.moved();
		const points = this.positions();
		this.contact.begin(points, fromTime, toTime);
		this.start.set(points.subarray(0, this.start.length));
	}

	/** Moves nodes from where they were when the step began out of the way of colliders that run into them. */
	makeFeasible(start: Float64Array): ContactProblem | undefined {
		const { contact, x } = this;
		const problem = contact.clearance.makeFeasible(x, start);
		if (problem) return problem;
		for (const body of this.carried) {
			const left = this.makeBodyFeasible(body, start);
			if (left) return left;
		}
		// Ways begin here from now on.
		this.beginIteration();
		return undefined;
	}

	private makeBodyFeasible(
		body: CarriedPoints,
		start: Float64Array,
	): ContactProblem | undefined {
		const { first, points } = body;
		const passes = new Map<Placed, number>();
		for (;;) {
			this.nodesMoved();
			const found = this.contact.clearance.blocking(
				this.start,
				this.positions(),
				first,
				first + points.count,
				false,
			);
			if (!found) return undefined;
			const { placed, point } = found;
			const { collider, before, now } = placed;
			const pass = passes.get(placed) ?? 0;
			passes.set(placed, pass + 1);
			if (
				pass === mostPasses ||
				!carryAlong(body, before, now, 2 ** pass, start, this.x)
			)
				return {
					what: `a vertex has no way out of ${collider.label}: it is held or squeezed`,
					vertex: point,
				};
		}
	}

	/** Shortens the ways from `start` to where nodes are so that nothing comes into a collider. */
	shorten(start: Float64Array): void {
		const { contact, x, carried } = this;
		contact.clearance.shorten(start, x);
		if (carried.length === 0) return;
		const to = x.slice();
		x.set(start);
		this.nodesMoved();
		this.from.set(this.positions());
		x.set(to);
		for (const body of carried)
			for (let i = 0; this.isBlocked(body, this.from); i++)
				goBack(body, i < halvings ? 0.5 : 0, start, x);
		this.nodesMoved();
	}

	/** Whether a collider, where it is at the end of the step, is between where points of a body were and where they are. */
	private isBlocked(
		{ first, points }: CarriedPoints,
		from: Float64Array,
	): boolean {
		this.nodesMoved();
		return (
			this.contact.clearance.blocking(
				from,
				this.positions(),
				first,
				first + points.count,
				true,
			) !== undefined
		);
	}

	beginIteration(): void {
		if (this.carried.length > 0) this.from.set(this.positions());
	}

	moved(): void {
		this.isStale = true;
		this.contact.moved();
	}

	/** The part of a direction of nodes that no collider is in the way of, to first order for points that follow frames. */
	limit(direction: Float64Array): number {
		return this.contact.clearance.limit(
			this.positions(),
			this.velocities(direction),
		);
	}

	value(): number {
		const points = this.positions();
		for (const { first, points: own } of this.carried)
			if (
				this.contact.clearance.blocking(
					this.from,
					points,
					first,
					first + own.count,
					true,
				)
			)
				return Number.NaN;
		return this.contact.value(points);
	}

	addGradient(out: Float64Array): number {
		const { carried, rates, contact, vertexCount } = this;
		const points = this.positions();
		if (carried.length === 0) return contact.addGradient(points, out);
		rates.fill(0);
		const size = contact.addGradient(points, rates);
		for (let i = 0; i < 3 * vertexCount; i++) out[i] += rates[i];
		for (const { points: own, first } of carried)
			own.addForces(rates.subarray(3 * first, 3 * (first + own.count)), out);
		return size;
	}

	get hasBlocks(): boolean {
		return this.contact.hasBlocks(this.positions());
	}

	visitBlocks(positive: boolean, take: TakeBlock): void {
		const { vertexCount } = this;
		this.contact.visitBlocks(this.positions(), positive, (point, block) => {
			if (point < vertexCount) take(point, point, block);
			else this.carryBlock(point, block, take);
		});
		if (!positive) this.takeCurvature(take);
	}

	/** What forces on points add where these do not follow in straight lines. */
	private takeCurvature(take: TakeBlock): void {
		const { carried, rates, contact } = this;
		if (carried.length === 0) return;
		rates.fill(0);
		contact.addGradient(this.positions(), rates);
		for (const { points, first } of carried)
			for (let i = 0; i < points.count; i++) {
				const at = 3 * (first + i);
				if (rates[at] || rates[at + 1] || rates[at + 2])
					points.visitCurvature?.(i, rates.subarray(at, at + 3), take);
			}
	}

	/** Jᵀ B J of a point that follows frames. */
	private carryBlock(point: number, B: Float64Array, take: TakeBlock): void {
		const { points, first } = this.carried.findLast(
			(body) => body.first <= point,
		) as CarriedPoints;
		const derivatives: { node: number; J: Float64Array }[] = [];
		points.visitJacobian(point - first, (node, J) =>
			derivatives.push({ node, J: J.slice() }),
		);
		const block = new Float64Array(9);
		for (const { node: row, J: left } of derivatives)
			for (const { node: column, J: right } of derivatives) {
				if (row > column) continue;
				sandwich(left, B, right, block);
				take(row, column, block);
			}
	}

	report(time: number, first: number, last: number): ContactReport[] {
		this.moved();
		return this.contact.report(this.positions(), time, first, last);
	}

	inspect(
		first: number,
		last: number,
		lift: (by: Float64Array) => void,
	): ContactProblem | undefined {
		this.nodesMoved();
		return this.contact.inspect(this.positions(), first, last, (by) => {
			lift(by);
			this.nodesMoved();
			this.positions();
		});
	}
}
