/** Contact of surfaces as a part of the potential: of points that are nodes or follow them, and of points that move as prescribed. */

import { FactorableBlocks } from "../../solvers/linear/looseFactor.ts";
import type { LooseMatrix } from "../../system/looseMatrix.ts";
import type { NodeTerm, TakeBlock } from "../../system/nodeTerm.ts";
import type { CarriedPoints } from "../carriedPoints.ts";
import { turnContact } from "../contactTurning.ts";
import type { ContactProblem } from "../placed.ts";
import type { SlidAway } from "../slidAway.ts";
import type { TouchingPoints } from "../touchingPoints.ts";
import { advance } from "./advance.ts";
import { createClosest } from "./closest.ts";
import { type ContactPlace, contactPlaces } from "./contactPlaces.ts";
import {
	findIntersections,
	type Intersection,
	inspectSurfaces,
} from "./inspectSurfaces.ts";
import { pushAside } from "./pushAside.ts";
import type { BlockChoice, SurfaceContact } from "./surfaceContact.ts";
import { type SurfaceContactReport, surfaceReports } from "./surfaceReport.ts";

/** Points of a collider's surface. */
export interface PrescribedPoints {
	/** The first of them among all. */
	readonly first: number;
	readonly count: number;
	/** Writes where they are at a time [s]. */
	positionsAt(time: number, out: Float64Array): void;
	readonly moves: boolean;
}

/** Times that what is in the way of something that moves as prescribed is taken along, before it counts as squeezed. */
const mostPasses = 40;
/** Ways are halved so often before all stays. */
const halvings = 6;

export interface SurfaceTermInputs {
	readonly contact: SurfaceContact;
	/** Those that are not prescribed, which come first. */
	readonly points: TouchingPoints;
	readonly prescribed: readonly PrescribedPoints[];
	/** Positions of nodes [m]. */
	readonly x: Float64Array;
	/** Flags of points that nothing but a script moves. */
	readonly isFixed: Uint8Array;
	/** Lets points follow the nodes. */
	readonly follow: () => void;
}

export class SurfaceTerm implements NodeTerm {
	readonly loose: FactorableBlocks;
	readonly products: FactorableBlocks;
	/** Blocks of points, if some points are not nodes. */
	private readonly ofPoints: FactorableBlocks | undefined;
	readonly contact: SurfaceContact;
	private readonly inputs: SurfaceTermInputs;
	/** Positions of points: now, and at the beginning of an iteration. */
	private readonly points: Float64Array;
	private readonly from: Float64Array;
	private readonly ways: Float64Array;
	/** Where first guesses of steps lead, xyz of nodes. */
	private readonly guess: Float64Array;
	private readonly closest = createClosest();
	/** Turns contact back. Steps call it here, since only scenes with contact load it. */
	readonly turnBack = turnContact;
	private isStale = true;
	/** True if friction still uses normal forces of an earlier iteration. */
	private isLagging = false;
	/** True if iterations update the normal forces of friction. */
	private renewsFriction = false;
	private isStatic = false;
	private arePlaced = false;
	/** Whether the last `makeFeasible` has moved nodes. */
	hasMoved = false;

	constructor(inputs: SurfaceTermInputs) {
		this.inputs = inputs;
		this.contact = inputs.contact;
		const { arena, numerics } = inputs.contact.memory;
		this.loose = new FactorableBlocks(arena, numerics);
		this.products = new FactorableBlocks(arena, numerics);
		if (!inputs.points.areNodes)
			this.ofPoints = new FactorableBlocks(arena, numerics);
		const { length } = inputs.contact.start;
		this.points = new Float64Array(length);
		this.from = new Float64Array(length);
		this.ways = new Float64Array(length);
		this.guess = new Float64Array(inputs.x.length);
		this.placePrescribed(0);
	}

	get hasMotion(): boolean {
		return this.inputs.prescribed.some(({ moves }) => moves);
	}

	visitCouplings(): void {}

	/** Whether some of its surfaces are where they are told, and not moved by forces. */
	get hasPrescribed(): boolean {
		return this.inputs.prescribed.length > 0;
	}

	/** Puts points that move as prescribed where they are at a time [s]. */
	placePrescribed(time: number): void {
		if (this.contact.surfaces.sewn?.goTo(time))
			this.contact.candidates.forget();
		for (const { first, count, positionsAt, moves } of this.inputs.prescribed)
			if (moves || !this.arePlaced)
				positionsAt(time, this.points.subarray(3 * first, 3 * (first + count)));
		this.arePlaced = true;
		this.moved();
	}

	/** Positions of all points. */
	positions(): Float64Array {
		const { points } = this;
		if (!this.isStale) return points;
		this.isStale = false;
		this.inputs.points.positions(this.inputs.x, points);
		return points;
	}

	/** J·v of all points; those that are prescribed rest. */
	private velocities(v: Float64Array): Float64Array {
		const { ways } = this;
		ways.fill(0);
		this.inputs.points.velocities(v, ways);
		return ways;
	}

	begin(): void {}

	/**
	 * Begins a step where the nodes are, before those that are held or moved come to their places.
	 * @param v velocities of nodes [m/s]; none in statics
	 */
	beginStep(fromTime: number, toTime: number, v?: Float64Array): void {
		const h = toTime - fromTime;
		this.placePrescribed(fromTime);
		this.stretchRibbons();
		this.expectWays(toTime, h, v);
		this.contact.begin(this.positions(), h);
		// Statics keeps its normal forces, unless nothing touches yet.
		this.isStatic = v === undefined;
		this.renewsFriction = !this.isStatic || !this.contact.hasFriction;
		this.placePrescribed(toTime);
	}

	/** Lets what is open between the sides of seams take part, where nothing is in its way. */
	private stretchRibbons(): void {
		this.contact.surfaces.ribbons.stretch(this.contact, this.positions());
	}

	/** Tells where points go in the step, if nothing but their velocities and what is prescribed moves them. */
	private expectWays(toTime: number, h: number, v?: Float64Array): void {
		const from = this.positions();
		const ways = v ? this.velocities(v) : this.ways.fill(0);
		for (let i = 0; i < ways.length; i++) ways[i] *= h;
		for (const { first, count, positionsAt, moves } of this.inputs.prescribed) {
			if (!moves) continue;
			const range = ways.subarray(3 * first, 3 * (first + count));
			positionsAt(toTime, range);
			for (let i = 0; i < range.length; i++) range[i] -= from[3 * first + i];
		}
		this.contact.candidates.expect(ways);
	}

	/**
	 * Takes along what is in the way of vertices and colliders that move as prescribed, from where all was when the step began: what two things would come too
	 * near of is given the way of the one that goes farthest, until all keep their distance; of bodies of frames, all their free frames are.
	 * @param begin where the nodes were when the step began
	 */
	makeFeasible(begin: Float64Array): ContactProblem | undefined {
		const { contact, inputs, ways } = this;
		const { start } = contact;
		const { x } = inputs;
		const { nodeCount } = inputs.points;
		const points = this.followed();
		let isMoved = false;
		for (let i = 0; i < ways.length; i++) {
			ways[i] = points[i] - start[i];
			isMoved ||= ways[i] !== 0;
		}
		this.hasMoved = isMoved;
		if (!isMoved) return this.settled();
		const own = ways.slice();
		let blocked = -1;
		for (let pass = 0; pass < 2 * mostPasses; pass++) {
			// What has moved frames has moved more than ways.
			if (pass === mostPasses && this.mayTurn) break;
			if (pass === mostPasses) ways.set(own);
			blocked = pass < mostPasses ? this.takeAlong(begin) : this.pushAside();
			if (blocked < 0) {
				for (let i = 0; i < 3 * nodeCount; i++) x[i] = start[i] + ways[i];
				return this.settled();
			}
		}
		return {
			what: "something that moves as prescribed runs into it, and it is held or squeezed",
			vertex: Math.min(inputs.points.nodeOf(blocked), nodeCount - 1),
		};
	}

	private settled(): undefined {
		this.followed();
		this.noteStart();
	}

	/** Pushes what two that go different ways have between them out of both ways; returns one of its points, or −1. */
	private pushAside(): number {
		const { contact, inputs, ways } = this;
		const { isFixed, points } = inputs;
		const { centres, firstCentre, firstCarried } = points;
		const blocked = pushAside(
			contact,
			ways,
			(point) => point < firstCentre && !isFixed[point],
		);
		centres.velocities(ways, ways.subarray(3 * firstCentre, 3 * firstCarried));
		return blocked;
	}

	/** Gives what is in the way the way of who runs into it; returns one of its points, or −1. */
	private takeAlong(begin: Float64Array): number {
		const { contact, inputs, ways, closest } = this;
		const { start } = contact;
		const { isFixed, points } = inputs;
		const { centres, firstCentre, firstCarried, carried, count } = points;
		const bodies = new Map<CarriedPoints, Float64Array>();
		let blocked = -1;
		if (contact.limit(start, ways) === 1) return blocked;
		contact.visitPairs(start, ways, (vertices, isEdges, floor) => {
			if (advance(start, ways, vertices, isEdges, floor, closest) === 1) return;
			let farthest = 0;
			for (let k = 1; k < 4; k++)
				if (
					lengthSquared(ways, vertices[k]) >
					lengthSquared(ways, vertices[farthest])
				)
					farthest = k;
			const leader = vertices[farthest];
			const way = ways.slice(3 * leader, 3 * leader + 3);
			blocked = leader;
			const take = (vertex: number) => {
				if (!isFixed[vertex]) ways.set(way, 3 * vertex);
			};
			for (const vertex of vertices) {
				if (vertex < firstCentre) take(vertex);
				else if (vertex < firstCarried)
					centres.visitNodes(vertex - firstCentre, take);
				else if (vertex < count) bodies.set(bodyOf(carried, vertex), way);
			}
		});
		centres.velocities(ways, ways.subarray(3 * firstCentre, 3 * firstCarried));
		for (const [body, way] of bodies) this.carry(body, way, begin);
		return blocked;
	}

	/** Moves the free frames of a body by a way from where they were. */
	private carry(
		{ frames, firstFrame, frameCount, isFixed, points, first }: CarriedPoints,
		way: Float64Array,
		begin: Float64Array,
	): void {
		const { x, follow } = this.inputs;
		for (let i = firstFrame; i < firstFrame + frameCount(); i++) {
			const node = frames.positionNode(i);
			if (isFixed(node)) continue;
			for (let k = 0; k < 3; k++)
				x[3 * node + k] = begin[3 * node + k] + way[k];
		}
		follow();
		const range = this.ways.subarray(3 * first, 3 * (first + points.count));
		points.positions(range);
		for (let i = 0; i < range.length; i++)
			range[i] -= this.contact.start[3 * first + i];
	}

	/**
	 * Changes the ways from `start` to where nodes are so that nothing comes too near: things stop in front of each other, and the ways of all are cut by the same part where
	 * that is not enough. (To shorten those alone that something is in the way of left sheets torn apart, from where Newton took a fifth more iterations.)
	 * @param hold puts nodes back to where they are held
	 */
	shorten(start: Float64Array, hold: () => void): void {
		const { contact, inputs, ways, from, guess: to } = this;
		const { x, points } = inputs;
		to.set(x);
		x.set(start);
		from.set(this.followed());
		x.set(to);
		this.measureWays();
		if (!contact.keepApart(from, ways, points.nodeCount)) return;
		for (let i = 0; i < 3 * points.nodeCount; i++) x[i] = start[i] + ways[i];
		hold();
		to.set(x);
		this.measureWays();
		let part = contact.limitAgain(from, ways);
		if (part === 1) return;
		for (let halving = 0; ; halving++) {
			if (halving === halvings) part = 0;
			for (let i = 0; i < x.length; i++)
				x[i] = start[i] + part * (to[i] - start[i]);
			const there = this.followed();
			// Frames turn, which points that go straight do not tell of.
			if (part === 0 || !this.mayTurn || !this.isBlocked(there)) return;
			part /= 2;
		}
	}

	/** Writes the ways of points from where they were when these were last noted to where the nodes are. */
	private measureWays(): void {
		const { ways, from } = this;
		const points = this.followed();
		for (let i = 0; i < ways.length; i++) ways[i] = points[i] - from[i];
	}

	/** Whether some points do not follow in straight lines. */
	private get mayTurn(): boolean {
		return this.inputs.points.carried.length > 0;
	}

	/** Positions of points after the nodes were moved by other than the potential. */
	private followed(): Float64Array {
		this.inputs.follow();
		this.moved();
		return this.positions();
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
		if (this.mayTurn) this.from.set(this.positions());
	}

	moved(): void {
		this.isStale = true;
		this.isLagging = this.renewsFriction;
		this.contact.moved();
	}

	/** The part of a direction of nodes on which nothing comes too near, to first order for points that follow frames. */
	limit(direction: Float64Array): number {
		return this.contact.limit(this.positions(), this.velocities(direction));
	}

	/** Whether nothing is crossed on a direction of nodes, however near it comes. */
	isFree(direction: Float64Array): boolean {
		const ways = this.velocities(direction);
		return this.contact.candidates.limit(this.positions(), ways, 0) === 1;
	}

	/** Finds a node that friction does not hold in statics. */
	slidAway(): SlidAway | undefined {
		// What comes from afar slides before it touches.
		if (this.renewsFriction) return undefined;
		const found = this.contact.slidAway(this.positions());
		return (
			found && { ...found, point: this.inputs.points.movingNode(found.point) }
		);
	}

	/** How surfaces touch at a time [s] at which the nodes are where they are. */
	report(time: number): SurfaceContactReport[] {
		this.placePrescribed(time);
		return surfaceReports(this.contact, this.positions());
	}

	/** What is wrong with where surfaces begin; nothing where they are apart. */
	inspect(): string | undefined {
		return inspectSurfaces(this.contact, this.followed());
	}

	/** Where surfaces touch at a time [s] at which the nodes are where they are. */
	places(time: number): ContactPlace[] {
		this.placePrescribed(time);
		return contactPlaces(this.contact, this.positions());
	}

	/** Edges that pass through triangles at a time [s] at which the nodes are where they are, decided exactly. */
	intersections(time: number): Intersection[] {
		this.placePrescribed(time);
		return findIntersections(this.contact, this.positions());
	}

	value(): number {
		const points = this.positions();
		if (this.mayTurn && this.isBlocked(points)) return Number.NaN;
		return this.contact.value(points);
	}

	/** Returns the energy [J] of contact, without friction. */
	barrierEnergy(): number {
		return this.contact.barrierEnergy(this.positions());
	}

	/** Returns the energy [J] of contact at the time [s] at which a step begins, without friction. */
	barrierEnergyAtStart(time: number): number {
		this.placePrescribed(time);
		this.contact.weighAgain();
		return this.barrierEnergy();
	}

	/** Returns the energy [J] that friction takes in the substep. */
	frictionLoss(): number {
		return this.contact.frictionLoss(this.positions());
	}

	/** Returns the work [J] of points that move as prescribed in the substep. */
	drivingWork(): number {
		if (!this.hasMotion) return 0;
		const { ways, contact } = this;
		const points = this.positions();
		ways.fill(0);
		contact.addGradient(points, ways);
		let sum = 0;
		for (const { first, count, moves } of this.inputs.prescribed)
			if (moves)
				for (let i = 3 * first; i < 3 * (first + count); i++)
					sum += ways[i] * (points[i] - contact.start[i]);
		return sum;
	}

	/** Whether something came too near on straight ways from where the iteration began: frames turn, and first order did not see that. */
	private isBlocked(points: Float64Array): boolean {
		const { ways, from, closest, contact } = this;
		for (let i = 0; i < ways.length; i++) ways[i] = points[i] - from[i];
		let isBlocked = false;
		const first = this.inputs.points.firstCarried;
		if (contact.limit(from, ways) === 1) return false;
		contact.visitPairs(from, ways, (vertices, isEdges, floor) => {
			if (isBlocked || vertices.every((vertex) => vertex < first)) return;
			// What the line search leaves is a tenth; what is left of that is enough.
			isBlocked =
				advance(from, ways, vertices, isEdges, 0.9 * floor, closest) < 1;
		});
		return isBlocked;
	}

	/** Sets the flags of nodes that touch something. */
	markTouching(flags: Uint8Array): void {
		const points = this.inputs.points;
		this.contact.visitTouching(this.positions(), (point) => {
			if (point < points.firstCarried) flags[points.nodeOf(point)] = 1;
		});
	}

	addGradient(out: Float64Array, hasFriction = true): number {
		const { inputs, ways, contact } = this;
		const points = this.positions();
		ways.fill(0);
		const size = contact.addGradient(points, ways, hasFriction);
		inputs.points.addForces(ways, out);
		return size;
	}

	get hasBlocks(): boolean {
		return this.contact.hasBlocks(this.positions());
	}

	/** Prescribed points have no rows. Of the blocks of other points, half are enough. */
	private get choice(): BlockChoice {
		const { count } = this.inputs.points;
		return { points: count, nodes: count };
	}

	addLoose(positive: boolean, to: LooseMatrix): void {
		if (this.ofPoints) to.addEach((take) => this.visitBlocks(positive, take));
		else this.contact.addBlocks(this.positions(), positive, to, this.choice);
	}

	visitBlocks(positive: boolean, take: TakeBlock): void {
		const { contact, ways, ofPoints, choice } = this;
		const { points } = this.inputs;
		const positions = this.positions();
		if (!ofPoints) {
			contact.visitBlocks(positions, positive, take, choice);
			return;
		}
		// Many pairs have the same points: what these sum to is spread over nodes.
		ofPoints.clear();
		contact.addBlocks(positions, positive, ofPoints, choice);
		ofPoints.visit(points.spread(take));
		if (positive || !this.mayTurn) return;
		ways.fill(0);
		contact.addGradient(positions, ways);
		points.takeCurvature(ways, take);
	}
}

/** The body that a point is of. */
const bodyOf = (carried: readonly CarriedPoints[], point: number) =>
	carried.findLast((body) => body.first <= point) as CarriedPoints;

function lengthSquared(vectors: Float64Array, i: number): number {
	const [a, b, c] = vectors.subarray(3 * i, 3 * i + 3);
	return a * a + b * b + c * c;
}
