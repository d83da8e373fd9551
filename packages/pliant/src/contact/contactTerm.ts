/** Contact with colliders as a part of the potential. */

import type { NodeTerm, TakeBlock } from "../system/nodeTerm.ts";
import {
	areFixed,
	type CarriedPoints,
	carryAlong,
	goBack,
} from "./carriedPoints.ts";
import type { Contact } from "./contact.ts";
import type { ContactReport } from "./contactInputs.ts";
import { turnContact } from "./contactTurning.ts";
import type { ContactProblem, Placed, PointRange } from "./placed.ts";
import type { SlidAway } from "./slidAway.ts";
import type { TouchingPoints } from "./touchingPoints.ts";

/** Times that colliders may carry a body to and fro before it counts as squeezed. */
const mostPasses = 4;
/** A body's way to where inertia carries it is halved so often before it stays. */
const halvings = 6;

export class ContactTerm implements NodeTerm {
	readonly contact: Contact;
	private readonly all: TouchingPoints;
	/** Positions of nodes [m]. */
	private readonly x: Float64Array;
	/** Lets points follow the nodes. */
	private readonly follow: () => void;
	/** Positions of points: now, at the beginning of the step, and at that of an iteration. */
	private readonly points: Float64Array;
	private readonly start: Float64Array;
	private readonly from: Float64Array;
	private readonly rates: Float64Array;
	/** Turns contact back. Steps call it here, since only scenes with contact load it. */
	readonly turnBack = turnContact;
	private isStale = true;
	/** True if friction still uses normal forces of an earlier iteration. */
	private isLagging = false;
	/** True if iterations update the normal forces of friction. */
	private renewsFriction = false;
	private isStatic = false;
	/** What is wrong with the step itself. */
	private problem: ContactProblem | undefined;

	/** @param follow brings what points follow up to date with x */
	constructor(
		contact: Contact,
		points: TouchingPoints,
		x: Float64Array,
		follow: () => void,
	) {
		this.contact = contact;
		this.all = points;
		this.x = x;
		this.follow = follow;
		const length = points.areNodes ? 0 : 3 * points.count;
		const array = () => new Float64Array(length);
		[this.points, this.start, this.from, this.rates] = [
			array(),
			array(),
			array(),
			array(),
		];
	}

	/** To be called when frames came or went: they may be the first of their body that can move. */
	framesChanged(): void {
		for (const body of this.all.carried) {
			const { first, points } = body;
			this.contact.setFixed(first, first + points.count, areFixed(body));
		}
	}

	get hasMotion(): boolean {
		return this.contact.hasMotion;
	}

	visitCouplings(): void {}

	/** Positions of all points that touch; those of the nodes themselves where there are no others. */
	private positions(): Float64Array {
		const { all, points, x } = this;
		if (all.areNodes) return x;
		if (!this.isStale) return points;
		this.isStale = false;
		all.positions(x, points);
		return points;
	}

	/** J·v of all points. */
	private velocities(v: Float64Array): Float64Array {
		const { all, rates } = this;
		if (all.areNodes) return v;
		all.velocities(v, rates);
		return rates;
	}

	/** The nodes have been moved by other than the potential. */
	private nodesMoved(): void {
		this.follow();
		this.moved();
	}

	begin(): void {}

	/**
	 * Begins a step where the nodes are, before those that are held or moved come to their places.
	 * @param v velocities of nodes [m/s]; none in statics
	 */
	beginStep(fromTime: number, toTime: number, v?: Float64Array): void {
		this.problem = this.contact.tooFast(fromTime, toTime);
		this.moved();
		const points = this.positions();
		this.contact.begin(points, fromTime, toTime);
		// Statics keeps its normal forces, unless nothing touches yet.
		this.isStatic = v === undefined;
		this.renewsFriction = !this.isStatic || !this.contact.hasFriction;
		this.start.set(points.subarray(0, this.start.length));
	}

	/** Moves nodes from where they were when the step began out of the way of colliders that run into them. */
	makeFeasible(start: Float64Array): ContactProblem | undefined {
		const { contact, x } = this;
		const problem =
			this.problem ??
			contact.clearance.makeFeasible(x, start) ??
			this.makeCentresFeasible(start);
		if (problem) return problem;
		for (const body of this.all.carried) {
			const left = this.makeBodyFeasible(body, start);
			if (left) return left;
		}
		this.noteStart();
		return undefined;
	}

	/** Takes nodes about a face along with a collider that runs into its centre. */
	private makeCentresFeasible(start: Float64Array): ContactProblem | undefined {
		const { all, x, contact } = this;
		const { centres, firstCentre } = all;
		let problem: ContactProblem | undefined;
		for (let pass = 0; pass < mostPasses; pass++) {
			problem = undefined;
			this.moved();
			const points = this.positions();
			for (let i = 0; i < centres.count; i++) {
				const point = firstCentre + i;
				const found = contact.clearance.blocking(
					this.start,
					points,
					point,
					point + 1,
					false,
				);
				if (!found) continue;
				const { placed } = found;
				centres.visitNodes(i, (node) =>
					contact.clearance.carry(node, placed, 2 ** pass, start, x),
				);
				problem = {
					what: `a face has no way out of ${placed.collider.label}: it is held or squeezed`,
					vertex: all.nodeOf(point),
				};
			}
			if (!problem) return undefined;
		}
		return problem;
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
		const { contact, x, all } = this;
		contact.clearance.shorten(start, x);
		if (all.areNodes) return;
		const to = x.slice();
		x.set(start);
		this.nodesMoved();
		this.from.set(this.positions());
		x.set(to);
		this.shortenCentres(start);
		for (const body of all.carried)
			for (let i = 0; this.isBlocked(body, this.from); i++)
				goBack(body, i < halvings ? 0.5 : 0, start, x);
		this.nodesMoved();
	}

	private shortenCentres(start: Float64Array): void {
		const { all, x, contact, from } = this;
		const { centres, firstCentre } = all;
		for (let pass = 0, isBlocked = true; isBlocked; pass++) {
			const fraction = pass < halvings ? 0.5 : 0;
			isBlocked = false;
			this.moved();
			const points = this.positions();
			for (let i = 0; i < centres.count; i++) {
				const point = firstCentre + i;
				if (!contact.clearance.blocking(from, points, point, point + 1, true))
					continue;
				isBlocked = true;
				centres.visitNodes(i, (node) => {
					for (let j = 3 * node; j < 3 * node + 3; j++)
						x[j] = start[j] + fraction * (x[j] - start[j]);
				});
			}
		}
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
		// Without friction nothing would come to rest on a slope.
		if (this.isStatic && !this.contact.hasFriction) this.catchUp();
		this.contact.followSliding(this.positions());
		this.noteStart();
	}

	catchUp(): boolean {
		if (!this.isLagging) return false;
		this.isLagging = false;
		this.contact.renewFriction(this.positions());
		return true;
	}

	/** Displacements of points begin here. */
	private noteStart(): void {
		if (this.all.carried.length > 0) this.from.set(this.positions());
	}

	moved(): void {
		this.isStale = true;
		this.isLagging = this.renewsFriction;
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
		for (const { first, points: own } of this.all.carried)
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

	/** Returns the energy [J] of contact at a time [s], without friction. */
	barrierEnergy(time: number): number {
		return this.contact.barrierEnergy(this.positions(), time);
	}

	/**
	 * Returns the energy [J] that friction takes in the substep.
	 * @param start positions of nodes at its beginning [m]
	 */
	frictionLoss(start: Float64Array): number {
		const from = this.all.areNodes ? start : this.start;
		return this.contact.frictionLoss(this.positions(), from);
	}

	/** Returns the work [J] of colliders that move in the substep. */
	drivingWork(): number {
		return this.contact.drivingWork(this.positions());
	}

	addGradient(out: Float64Array, hasFriction = true): number {
		const { all, rates, contact } = this;
		const points = this.positions();
		if (all.areNodes) return contact.addGradient(points, out, hasFriction);
		rates.fill(0);
		const size = contact.addGradient(points, rates, hasFriction);
		all.addForces(rates, out);
		return size;
	}

	get hasBlocks(): boolean {
		return this.contact.hasBlocks(this.positions());
	}

	visitBlocks(positive: boolean, take: TakeBlock): void {
		const { all, rates, contact } = this;
		const spread = all.spread(take);
		const points = this.positions();
		contact.visitBlocks(points, positive, spread);
		if (positive || all.carried.length === 0) return;
		rates.fill(0);
		contact.addGradient(points, rates);
		all.takeCurvature(rates, take);
	}

	/** Sets the flags of nodes that touch something. */
	markTouching(flags: Uint8Array): void {
		const points = this.all;
		this.contact.visitTouching(this.positions(), (point) => {
			if (point < points.firstCarried) flags[points.nodeOf(point)] = 1;
		});
	}

	/** Finds a node that friction does not hold in statics. */
	slidAway(): SlidAway | undefined {
		// What comes from afar slides before it touches.
		if (this.renewsFriction) return undefined;
		const found = this.contact.slidAway(this.positions());
		return found && { ...found, point: this.all.movingNode(found.point) };
	}

	/** How points of some ranges, each [first, last), touch colliders. */
	report(time: number, ranges: readonly PointRange[]): ContactReport[] {
		this.moved();
		return this.contact.report(this.positions(), time, ranges);
	}

	inspect(
		ranges: readonly PointRange[],
		lift: (by: Float64Array, vertex: number) => void,
	): ContactProblem | undefined {
		this.nodesMoved();
		const problem = this.contact.inspect(
			this.positions(),
			ranges,
			(by, vertex) => {
				lift(by, this.all.nodeOf(vertex));
				this.nodesMoved();
				this.positions();
			},
		);
		return problem && { ...problem, vertex: this.all.nodeOf(problem.vertex) };
	}
}
