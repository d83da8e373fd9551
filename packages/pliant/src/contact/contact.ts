import { contactConstants as constants } from "../numerics/contactNumerics.ts";
import type { ArenaArray } from "../system/arena.ts";
import type { TakeBlock } from "../system/nodeTerm.ts";
import { PointBlocks } from "../system/pointBlocks.ts";
import { barrierSlope, floorShare, outerShare } from "./barrier.ts";
import { Clearance } from "./clearance.ts";
import { ColliderSliding } from "./colliderSliding.ts";
import type {
	ContactInputs,
	ContactMemory,
	ContactReport,
} from "./contactInputs.ts";
import { ContactList } from "./contactList.ts";
import { contactReports } from "./contactReports.ts";
import { inspectStart, visitInside } from "./inspectStart.ts";
import { NearPoints } from "./nearPoints.ts";
import type { ContactProblem, Placed, PointRange } from "./placed.ts";
import { toLocal, toWorld, turnDerivatives } from "./pose.ts";
import { grown } from "./shapes/shape.ts";
import { type SlidAway, slidAwayOnCollider } from "./slidAway.ts";

/** Default reach of colliders, relative to the extent of a body. */
const relativeReach = 1e-3;
/** κ is doubled where a distance is below this fraction of the reach. */
const tooNear = 0.03;
/** In a gap that is narrower than that, no stiffness helps. */
const mostStiffness = 2 ** 30;
/** Angle that a collider may turn by in a step, but for rounding. */
const mostTurn = (1 + 1e-9) * (Math.PI / 4);
/** Where there is no gravity [m/s²]. */
const ordinaryGravity = 9.81;

/** Numbers of a record of a contact (numerics/vertexContacts.ts), the last of which is whom it is with among `placed`. */
const contactWidth = constants.contactNumbers;
/** Blocks that are written at once. */
const atOnce = 64;

export class Contact {
	/** How far points can go. */
	readonly clearance: Clearance;
	/** Factor of κ. */
	stiffness = 1;
	/** Factor of all its energy in a substep (`time/integrators/implicitStep.ts`). */
	private scale = 1;
	/** Positions [m] at which the substep began, which sliding counts from. */
	private readonly start: Float64Array;
	/** Factor of friction: more than it is while normal forces are not yet those that will be. */
	grip = 1;
	private readonly placed: readonly Placed[];
	private readonly weights: Float64Array;
	private readonly isFixed: Uint8Array;
	private readonly memory: ContactMemory;
	private readonly contacts: ContactList;
	private readonly sliding: ColliderSliding;
	/** For the numerics: positions and forces of points, blocks, and room for what these are made of and for what they answer. */
	private readonly positions: ArenaArray<Float64Array>;
	private readonly forces: ArenaArray<Float64Array>;
	private readonly blocks: PointBlocks;
	private readonly room: ArenaArray<Float64Array>;
	private readonly answer: ArenaArray<Float64Array>;
	/** Whether `contacts` are those of the current positions, whether they have their derivatives, which energies go without, and whether a vertex is in a collider there. */
	private isKnown = false;
	private hasDerivatives = false;
	private isInside = false;
	private readonly local = new Float64Array(3);
	private readonly way = new Float64Array(3);
	private readonly derivatives = new Float64Array(9);

	constructor({
		colliders,
		weights,
		nodeCount,
		isFixed,
		constraints,
		gravity,
		bodies,
		friction,
		memory,
	}: ContactInputs) {
		const { arena } = memory;
		this.memory = memory;
		this.contacts = new ContactList(arena, contactWidth);
		this.sliding = new ColliderSliding(arena, weights.length);
		this.positions = arena.f64(3 * weights.length);
		this.forces = arena.f64(3 * weights.length);
		this.blocks = new PointBlocks(arena, atOnce);
		this.room = arena.f64(constants.contactRoom);
		this.answer = arena.f64(1);
		this.start = new Float64Array(3 * weights.length);
		this.weights = weights;
		this.isFixed = isFixed;
		const acceleration = Math.hypot(...gravity) || ordinaryGravity;
		this.placed = colliders.flatMap((collider) => {
			const [before, now] = [new Float64Array(12), new Float64Array(12)];
			collider.poseAt(0, before);
			now.set(before);
			return bodies.map(({ ranges, size, ...body }, i) => {
				const { shape } = collider;
				const offset = collider.distance === undefined ? body.offset : 0;
				const floor = floorShare * offset;
				const reach =
					offset > 0
						? (outerShare - floorShare) * offset
						: (collider.distance ?? relativeReach * size);
				const rest = offset > 0 ? offset - floor : reach / 2;
				const points = touchingPoints(ranges, weights, nodeCount);
				const placed = {
					...{ collider, points, size },
					shape: floor > 0 ? grown(shape, floor) : shape,
				};
				return {
					...{ ...placed, floor, reach, before, now },
					near: new NearPoints({ ...placed, pose: now }),
					friction: friction(collider, i),
					kappa: -acceleration / barrierSlope(rest, reach),
					rest,
				};
			});
		});
		this.clearance = new Clearance(
			this.placed,
			constraints,
			this.isFixed,
			nodeCount,
		);
	}

	/** Factor of all its energy in a substep; 1 where forces are asked for. */
	set weight(factor: number) {
		if (factor === this.scale) return;
		this.sliding.scale(factor / this.scale);
		this.scale = factor;
		this.moved();
	}

	/** Says of points whether nothing but a script moves them. */
	setFixed(first: number, last: number, isFixed: boolean): void {
		this.isFixed.fill(Number(isFixed), first, last);
	}

	/** Says which collider turns so far in a step that straight ways of what is about it tell little of what it meets. */
	tooFast(fromTime: number, toTime: number): ContactProblem | undefined {
		const found = this.placed.find(
			({ collider }) => collider.turnBetween(fromTime, toTime) > mostTurn,
		)?.collider;
		if (!found) return undefined;
		const degrees = (180 / Math.PI) * found.turnBetween(fromTime, toTime);
		return {
			what: `${found.label} turns by ${degrees.toFixed(0)}° in one step, and 45° is the most`,
			vertex: 0,
		};
	}

	/** Whether a collider moves, and does work. */
	get hasMotion(): boolean {
		return this.placed.some(({ collider }) => collider.moves);
	}

	/** Sets the poses of colliders at the ends of a step. */
	private pose(fromTime: number, toTime: number): void {
		for (const { collider, before, now } of this.placed) {
			if (!collider.moves) continue;
			collider.poseAt(fromTime, before);
			collider.poseAt(toTime, now);
		}
	}

	/** Begins a substep at positions x: sets the poses of colliders at its ends, and the stiffness of contact. */
	begin(x: Float64Array, fromTime: number, toTime: number): void {
		this.pose(fromTime, toTime);
		this.sliding.begin(toTime - fromTime);
		this.start.set(x.subarray(0, this.start.length));
		let nearest = 1;
		for (let i = 0; i < this.placed.length; i++)
			nearest = Math.min(nearest, this.addFriction(i, x, "before", true));
		if (nearest < tooNear)
			this.stiffness = Math.min(2 * this.stiffness, mostStiffness);
	}

	/** Takes the normal forces and tangents at positions x for friction. */
	renewFriction(x: Float64Array): void {
		this.sliding.renew();
		for (let i = 0; i < this.placed.length; i++)
			this.addFriction(i, x, "now", false);
	}

	/** Ends an iteration that led to positions x. */
	followSliding(x: Float64Array): void {
		const { sliding, positions, room } = this;
		if (sliding.count === 0) return;
		this.place(x);
		this.memory.numerics.followRubbing(
			sliding.list.pointer,
			sliding.count,
			positions.pointer,
			room.pointer,
		);
	}

	/** Adds the friction of points at a collider; returns their smallest distance over reach. */
	private addFriction(
		index: number,
		x: Float64Array,
		at: "before" | "now",
		isStatic: boolean,
	): number {
		const { local, way, derivatives, weights, isFixed, sliding, start } = this;
		const placed = this.placed[index];
		const { friction, shape, near, reach, before, now, size } = placed;
		const rubbing = { collider: index, size, friction };
		const pose = placed[at];
		let nearest = 1;
		near.find(x, reach);
		for (let p = 0; p < near.count; p++) {
			const vertex = near.list[p];
			if (isFixed[vertex]) continue;
			const i = 3 * vertex;
			toLocal(pose, x[i], x[i + 1], x[i + 2], local);
			const d = shape.distance(local[0], local[1], local[2]);
			if (!(d < reach)) continue;
			nearest = Math.min(nearest, d / reach);
			if (!(d > 0) || friction.static * weights[vertex] === 0) continue;
			shape.derivatives(local[0], local[1], local[2], derivatives);
			turnDerivatives(now, derivatives);
			const force = this.scale * this.grip * this.pressure(vertex, placed, d);
			const [a, b, c] = local;
			toWorld(before, a, b, c, way);
			toWorld(now, a, b, c, local);
			for (let k = 0; k < 3; k++) way[k] = start[i + k] + local[k] - way[k];
			sliding.add(
				...([vertex, rubbing, derivatives, way, force] as const),
				isStatic ? undefined : x,
			);
		}
		return nearest;
	}

	/** Whether anything slid against friction in the last step. */
	get hasFriction(): boolean {
		return this.sliding.count > 0;
	}

	/** Finds a point that friction does not hold in statics. */
	slidAway(x: Float64Array): SlidAway | undefined {
		return slidAwayOnCollider(this.placed, this.sliding, x);
	}

	/** Goes on from a state that was set from outside. */
	resume(stiffness: number): void {
		this.stiffness = stiffness;
		this.sliding.begin(0);
	}

	/** The positions have changed. */
	moved(): void {
		this.isKnown = false;
	}

	/** Finds the contacts at positions. */
	private find(x: Float64Array): void {
		if (this.isKnown) return;
		this.isKnown = true;
		this.hasDerivatives = false;
		this.isInside = false;
		this.contacts.count = 0;
		for (let i = 0; i < this.placed.length; i++) this.findAll(i, x);
	}

	private findAll(index: number, x: Float64Array): void {
		const { local, weights, isFixed, contacts } = this;
		const factor = this.scale * this.stiffness;
		const { shape, near, reach, kappa, now: pose } = this.placed[index];
		near.find(x, reach);
		for (let p = 0; p < near.count; p++) {
			const vertex = near.list[p];
			if (isFixed[vertex]) continue;
			const at = 3 * vertex;
			toLocal(pose, x[at], x[at + 1], x[at + 2], local);
			const d = shape.distance(local[0], local[1], local[2]);
			if (!(d < reach)) continue;
			if (d <= 0) {
				this.isInside = true;
				continue;
			}
			const to = contacts.push(vertex);
			const { numbers } = contacts;
			numbers[to] = factor * kappa * weights[vertex];
			numbers[to + 1] = reach;
			numbers[to + 2] = d;
			numbers[to + 12] = index;
		}
	}

	/** Finds the contacts at positions, with derivatives of their distances. */
	private findDerivatives(x: Float64Array): void {
		this.find(x);
		if (this.hasDerivatives) return;
		this.hasDerivatives = true;
		const { local, derivatives } = this;
		const { numbers, vertices, count } = this.contacts;
		for (let i = 0; i < count; i++) {
			const to = contactWidth * i;
			const { shape, now: pose } = this.placed[numbers[to + 12]];
			const at = 3 * vertices[i];
			toLocal(pose, x[at], x[at + 1], x[at + 2], local);
			shape.derivatives(local[0], local[1], local[2], derivatives);
			turnDerivatives(pose, derivatives);
			for (let k = 0; k < 9; k++) numbers[to + 3 + k] = derivatives[k];
		}
	}

	/** Tells the numerics where points are; other nodes may follow them. */
	private place(x: Float64Array): void {
		const { array } = this.positions;
		array.set(x.subarray(0, array.length));
	}

	/** Energy [J] at x, summed with compensation; not a number where a vertex is in a collider. */
	value(x: Float64Array): number {
		return this.energy(x, this.sliding.count);
	}

	/** Returns the energy [J] of contact without friction, with colliders where they are at a time [s]. */
	barrierEnergy(x: Float64Array, time: number): number {
		if (this.hasMotion) {
			this.pose(time, time);
			this.moved();
		}
		return this.energy(x, 0);
	}

	private energy(x: Float64Array, slidingCount: number): number {
		this.find(x);
		if (this.isInside) return Number.NaN;
		const { contacts, sliding, answer } = this;
		this.place(x);
		this.memory.numerics.sumContactEnergies(
			contacts.pointer,
			contacts.count,
			sliding.list.pointer,
			slidingCount,
			this.positions.pointer,
			this.room.pointer,
			answer.pointer,
		);
		return answer.array[0];
	}

	/** out += gradient at x, without friction on request; returns the size of the forces. */
	addGradient(x: Float64Array, out: Float64Array, hasFriction = true): number {
		this.findDerivatives(x);
		const { contacts, sliding, forces, answer } = this;
		this.place(x);
		forces.array.set(out.subarray(0, forces.array.length));
		this.memory.numerics.addContactForces(
			contacts.pointer,
			contacts.count,
			sliding.list.pointer,
			hasFriction ? sliding.count : 0,
			this.positions.pointer,
			this.room.pointer,
			forces.pointer,
			answer.pointer,
		);
		out.set(forces.array);
		return Math.sqrt(answer.array[0]);
	}

	/** Writes the displacement [m] of a collider in the substep, at a point that is at x at the end. */
	private displacement(
		{ before, now }: Placed,
		x: Float64Array,
		point: number,
		out: Float64Array,
	): void {
		const { local } = this;
		const at = 3 * point;
		toLocal(now, x[at], x[at + 1], x[at + 2], local);
		toWorld(before, local[0], local[1], local[2], out);
		for (let k = 0; k < 3; k++) out[k] = x[at + k] - out[k];
	}

	/** Returns the energy [J] that friction takes in the substep from `start` to x. */
	frictionLoss(x: Float64Array, start: Float64Array): number {
		const { sliding, placed, way } = this;
		let sum = 0;
		for (let i = 0; i < sliding.count; i++) {
			const point = sliding.vertex(i);
			this.displacement(placed[sliding.collider(i)], x, point, way);
			const slope = sliding.gradient(i, x);
			for (let k = 0; k < 3; k++)
				sum += slope[k] * (x[3 * point + k] - start[3 * point + k] - way[k]);
		}
		return sum;
	}

	/** Returns the work [J] of colliders that move in the substep that ends at x. */
	drivingWork(x: Float64Array): number {
		if (!this.hasMotion) return 0;
		this.findDerivatives(x);
		const { contacts, sliding, placed, way } = this;
		const { numbers } = contacts;
		let sum = 0;
		for (let i = 0; i < contacts.count; i++) {
			const at = contactWidth * i;
			const one = placed[numbers[at + 12]];
			if (!one.collider.moves) continue;
			this.displacement(one, x, contacts.vertices[i], way);
			const slope =
				numbers[at] * barrierSlope(numbers[at + 2], numbers[at + 1]);
			for (let k = 0; k < 3; k++) sum -= slope * numbers[at + 3 + k] * way[k];
		}
		for (let i = 0; i < sliding.count; i++) {
			const one = placed[sliding.collider(i)];
			if (!one.collider.moves) continue;
			this.displacement(one, x, sliding.vertex(i), way);
			const slope = sliding.gradient(i, x);
			for (let k = 0; k < 3; k++) sum -= slope[k] * way[k];
		}
		return sum;
	}

	/** Calls `take` with 3×3 blocks that add up to the Hessian at x, by rows, in an array that serves all of them. */
	visitBlocks(x: Float64Array, positive: boolean, take: TakeBlock): void {
		this.findDerivatives(x);
		const { contacts, sliding, blocks, room } = this;
		const { numerics } = this.memory;
		this.place(x);
		for (let first = 0; first < contacts.count; first += atOnce) {
			numerics.contactBlocks(
				contacts.pointer,
				first,
				Math.min(first + atOnce, contacts.count),
				positive ? 1 : 0,
				room.pointer,
				blocks.pointer,
			);
			blocks.visit(take);
		}
		for (let first = 0; first < sliding.count; first += atOnce) {
			numerics.rubbingBlocks(
				sliding.list.pointer,
				first,
				Math.min(first + atOnce, sliding.count),
				this.positions.pointer,
				room.pointer,
				blocks.pointer,
			);
			blocks.visit(take);
		}
	}

	/** Calls `each` with points on which contact or friction acts. */
	visitTouching(x: Float64Array, each: (point: number) => void): void {
		this.find(x);
		const { contacts, sliding } = this;
		for (let i = 0; i < contacts.count; i++) each(contacts.vertices[i]);
		for (let i = 0; i < sliding.count; i++) each(sliding.vertex(i));
	}

	/** Whether the Hessian at x has any blocks. */
	hasBlocks(x: Float64Array): boolean {
		this.find(x);
		return this.contacts.count + this.sliding.count > 0;
	}

	/** See `inspectStart`. */
	inspect(
		x: Float64Array,
		ranges: readonly PointRange[],
		lift: (by: Float64Array, vertex: number) => void,
	): ContactProblem | undefined {
		return inspectStart(this.placed, x, ranges, lift);
	}

	/** See `visitInside`. */
	visitInside(
		x: Float64Array,
		push: (point: number, by: Float64Array) => void,
	): void {
		visitInside(this.placed, x, push);
	}

	/** How points of some ranges touch colliders at a time [s]. */
	report(
		x: Float64Array,
		time: number,
		ranges: readonly PointRange[],
	): ContactReport[] {
		const { placed, sliding, isFixed } = this;
		const parts = { placed, sliding, isFixed };
		return contactReports(parts, x, time, ranges, (vertex, at, d) =>
			this.pressure(vertex, at, d),
		);
	}

	/** The normal force [N] on a vertex at a distance [m]. */
	private pressure(
		vertex: number,
		{ kappa, reach }: Placed,
		d: number,
	): number {
		return (
			-this.stiffness * kappa * this.weights[vertex] * barrierSlope(d, reach)
		);
	}
}

/** All points of some ranges but nodes that have nothing to carry, such as those within solids. */
function touchingPoints(
	ranges: readonly PointRange[],
	weights: Float64Array,
	nodeCount: number,
): Uint32Array {
	const found: number[] = [];
	for (const { first, last } of ranges)
		for (let point = first; point < last; point++)
			if (weights[point] > 0 || point >= nodeCount) found.push(point);
	return Uint32Array.from(found).sort();
}
