/** The attachments of a simulation as a part of its potential (`attachmentKinds.ts` has the energies). */
import type { Vector3 } from "../mesh/mesh.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import { sandwich } from "../points/sandwich.ts";
import type { NodeTerm, TakeBlock, TermStep } from "../system/nodeTerm.ts";
import type { Attachment } from "./attachment.ts";

/** A point of a set of points. */
export interface PointReference {
	readonly points: FollowingPoints;
	readonly index: number;
}

/** One tie between two points, or between one and a place in the world. Welds have several. */
export interface Tie {
	readonly attachment: Attachment;
	readonly from: PointReference;
	readonly to: PointReference | ((time: number) => Vector3);
	/** [N/m] */
	readonly stiffness: number;
	/** [m] */
	readonly restLength: number;
}

interface Side {
	readonly tie: number;
	readonly sign: 1 | -1;
	readonly index: number;
}

export class Attachments implements NodeTerm {
	readonly ties: readonly Tie[];
	/** 1 for each tie that has broken: a part of the simulation's state. */
	readonly broken: Float64Array;
	/** The points of ties by their set. */
	private readonly sets = new Map<FollowingPoints, Side[]>();
	/** Gaps [m], xyz per tie: now, and where velocities of the substep count from. */
	private readonly gaps: Float64Array;
	private readonly startGaps: Float64Array;
	/** Gaps and targets [m] at the beginning of the substep. */
	private readonly begunGaps: Float64Array;
	private readonly begunTargets: Float64Array;
	private readonly targets: Float64Array;
	private duration = Number.POSITIVE_INFINITY;
	private isStale = true;
	private readonly block = new Float64Array(9);

	constructor(ties: readonly Tie[]) {
		this.ties = ties;
		this.broken = new Float64Array(ties.length);
		const array = () => new Float64Array(3 * ties.length);
		[this.gaps, this.startGaps, this.targets] = [array(), array(), array()];
		[this.begunGaps, this.begunTargets] = [array(), array()];
		const add = (
			{ points, index }: PointReference,
			tie: number,
			sign: 1 | -1,
		) => {
			const sides = this.sets.get(points) ?? [];
			this.sets.set(points, sides);
			sides.push({ tie, sign, index });
		};
		for (const [i, { from, to }] of ties.entries()) {
			add(from, i, 1);
			if (typeof to !== "function") add(to, i, -1);
		}
	}

	visitCouplings(couple: (row: number, column: number) => void): void {
		for (const { from, to } of this.ties) {
			const nodes: number[] = [];
			from.points.visitNodes(from.index, (node) => nodes.push(node));
			if (typeof to !== "function")
				to.points.visitNodes(to.index, (node) => nodes.push(node));
			for (const a of nodes) for (const b of nodes) couple(a, b);
		}
	}

	begin({ duration, fromTime, time }: TermStep): void {
		this.duration = duration;
		this.placeTargets(fromTime);
		this.update();
		this.begunGaps.set(this.gaps);
		this.begunTargets.set(this.targets);
		this.placeTargets(time);
	}

	countFrom({ duration, time }: TermStep): void {
		this.placeTargets(time - duration);
		this.update();
		this.startGaps.set(this.gaps);
		this.placeTargets(time);
	}

	/** Takes places in the world at a time [s]. */
	placeTargets(time: number): void {
		for (const [i, { to }] of this.ties.entries())
			if (typeof to === "function") this.targets.set(to(time), 3 * i);
		this.isStale = true;
	}

	beginIteration(): void {}

	moved(): void {
		this.isStale = true;
	}

	private update(): void {
		if (!this.isStale) return;
		this.isStale = false;
		const { gaps, targets } = this;
		for (let i = 0; i < gaps.length; i++) gaps[i] = -targets[i];
		for (const [points, sides] of this.sets) {
			const x = new Float64Array(3 * points.count);
			points.positions(x);
			for (const { tie, sign, index } of sides)
				for (let k = 0; k < 3; k++)
					gaps[3 * tie + k] += sign * x[3 * index + k];
		}
	}

	private length(gaps: Float64Array, tie: number): number {
		return Math.hypot(gaps[3 * tie], gaps[3 * tie + 1], gaps[3 * tie + 2]);
	}

	/** c/h. */
	private drag(tie: number): number {
		const { damping } = this.ties[tie].attachment.kind;
		return Number.isFinite(this.duration) ? damping / this.duration : 0;
	}

	/** Energy [J] of ties, without damping. */
	energy(): number {
		this.update();
		let sum = 0;
		for (const [i, { stiffness, restLength }] of this.ties.entries())
			if (!this.broken[i])
				sum += (stiffness / 2) * (this.length(this.gaps, i) - restLength) ** 2;
		return sum;
	}

	/** Returns the energy [J] with targets of a time [s], which stay there, or 0 if there are no targets. */
	energyAt(time: number): number {
		if (this.ties.every(({ to }) => typeof to !== "function")) return 0;
		this.placeTargets(time);
		return this.energy();
	}

	/** Returns the energy [J] that damping takes in a substep of length h [s], and its work [J] on targets that move. */
	dampingWorks(h: number): { readonly loss: number; readonly target: number } {
		this.update();
		const { gaps, begunGaps, targets, begunTargets } = this;
		let loss = 0;
		let target = 0;
		for (const [i, { attachment, restLength }] of this.ties.entries()) {
			const rate = attachment.kind.damping / h;
			if (rate === 0 || this.broken[i]) continue;
			const l = this.length(gaps, i);
			const stretch = l - this.length(begunGaps, i);
			for (let k = 3 * i; k < 3 * i + 3; k++) {
				const change =
					restLength > 0
						? (stretch * gaps[k]) / (l || 1)
						: gaps[k] - begunGaps[k];
				loss += rate * change * change;
				target += rate * change * (targets[k] - begunTargets[k]);
			}
		}
		return { loss, target };
	}

	value(): number {
		let sum = this.energy();
		for (const [i, { restLength }] of this.ties.entries()) {
			const drag = this.drag(i);
			if (drag === 0 || this.broken[i]) continue;
			if (restLength > 0)
				sum +=
					(drag / 2) *
					(this.length(this.gaps, i) - this.length(this.startGaps, i)) ** 2;
			else
				for (let k = 3 * i; k < 3 * i + 3; k++)
					sum += (drag / 2) * (this.gaps[k] - this.startGaps[k]) ** 2;
		}
		return sum;
	}

	/** ∂E/∂g of a tie. */
	private slope(i: number): number[] {
		const { gaps, startGaps } = this;
		const { stiffness, restLength } = this.ties[i];
		if (this.broken[i]) return [0, 0, 0];
		const drag = this.drag(i);
		const g = [gaps[3 * i], gaps[3 * i + 1], gaps[3 * i + 2]];
		if (restLength === 0)
			return g.map((c, k) => stiffness * c + drag * (c - startGaps[3 * i + k]));
		const l = this.length(gaps, i);
		if (l === 0) return [0, 0, 0];
		const pull =
			stiffness * (l - restLength) + drag * (l - this.length(startGaps, i));
		return g.map((c) => (pull * c) / l);
	}

	addGradient(out: Float64Array): number {
		this.update();
		let most = 0;
		for (const [points, sides] of this.sets) {
			const forces = new Float64Array(3 * points.count);
			for (const { tie, sign, index } of sides) {
				const slope = this.slope(tie);
				most = Math.max(most, Math.hypot(...slope));
				for (let k = 0; k < 3; k++) forces[3 * index + k] += sign * slope[k];
			}
			points.addForces(forces, out);
		}
		return most;
	}

	/** ∂²E/∂g² of a tie, by rows. */
	private stiffnessBlock(i: number, positive: boolean): Float64Array {
		const { gaps, block } = this;
		const { stiffness, restLength } = this.ties[i];
		const drag = this.drag(i);
		const l = this.length(gaps, i);
		block.fill(0);
		if (restLength === 0 || l === 0) {
			block[0] = block[4] = block[8] = stiffness + drag;
			return block;
		}
		const pull =
			stiffness * (l - restLength) +
			drag * (l - this.length(this.startGaps, i));
		const across = positive ? Math.max(0, pull / l) : pull / l;
		for (let r = 0; r < 3; r++)
			for (let c = 0; c < 3; c++)
				block[3 * r + c] =
					(r === c ? across : 0) +
					((stiffness + drag - across) * gaps[3 * i + r] * gaps[3 * i + c]) /
						l ** 2;
		return block;
	}

	visitBlocks(positive: boolean, take: TakeBlock): void {
		this.update();
		const out = new Float64Array(9);
		for (const [i, { from, to }] of this.ties.entries()) {
			if (this.broken[i]) continue;
			const B = this.stiffnessBlock(i, positive).slice();
			const derivatives: { node: number; J: Float64Array }[] = [];
			const collect = (side: PointReference, sign: number) =>
				side.points.visitJacobian(side.index, (node, J) =>
					derivatives.push({ node, J: J.map((entry) => sign * entry) }),
				);
			collect(from, 1);
			if (typeof to !== "function") collect(to, -1);
			for (const [a, { node: row, J: left }] of derivatives.entries())
				for (const [b, { node: column, J: right }] of derivatives.entries()) {
					// A node may be on both sides; then both orders count.
					if (row > column || (row === column && a > b)) continue;
					sandwich(left, B, right, out);
					if (row === column && a !== b) addOwnTranspose(out);
					take(row, column, out);
				}
			if (positive) continue;
			const slope = this.slope(i);
			from.points.visitCurvature?.(from.index, slope, take);
			if (typeof to !== "function")
				to.points.visitCurvature?.(
					to.index,
					slope.map((f) => -f),
					take,
				);
		}
	}

	/** Breaks what is pulled too hard: to be called after a step. */
	breakWeak(): void {
		this.update();
		for (const attachment of new Set(this.ties.map((tie) => tie.attachment))) {
			if (!(attachment.breakForce < Number.POSITIVE_INFINITY)) continue;
			const own = this.ties.flatMap((tie, i) =>
				tie.attachment === attachment ? [i] : [],
			);
			if (Math.hypot(...this.force(attachment)) > attachment.breakForce)
				for (const i of own) this.broken[i] = 1;
		}
	}

	/** Force [N] of an attachment on its first point. */
	force(attachment: Attachment): [number, number, number] {
		this.update();
		const sum: [number, number, number] = [0, 0, 0];
		for (const [i, tie] of this.ties.entries())
			if (tie.attachment === attachment)
				for (const [k, slope] of this.slope(i).entries()) sum[k] -= slope;
		return sum;
	}

	isBroken(attachment: Attachment): boolean {
		return this.ties.some(
			(tie, i) => tie.attachment === attachment && this.broken[i] === 1,
		);
	}
}

function addOwnTranspose(A: Float64Array): void {
	for (let r = 0; r < 3; r++)
		for (let c = 0; c <= r; c++) {
			const sum = A[3 * r + c] + A[3 * c + r];
			A[3 * r + c] = sum;
			A[3 * c + r] = sum;
		}
}
