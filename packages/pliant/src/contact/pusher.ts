/**
 * A ball that pushes what it meets, led by hand while a simulation runs. Points that are deeper than its surface are pushed out by a spring,
 *
 *   E = ½ Σ κ m (r − d)²   where d < r, the distance of a point from the centre; m is the mass that the point may have to carry
 *
 * rather than kept out as by colliders: a hand may ask for what cannot be, such as to go through what is held, and then there is no step that a collider would allow.
 */
import { requireOptions, requirePositive, requireVector3 } from "../checks.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { NodeTerm, TakeBlock, TermStep } from "../system/nodeTerm.ts";
import type { TouchingPoints } from "./touchingPoints.ts";

export interface Push {
	/** Where the centre of the ball is led to [m]; it goes no more than half its radius in a step. */
	readonly centre: Vector3;
	/** [m] */
	readonly radius: number;
	/** κ [1/s²]: what the ball accelerates points by, for each metre that they are in it; 10⁶ by default. */
	readonly stiffness?: number;
}

/** What can be pushed. */
export interface PushedPoints {
	readonly points: TouchingPoints;
	/** Mass [kg] that each may have to carry. */
	readonly weights: Float64Array;
}

const defaultStiffness = 1e6;

function checkPush(owner: string, push: Push): void {
	requireOptions(owner, push, ["centre", "radius", "stiffness"]);
	const { centre, radius, stiffness = defaultStiffness } = push;
	requireVector3(`${owner}: centre`, centre);
	requirePositive(`${owner}: radius`, radius);
	requirePositive(`${owner}: stiffness`, stiffness);
}

export class Pusher implements NodeTerm {
	private readonly find: () => PushedPoints;
	/** Positions of nodes [m]. */
	private readonly x: Float64Array;
	/** Once something was pushed. */
	private pushed: PushedPoints | undefined;
	private positions = new Float64Array(0);
	private forces = new Float64Array(0);
	private push: Required<Push> | undefined;
	/** The centre [m] at the beginning and at the end of the present step, and when these are [s]. */
	private from: Vector3 = [0, 0, 0];
	private to: Vector3 = [0, 0, 0];
	private fromTime = 0;
	private toTime = 0;
	/** The centre as it is taken [m]. */
	private centre: Vector3 = [0, 0, 0];
	private isStale = true;

	/** @param find is called when something is pushed for the first time */
	constructor(find: () => PushedPoints, x: Float64Array) {
		this.find = find;
		this.x = x;
	}

	/** Leads the ball to a place; it appears there where there was none. None where it is left out. */
	set(push: Push | undefined): void {
		if (push) checkPush("simulation.push", push);
		if (push && !this.push) this.to = push.centre;
		this.push = push && { stiffness: defaultStiffness, ...push };
	}

	/** Begins a step of the simulation, as long as whoever leads the ball sees it. */
	advance(time: number, duration: number): void {
		if (!this.push) return;
		const { centre, radius } = this.push;
		const way = centre.map((c, k) => c - this.to[k]);
		const part = Math.min(1, (0.5 * radius) / (Math.hypot(...way) || 1));
		const [x, y, z] = this.to.map((c, k) => c + part * way[k]);
		[this.from, this.to] = [this.to, [x, y, z]];
		[this.fromTime, this.toTime] = [time, time + duration];
	}

	/** Where the ball is, if there is one: centre and radius [m]. */
	get ball():
		| { readonly centre: Vector3; readonly radius: number }
		| undefined {
		return this.push && { centre: this.to, radius: this.push.radius };
	}

	get hasBlocks(): boolean {
		return this.push !== undefined;
	}

	/** Nor is the work of a ball that moves energy of what it pushes. */
	get countsWork(): boolean {
		return this.push !== undefined;
	}

	/** The nodes of a point belong to one body, which couples them anyway. */
	visitCouplings(): void {}

	begin({ time }: TermStep): void {
		if (!this.push) return;
		if (!this.pushed) {
			this.pushed = this.find();
			const length = 3 * this.pushed.points.count;
			this.positions = new Float64Array(length);
			this.forces = new Float64Array(length);
		}
		const { from, to, fromTime, toTime } = this;
		const part =
			toTime > fromTime ? (time - fromTime) / (toTime - fromTime) : 1;
		const [x, y, z] = from.map(
			(c, k) => c + Math.min(1, Math.max(0, part)) * (to[k] - c),
		);
		this.centre = [x, y, z];
		this.isStale = true;
	}

	beginIteration(): void {}

	moved(): void {
		this.isStale = true;
	}

	/** Calls `each` with points in the ball: κ m, how far in [m], the distance from the centre [m], and the direction from there. */
	private visit(
		each: (
			point: number,
			at: { stiffness: number; depth: number; distance: number; n: Vector3 },
		) => void,
	): void {
		const { pushed, positions, centre, push } = this;
		if (!pushed || !push) return;
		if (this.isStale) pushed.points.positions(this.x, positions);
		this.isStale = false;
		for (let point = 0; point < pushed.weights.length; point++) {
			const mass = pushed.weights[point];
			const [x, y, z] = [0, 1, 2].map(
				(k) => positions[3 * point + k] - centre[k],
			);
			const distance = Math.hypot(x, y, z);
			if (mass === 0 || !(distance < push.radius)) continue;
			const n: Vector3 =
				distance > 0 ? [x / distance, y / distance, z / distance] : [0, 1, 0];
			const depth = push.radius - distance;
			each(point, { stiffness: push.stiffness * mass, depth, distance, n });
		}
	}

	value(): number {
		let sum = 0;
		this.visit((_, { stiffness, depth }) => {
			sum += 0.5 * stiffness * depth * depth;
		});
		return sum;
	}

	addGradient(out: Float64Array): number {
		if (!this.push) return 0;
		const size = this.collectForces();
		this.pushed?.points.addForces(this.forces, out);
		return size;
	}

	/** Takes the gradient by points; returns its size. */
	private collectForces(): number {
		const { forces } = this;
		let squares = 0;
		forces.fill(0);
		this.visit((point, { stiffness, depth, n }) => {
			squares += (stiffness * depth) ** 2;
			for (let k = 0; k < 3; k++)
				forces[3 * point + k] = -stiffness * depth * n[k];
		});
		return Math.sqrt(squares);
	}

	visitBlocks(positive: boolean, take: TakeBlock): void {
		if (!this.pushed) return;
		const { points } = this.pushed;
		const spread = points.spread(take);
		const block = new Float64Array(9);
		this.visit((point, { stiffness, depth, distance, n }) => {
			// Across its direction a point is pushed further out the more it goes aside.
			const across =
				positive || distance === 0 ? 0 : (-stiffness * depth) / distance;
			for (let i = 0; i < 9; i++) {
				const [r, c] = [Math.floor(i / 3), i % 3];
				block[i] = (stiffness - across) * n[r] * n[c] + (r === c ? across : 0);
			}
			spread(point, point, block);
		});
		if (positive || points.carried.length === 0) return;
		this.collectForces();
		points.takeCurvature(this.forces, take);
	}
}
