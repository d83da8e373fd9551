/**
 * Contact of surfaces with each other and with themselves, as a potential over closest points:
 *
 *   E(x) = Σ w κ b(d(x) − f)  +  Σ μ λ s(|u|)
 *
 * over pairs of a point and a triangle, each thing counted once (pointFeatures.ts), and pairs of edges. ξ is what the skins of the two are away from their triangles and edges,
 * their half thicknesses. b is a barrier (barrier.ts) that begins to push at 1.02 ξ and rises without bound at the floor f = ξ/4; κ is such that the weight of w rests at ξ
 * exactly, and 40 times as much within a tenth of it. Friction is that of the beginning of the step, as for colliders.
 *
 * How much edges count is said in touchFinder.ts.
 */
import { contactConstants as constants } from "../../numerics/contactNumerics.ts";
import type { ArenaArray } from "../../system/arena.ts";
import type { LooseMatrix } from "../../system/looseMatrix.ts";
import { PointBlocks } from "../../system/pointBlocks.ts";
import type { Vector } from "../../system/vectorSpace.ts";
import { floorShare, nextStiffness, outerShare } from "../barrier.ts";
import type { FrictionCoefficients } from "../friction.ts";
import { type SlidAway, slidAwayOnSurface } from "../slidAway.ts";
import { Candidates, type SurfaceMemory } from "./candidates.ts";
import { keepApart } from "./keepApart.ts";
import { Sliding } from "./sliding.ts";
import { StopList } from "./stopList.ts";
import type { Surfaces } from "./surfaces.ts";
import { TouchFinder } from "./touchFinder.ts";
import { TouchList } from "./touchList.ts";

export interface SurfaceContactInputs {
	readonly surfaces: Surfaces;
	/** Mass [kg] that each point may have to carry. */
	readonly weights: Float64Array;
	/** Flags of points that nothing but a script moves. */
	readonly isFixed: Uint8Array;
	/** [m/s²] */
	readonly gravity: number;
	/** Coulomb's coefficients of two surfaces, by their numbers. */
	readonly friction: (a: number, b: number) => FrictionCoefficients;
	/** Returns the sliding [m] up to which friction sticks in a substep of some seconds, 0 for statics. */
	readonly stickDistance: (h: number) => number;
	/** Where points begin [m]. */
	readonly x: Float64Array;
	readonly memory: SurfaceMemory;
}

/** Takes a 3×3 block, by rows, of two points. */
export type TakePointBlock = (
	row: number,
	column: number,
	block: Float64Array,
) => void;

/** Which blocks are of use: those of points below `points`, and of two that are both below `nodes` the one whose row is not more than its column. */
export interface BlockChoice {
	readonly points: number;
	readonly nodes: number;
}
const all: BlockChoice = { points: 0xffffffff, nodes: 0 };
/** Places whose blocks are written at once. */
const atOnce = constants.touchesAtOnce;

/**
 * After so many first guesses of steps that were no better than to stay, so many are left out: what lies on something does not fall, and to find that out in every step took a third of the
 * time of steps at rest. (With a patience of 1, silk and cotton that fall on a ball took a fifth more iterations.)
 */
const patience = 3;
const stepsWithoutGuess = 4;

export class SurfaceContact {
	readonly surfaces: Surfaces;
	readonly candidates: Candidates;
	/** What belongs to the state of a simulation: the factor of κ, and how many first guesses were no better than to stay, and left out, one after the other. */
	readonly state = Float64Array.of(1, 0);
	/** Where surfaces touch, once found. */
	readonly touches: TouchList;
	private readonly inputs: SurfaceContactInputs;
	/** Mean mass of each surface's points that can move; 0 where none can. */
	private readonly masses: Float64Array;
	/** Distances [m] at which each two surfaces begin to push, 0 where they do not concern each other. */
	private readonly outers: Float64Array;
	/** Positions at the beginning of the step [m]. */
	private readonly startVector: Vector;
	/** Factor of all energy in a substep (`time/integrators/implicitStep.ts`). */
	private scale = 1;
	private readonly sliding: Sliding;
	private readonly finder: TouchFinder;
	private isKnown = false;
	/** Where the touches are those of, and of which factor of κ; none where the step has begun since. */
	private readonly foundAt: Vector;
	private foundStiffness = 0;
	/** Masses [kg] of points that are free, 0 of others. */
	private readonly freeMasses: ArenaArray<Float64Array>;
	/** Room for forces, and for what the numerics answer. */
	private readonly forces: Vector;
	private readonly sums: ArenaArray<Float64Array>;
	/** Factor of friction: more than it is while normal forces are not yet those that will be. */
	grip = 1;
	/** Some of the Hessian's blocks, and room for what they are made of. */
	private readonly blocks: PointBlocks;
	private readonly room: ArenaArray<Float64Array>;
	/** What stops in front of each other in first guesses. */
	private readonly stops: StopList;
	private readonly pair = new Uint32Array(4);

	constructor(inputs: SurfaceContactInputs) {
		const { surfaces, weights, isFixed, x, memory } = inputs;
		this.inputs = inputs;
		this.surfaces = surfaces;
		const { arena } = memory;
		this.touches = new TouchList(arena);
		this.stops = new StopList(arena);
		this.startVector = arena.f64(x.length);
		this.startVector.array.set(x);
		this.forces = arena.f64(x.length);
		this.freeMasses = arena.f64(weights.length);
		this.sums = arena.f64(1);
		this.foundAt = arena.f64(x.length);
		this.foundAt.array.set(x);
		this.blocks = new PointBlocks(arena, constants.blocksOfTouch * atOnce);
		this.room = arena.f64(constants.gapRoom);
		this.masses = Float64Array.from(surfaces.all, ({ ranges }) => {
			let sum = 0;
			let count = 0;
			for (const { first, last } of ranges)
				for (let p = first; p < last; p++) {
					if (isFixed[p] || weights[p] === 0) continue;
					sum += weights[p];
					count++;
				}
			return count > 0 ? sum / count : 0;
		});
		this.outers = Float64Array.from(
			surfaces.all.flatMap((_, a) =>
				surfaces.all.map((_, b) => this.outerOf(a, b)),
			),
		);
		this.candidates = new Candidates(
			surfaces,
			{
				outer: (a, b) => this.outer(a, b),
				// A collider of exact shape keeps points away by itself.
				keepsPoints: (_, b) => !surfaces.all[b].isExact,
			},
			x,
			memory,
		);
		const { candidates, touches, masses } = this;
		this.sliding = new Sliding(this.startVector, arena);
		this.finder = new TouchFinder(inputs, {
			...{ candidates, touches, masses, start: this.startVector },
			freeMasses: this.freeMasses,
			outer: (a, b) => this.outer(a, b),
		});
	}

	/** Where the numerics run, and where their arrays are. */
	get memory(): SurfaceMemory {
		return this.inputs.memory;
	}

	/** Positions at the beginning of the step [m]. */
	get start(): Float64Array {
		return this.startVector.array;
	}

	/** What cores of two surfaces take of their distance [m]. */
	core(a: number, b: number): number {
		return this.surfaces.coreOf(a) + this.surfaces.coreOf(b);
	}

	/** What the skins of two surfaces are away from their triangles, edges and cores [m]. */
	thickness(a: number, b: number): number {
		const { all } = this.surfaces;
		return all[a].offset + all[b].offset;
	}

	private outer(a: number, b: number): number {
		return this.outers[this.surfaces.all.length * a + b];
	}

	private outerOf(a: number, b: number): number {
		const { all } = this.surfaces;
		if (a === b && !all[a].touchesItself) return 0;
		if (all[a].isRibbon && !all[b].isPanel) return 0;
		if (all[b].isRibbon && !all[a].isPanel) return 0;
		if (this.masses[a] === 0 && this.masses[b] === 0) return 0;
		return outerShare * this.thickness(a, b);
	}

	/** Begins a substep of h seconds, 0 for statics, at positions x. */
	begin(x: Float64Array, h: number): void {
		const { inputs, touches, sliding } = this;
		this.start.set(x);
		this.weighAgain();
		this.find(x);
		sliding.begin(h, inputs.stickDistance(h));
		let nearest = 1;
		for (let i = 0; i < touches.count; i++) {
			const above = touches.distance(i) - touches.floor(i);
			// What hardly counts is pressed together however stiff the rest is.
			if (touches.share(i) > 0.5)
				nearest = Math.min(nearest, above / touches.reach(i));
		}
		this.addFriction(undefined);
		this.state[0] = nextStiffness(this.state[0], nearest);
		this.moved();
	}

	/** Takes the normal forces and tangents at positions x for friction. */
	renewFriction(x: Float64Array): void {
		this.find(x);
		this.sliding.renew();
		this.addFriction(x);
	}

	/** Ends an iteration that led to positions x. */
	followSliding(x: Float64Array): void {
		const { sliding, foundAt, startVector, room } = this;
		if (sliding.list.count === 0) return;
		this.find(x);
		this.inputs.memory.numerics.followSliding(
			sliding.list.pointer,
			sliding.list.count,
			sliding.threshold,
			foundAt.pointer,
			startVector.pointer,
			room.pointer,
		);
	}

	/** @param x positions that decide between static and kinetic friction; without them it is static */
	private addFriction(x: Float64Array | undefined): void {
		const { inputs, touches, sliding, surfaces } = this;
		const { surfaceOfPoint } = surfaces;
		for (let i = 0; i < touches.count; i++) {
			const friction = inputs.friction(
				surfaceOfPoint[touches.first(i)],
				surfaceOfPoint[touches.second(i)],
			);
			if (friction.static === 0) continue;
			const force = -this.grip * touches.slope(i);
			sliding.add(touches, i, force, friction, x);
		}
	}

	/** Factor of all energy in a substep; 1 where forces are asked for. */
	set weight(factor: number) {
		if (factor === this.scale) return;
		this.sliding.scale(factor / this.scale);
		this.scale = factor;
		this.moved();
	}

	/** Whether anything slid against friction in the last step. */
	get hasFriction(): boolean {
		return this.sliding.list.count > 0;
	}

	/** Finds a point that friction does not hold in statics. */
	slidAway(x: Float64Array): SlidAway | undefined {
		const { surfaces, sliding, inputs, start } = this;
		return slidAwayOnSurface(surfaces, sliding, inputs.friction, start, x);
	}

	/** Goes on from a state that was set from outside. */
	resume(): void {
		this.surfaces.ribbons.doubt();
		this.sliding.list.clear();
		this.moved();
	}

	private get stiffness(): number {
		return this.scale * this.state[0];
	}

	/** Whether a step is to begin with a guess of where things go; to be asked once in a step. */
	takesGuess(): boolean {
		if (this.state[1] < patience) return true;
		if (++this.state[1] === patience + stepsWithoutGuess)
			this.state[1] = patience - 1;
		return false;
	}

	/** Tells whether a guess was better than to stay. */
	judgeGuess(isBetter: boolean): void {
		this.state[1] = isBetter ? 0 : this.state[1] + 1;
	}

	/** The positions have changed. */
	moved(): void {
		this.isKnown = false;
	}

	/** Finds where surfaces touch at positions x. */
	find(x: Float64Array): void {
		if (this.isKnown) return;
		this.isKnown = true;
		this.weigh();
		const { foundAt, stiffness, candidates } = this;
		// A step is begun where the last one ended, and looked at from several sides there.
		const isThere = !candidates.areForgotten && isSame(x, foundAt.array);
		if (isThere && stiffness === this.foundStiffness) return;
		this.foundStiffness = 0;
		this.finder.find(x, stiffness, isThere);
		foundAt.array.set(x);
		this.foundStiffness = stiffness;
	}

	/** Notes the masses of points: some may have been fixed or freed. */
	private weigh(): void {
		const { weights, isFixed } = this.inputs;
		const masses = this.freeMasses.array;
		for (let p = 0; p < masses.length; p++)
			masses[p] = isFixed[p] ? 0 : weights[p];
	}

	/** Energy [J] at x; not a number where two things are nearer than they may be. */
	value(x: Float64Array): number {
		return this.energy(x, this.sliding.list.count);
	}

	/** Returns the energy [J] of contact without friction. */
	barrierEnergy(x: Float64Array): number {
		return this.energy(x, 0);
	}

	/** Weighs pairs of edges again, as substeps do. */
	weighAgain(): void {
		this.finder.begin();
		this.foundStiffness = 0;
		this.moved();
	}

	/** Returns the energy [J] that friction takes in the substep that ends at x. */
	frictionLoss(x: Float64Array): number {
		return this.sliding.loss(x, this.start);
	}

	private energy(x: Float64Array, slidingCount: number): number {
		this.find(x);
		if (this.finder.isThrough) return Number.NaN;
		const { touches, sliding, sums } = this;
		this.inputs.memory.numerics.sumTouchEnergies(
			touches.pointer,
			touches.count,
			sliding.list.pointer,
			slidingCount,
			sliding.threshold,
			this.foundAt.pointer,
			this.startVector.pointer,
			this.room.pointer,
			sums.pointer,
		);
		return sums.array[0];
	}

	/** out += gradient at x, xyz per point; returns the size of the forces. */
	addGradient(x: Float64Array, out: Float64Array, hasFriction = true): number {
		this.find(x);
		const { touches, sliding, sums, forces } = this;
		const { numerics } = this.inputs.memory;
		forces.array.set(out);
		numerics.addTouchForces(
			touches.pointer,
			touches.count,
			forces.pointer,
			sums.pointer,
		);
		numerics.addSlidingForces(
			sliding.list.pointer,
			hasFriction ? sliding.list.count : 0,
			sliding.threshold,
			this.foundAt.pointer,
			this.startVector.pointer,
			this.room.pointer,
			forces.pointer,
		);
		out.set(forces.array);
		return Math.sqrt(sums.array[0]);
	}

	/** Calls `each` with the surfaces of each record, the force of the second on the first [N] and their distance [m] at positions x. */
	visitForces(
		x: Float64Array,
		each: (
			a: number,
			b: number,
			force: Float64Array,
			distance: number,
			isFriction: boolean,
		) => void,
	): void {
		this.find(x);
		const { touches, sliding } = this;
		const { surfaceOfPoint } = this.surfaces;
		const force = new Float64Array(3);
		const visit = (i: number, list: TouchList) => {
			const a = surfaceOfPoint[list.first(i)];
			const b = surfaceOfPoint[list.second(i)];
			const distance = list.distance(i) - this.core(a, b);
			each(a, b, force, distance, list === sliding.list);
		};
		for (let i = 0; i < touches.count; i++) {
			const push = -touches.slope(i);
			for (let k = 0; k < 3; k++) force[k] = push * touches.normal(i, k);
			visit(i, touches);
		}
		for (let i = 0; i < sliding.list.count; i++) {
			const pull = sliding.pull(i, x);
			for (let k = 0; k < 3; k++) force[k] = -pull[k];
			visit(i, sliding.list);
		}
	}

	/** Calls `each` with points on which contact or friction acts. */
	visitTouching(x: Float64Array, each: (point: number) => void): void {
		this.find(x);
		for (const { vertices, count } of [this.touches, this.sliding.list])
			for (let i = 0; i < 4 * count; i++) each(vertices[i]);
	}

	/** Whether the Hessian at x has any blocks. */
	hasBlocks(x: Float64Array): boolean {
		this.find(x);
		return this.touches.count + this.sliding.list.count > 0;
	}

	/**
	 * Calls `take` with blocks of the Hessian at x, or of a positive semi-definite matrix near it.
	 * @param choice which blocks are of use; by default all are, those of (row, column) and (column, row) both
	 */
	visitBlocks(
		x: Float64Array,
		positive: boolean,
		take: TakePointBlock,
		choice: BlockChoice = all,
	): void {
		this.giveBlocks(x, positive, choice, (blocks) => blocks.visit(take));
	}

	/** Adds these blocks to a matrix. */
	addBlocks(
		x: Float64Array,
		positive: boolean,
		to: LooseMatrix,
		choice: BlockChoice,
	): void {
		this.giveBlocks(x, positive, choice, (blocks) => to.addAll(blocks));
	}

	/** Calls `give` with some of the blocks after the other. */
	private giveBlocks(
		x: Float64Array,
		positive: boolean,
		{ points, nodes }: BlockChoice,
		give: (blocks: PointBlocks) => void,
	): void {
		this.find(x);
		const { touches, blocks, room, foundAt, sliding, inputs } = this;
		const { numerics } = inputs.memory;
		for (let first = 0; first < touches.count; first += atOnce) {
			numerics.barrierBlocks(
				touches.pointer,
				first,
				Math.min(first + atOnce, touches.count),
				positive ? 1 : 0,
				foundAt.pointer,
				points,
				nodes,
				room.pointer,
				blocks.pointer,
			);
			give(blocks);
		}
		for (let first = 0; first < sliding.list.count; first += atOnce) {
			numerics.slidingBlocks(
				sliding.list.pointer,
				first,
				Math.min(first + atOnce, sliding.list.count),
				positive ? 1 : 0,
				sliding.threshold,
				foundAt.pointer,
				this.startVector.pointer,
				points,
				nodes,
				room.pointer,
				blocks.pointer,
			);
			give(blocks);
		}
	}

	/** Calls `each` with the pairs that may come near on ways from x: their vertices, the distance that they must keep [m], and what of it cores take. */
	visitPairs(
		x: Float64Array,
		ways: Float64Array | undefined,
		each: (
			vertices: Uint32Array,
			isEdges: boolean,
			floor: number,
			core: number,
		) => void,
	): void {
		const { surfaces, candidates, pair } = this;
		const { triangles, edges } = surfaces;
		const { surfaceOfPoint, surfaceOfTriangle, surfaceOfEdge } = surfaces;
		candidates.cover(x, ways);
		const visit = (isEdges: boolean, share: number, a: number, b: number) => {
			const core = this.core(a, b);
			const floor = core + floorShare * share * this.thickness(a, b);
			each(pair, isEdges, floor, core);
		};
		const { pairs: points, count } = candidates.pointTriangles;
		for (let i = 0; i < count; i++) {
			const p = points.first(i);
			const t = points.second(i);
			pair[0] = p;
			pair[1] = triangles[3 * t];
			pair[2] = triangles[3 * t + 1];
			pair[3] = triangles[3 * t + 2];
			visit(false, points.share(i), surfaceOfPoint[p], surfaceOfTriangle[t]);
		}
		const { pairs: crossings, count: crossingCount } = candidates.edgeEdges;
		for (let i = 0; i < crossingCount; i++) {
			const e = crossings.first(i);
			const f = crossings.second(i);
			pair[0] = edges[2 * e];
			pair[1] = edges[2 * e + 1];
			pair[2] = edges[2 * f];
			pair[3] = edges[2 * f + 1];
			visit(true, crossings.share(i), surfaceOfEdge[e], surfaceOfEdge[f]);
		}
	}

	/** Changes ways from x of points below a number so that things that run into each other stop in front of each other; returns whether any do. */
	keepApart(x: Float64Array, ways: Float64Array, movable: number): boolean {
		const { candidates, stops } = this;
		const free = { masses: this.freeMasses, movable };
		return keepApart(candidates, stops, x, ways, free);
	}

	/** The largest fraction up to 1 of ways from x on which nothing comes too near. */
	limit(x: Float64Array, ways: Float64Array): number {
		return this.candidates.limit(x, ways, floorShare / outerShare);
	}

	/** That of ways from x that were kept apart just before, but for some points. */
	limitAgain(x: Float64Array, ways: Float64Array): number {
		return this.candidates.limitAgain(x, ways, floorShare / outerShare);
	}
}

function isSame(a: Float64Array, b: Float64Array): boolean {
	for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
	return true;
}
