/**
 * A body of frames as a part of the incremental potential, and its velocities. The frames' unknowns are nodes
 * (`frameNodes.ts`); vectors in here have six numbers per frame with degrees of freedom, torque or turning first.
 */
import { velocitySize } from "../mappings/skinning.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { NodeTerm, TakeBlock, TermStep } from "../system/nodeTerm.ts";
import type { FrameNodes } from "./frameNodes.ts";
import type { FrameElasticity, FrameSystem } from "./frameSystem.ts";
import { FrameInertia } from "./inertia/frameInertia.ts";
import { frameMassWidth } from "./inertia/momentSpace.ts";
import { solveFree } from "./inertia/solveFree.ts";
import { displacement } from "./motion.ts";
import { noInertia, type SampleEnergies } from "./sampleSet.ts";
import type { StiffnessKind } from "./sampleSystem.ts";
import { StiffnessDrag } from "./stiffnessDrag.ts";

/** A force [N] at a frame's origin and a torque [N m] about it, in the axes of the world. */
export interface FrameWrench {
	/** Among those with degrees of freedom. */
	readonly frame: number;
	/** Torque, then force. */
	readonly wrench: (time: number) => readonly number[];
}

const noGravity = [0, 0, 0];

/** Iterations with the stiffness of Gauss and Newton, which is cheaper, before the exact one is taken. */
const cheapIterations = 3;

export class FrameTerm implements NodeTerm {
	readonly system: FrameSystem;
	readonly nodes: FrameNodes;
	/** Its first frame among all of the simulation, and how many it may have. */
	readonly first: number;
	readonly capacity: number;
	/** Loads on frames. */
	wrenches: readonly FrameWrench[] = [];
	protected inertia!: FrameInertia;
	protected elastic: FrameElasticity | undefined;
	/** Where forces come from in steps, and in statics. */
	private elasticities!: Readonly<
		Record<"steps" | "statics", FrameElasticity | undefined>
	>;
	protected gravity: Vector3;
	/** Gravity's pull on each number of the mass space, where neither inertia nor elasticity has it. */
	private weight: Float64Array | undefined;
	private drag: StiffnessDrag | undefined;
	private step: TermStep | undefined;
	private iteration = 0;
	/** What of elasticity was computed where the frames are. */
	private assembled: StiffnessKind | "none" | undefined;
	private known: SampleEnergies | undefined;
	/** Whether elasticity has the inertia of samples in it. */
	private carriesInertia = false;
	/** Poses at the beginning of the step and of the iteration. */
	private before: Float64Array;
	private from: Float64Array;
	/** Loads on frames at the time of the step. */
	private loads: Float64Array;
	/** Forces without a potential, and their stiffness, where the iteration began. */
	private fromForce: Float64Array | undefined;
	private fromStiffness: Float64Array | undefined;
	/** State of the integration of matter; see `FrameInertia`. */
	private readonly memory: readonly Float64Array[];
	/** Poses that velocities of the substep count from. */
	private dragFrom: Float64Array;

	constructor(
		system: FrameSystem,
		nodes: FrameNodes,
		first: number,
		capacity: number,
		gravity: Vector3,
	) {
		this.system = system;
		this.nodes = nodes;
		this.first = first;
		this.capacity = capacity;
		this.gravity = gravity;
		this.before = new Float64Array(0);
		this.from = new Float64Array(0);
		this.loads = new Float64Array(0);
		this.dragFrom = this.before;
		// Each frame that is inserted comes with another one that it is relative to.
		const length =
			system.massSpace().length +
			2 * frameMassWidth * (capacity - system.frames.length);
		this.memory = Array.from({ length: 6 }, () => new Float64Array(length));
		nodes.arms.fill(system.extent / 2, first, first + capacity);
		this.framesChanged();
	}

	/** Frames with degrees of freedom. */
	get count(): number {
		return this.system.frames.length;
	}

	get size(): number {
		return velocitySize * this.count;
	}

	/** Numbers that belong to the state of the simulation. */
	get stateArrays(): Float64Array[] {
		return [...this.memory];
	}

	/** To be called when frames came or went, or the kind of forces has changed. */
	framesChanged(): void {
		const { system } = this;
		this.elasticities = {
			steps: system.elasticity("steps"),
			statics: system.elasticity("statics"),
		};
		this.elastic = this.elasticities.steps;
		this.inertia = new FrameInertia(system.massSpace(), this.size, this.memory);
		this.step = undefined;
		this.weight = undefined;
		this.forget();
	}

	visitCouplings(couple: (row: number, column: number) => void): void {
		const { nodes, first, count } = this;
		const begin = nodes.positionNode(first);
		for (let i = begin; i < begin + 2 * count; i++)
			for (let j = i; j < begin + 2 * count; j++) couple(i, j);
	}

	/** Poses of frames with degrees of freedom. */
	private poses(): Float64Array {
		const { poses } = this.nodes;
		return poses.slice(7 * this.first, 7 * (this.first + this.count));
	}

	/** How far frames have come from poses. */
	private displacements(from: Float64Array): Float64Array {
		const d = new Float64Array(this.size);
		for (let i = 0; i < this.count; i++)
			displacement(
				from.subarray(7 * i, 7 * i + 7),
				this.nodes.pose(this.first + i),
				d.subarray(velocitySize * i, velocitySize * i + velocitySize),
			);
		return d;
	}

	private setPoses(poses: ArrayLike<number>): void {
		const { places, frames } = this.system;
		for (const [i, frame] of frames.entries()) {
			const pose = places.pose(frame);
			for (let k = 0; k < 7; k++) pose[k] = poses[7 * i + k];
		}
		this.system.update();
		this.forget();
	}

	/** What was computed of elasticity counts no more. */
	protected forget(): void {
		this.assembled = undefined;
		this.known = undefined;
	}

	/** Computes gradient and stiffness of elasticity, unless that was done where the frames are. */
	private assemble(
		elastic: FrameElasticity,
		kind: StiffnessKind | "none",
	): void {
		if (this.assembled === kind) return;
		if (kind === "none" && this.assembled) return;
		elastic.assemble(kind);
		this.assembled = kind;
	}

	moved(): void {
		const { nodes, first, count, system } = this;
		const { poses } = nodes;
		// Frames that stay where they are take everything along that was computed there.
		let isMoved = false;
		for (let i = 0; i < count && !isMoved; i++) {
			const pose = system.places.pose(system.frames[i]);
			for (let k = 0; k < 7; k++)
				isMoved ||= pose[k] !== poses[7 * (first + i) + k];
		}
		if (isMoved) this.setPoses(poses.subarray(7 * first, 7 * (first + count)));
	}

	/** Whether there are forces without a potential, whose work counts from where an iteration begins. */
	get countsWork(): boolean {
		return this.wrenches.length > 0 || this.elastic?.isPotential === false;
	}

	/** Angular and linear velocity of each frame. */
	velocities(v: Float64Array): Float64Array {
		const out = new Float64Array(this.size);
		this.nodes.velocities(v, this.first, out);
		return out;
	}

	/** Velocities of the beginning of the next step, which `begin` does not see. */
	startVelocities: Float64Array = new Float64Array(0);

	begin(step: TermStep): void {
		this.step = step;
		this.iteration = 0;
		this.gravity = step.gravity;
		this.before = this.poses();
		const elastic = this.elasticities[this.isDynamic ? "steps" : "statics"];
		if (elastic !== this.elastic) this.forget();
		this.elastic = elastic;
		const { inertia, size } = this;
		const g = step.gravity.map((c) => c * step.loadFactor);
		const isHere = this.isDynamic;
		if (elastic?.setGravity(elastic.weighs && !isHere ? g : noGravity))
			this.forget();
		this.weight = isHere || elastic?.weighs ? undefined : this.weightOf(g);
		this.loads = new Float64Array(size);
		for (const { frame, wrench } of this.wrenches)
			for (const [k, f] of wrench(step.time).entries())
				this.loads[velocitySize * frame + k] += step.loadFactor * f;
		this.drag = undefined;
		if (!this.isDynamic) {
			this.carryInertia(false);
			return;
		}
		const { stiffness: beta } = step.damping;
		if (beta > 0 && elastic) {
			this.assemble(elastic, "gauss-newton");
			this.drag = new StiffnessDrag(elastic.stiffness, beta / step.duration);
		}
		inertia.begin(step, this.startVelocities, g);
		this.carryInertia(elastic?.weighs === true);
	}

	/** Makes inertia a part of what elasticity computes, or not. Of what is known the energy of frames that have not moved stays. */
	private carryInertia(isCarried: boolean): void {
		const { elastic, inertia, known, nodes, first } = this;
		this.carriesInertia = isCarried;
		if (isCarried) elastic?.setInertia(inertia.factor, inertia.target);
		else elastic?.setInertia(0);
		this.forget();
		if (!known) return;
		this.known = {
			...known,
			...(isCarried ? inertia.energies(nodes.arms[first]) : noInertia),
		};
	}

	private energiesOf(elastic: FrameElasticity): SampleEnergies {
		this.known ??= elastic.energy();
		return this.known;
	}

	/** Gravity's pull on each number of the mass space. */
	protected weightOf(gravity: readonly number[]): Float64Array {
		const { space } = this.inertia;
		const weight = new Float64Array(space.length);
		const fall = new Float64Array(space.length);
		space.fall(gravity, fall);
		space.weigh(fall, weight);
		return weight;
	}

	countFrom(): void {
		this.dragFrom = this.poses();
	}

	private get isDynamic(): boolean {
		return Number.isFinite(this.step?.duration);
	}

	beginIteration(): void {
		this.iteration++;
		this.from = this.poses();
		const { elastic } = this;
		this.fromForce = this.loads.map((f) => -f);
		this.fromStiffness = undefined;
		if (!elastic) return;
		// The gradient comes with the stiffness, which a system is about to need; work of forces without a potential counts from both.
		const kind = this.stiffnessKind(false);
		if (kind === "gauss-newton" || !elastic.isPotential)
			this.assemble(elastic, kind);
		if (elastic.isPotential) return;
		for (let i = 0; i < this.size; i++)
			this.fromForce[i] += elastic.gradient[i];
		this.fromStiffness = elastic.stiffness.slice();
	}

	value(): number {
		const { elastic, inertia, weight, drag } = this;
		let sum = this.workSinceIteration();
		if (elastic?.isPotential) {
			const { elastic: own, gravity, inertia } = this.energiesOf(elastic);
			sum += own + gravity + inertia;
		}
		if (weight) sum -= this.workOfWeight(weight);
		if (!this.isDynamic) return sum;
		if (drag) sum += drag.value(this.displacements(this.dragFrom));
		return this.carriesInertia ? sum : sum + inertia.value();
	}

	protected workOfWeight(weight: Float64Array): number {
		const { space } = this.inertia;
		const y = new Float64Array(space.length);
		space.positions(y);
		return y.reduce((sum, c, i) => sum + c * weight[i], 0);
	}

	/** Forces that have no potential do this work, to second order. */
	private workSinceIteration(): number {
		const { fromForce, fromStiffness, size } = this;
		if (!fromForce || (!fromStiffness && this.wrenches.length === 0)) return 0;
		const d = this.displacements(this.from);
		let sum = 0;
		for (let i = 0; i < size; i++) {
			let product = 0;
			if (fromStiffness)
				for (let j = 0; j < size; j++)
					product += fromStiffness[size * i + j] * d[j];
			sum += d[i] * (fromForce[i] + product / 2);
		}
		return sum;
	}

	addGradient(out: Float64Array): number {
		const { elastic, inertia, weight, nodes, first, loads } = this;
		const total = new Float64Array(this.size);
		let most = 0;
		const add = (part: Float64Array) => {
			most = Math.max(most, this.length(part));
			for (let i = 0; i < total.length; i++) total[i] += part[i];
		};
		const made = (write: (to: Float64Array) => void) => {
			const part = new Float64Array(total.length);
			write(part);
			add(part);
		};
		if (elastic) {
			this.assemble(elastic, "none");
			add(elastic.gradient);
		}
		if (weight)
			made((part) => {
				inertia.space.pull(weight, part);
				for (let i = 0; i < part.length; i++) part[i] = -part[i];
			});
		if (this.wrenches.length > 0) add(loads.map((f) => -f));
		if (this.carriesInertia && elastic)
			most = Math.max(
				...[most, inertia.weightSize, this.energiesOf(elastic).inertialForce],
			);
		else if (this.isDynamic)
			made((part) => {
				const size = inertia.addGradient(part, nodes.arms[first]);
				most = Math.max(most, size);
			});
		const { drag } = this;
		if (drag)
			made((part) => drag.addGradient(this.displacements(this.dragFrom), part));
		nodes.addWrenches(total, first, out);
		return most;
	}

	/** Size of torques and forces [N]. */
	private length(f: Float64Array): number {
		const arm = this.nodes.arms[this.first];
		let sum = 0;
		for (let i = 0; i < f.length; i++)
			sum += (i % velocitySize < 3 ? f[i] / arm : f[i]) ** 2;
		return Math.sqrt(sum);
	}

	visitBlocks(positive: boolean, take: TakeBlock): void {
		const { nodes, first, count, elastic, inertia, weight, drag } = this;
		const K = new Float64Array(this.size ** 2);
		if (elastic) {
			this.assemble(elastic, this.stiffnessKind(positive));
			K.set(elastic.stiffness);
		}
		if (!positive && weight)
			inertia.space.addCurvature?.(
				weight.map((w) => -w),
				K,
			);
		if (this.isDynamic) {
			inertia.addHessian(positive, this.iteration <= 1, K);
			drag?.addHessian(this.displacements(this.dragFrom), K);
		}
		nodes.visitDense(K, count, first, take);
	}

	private stiffnessKind(positive: boolean): StiffnessKind {
		const isCheap = this.isDynamic && this.iteration <= cheapIterations;
		return positive || isCheap ? "gauss-newton" : "exact";
	}

	/** Writes the rotations of frames since the substep began to their nodes. */
	writeTurns(x: Float64Array): void {
		const d = this.displacements(this.before);
		for (let i = 0; i < this.count; i++) {
			const to = 3 * this.nodes.turnNode(this.first + i);
			const arm = this.nodes.arms[this.first + i];
			for (let k = 0; k < 3; k++) x[to + k] = arm * d[velocitySize * i + k];
		}
	}

	/** Subtracts the gradient of inertia from one by the nodes. */
	subtractInertia(gradient: Float64Array): void {
		const part = new Float64Array(this.size);
		this.inertia.addInertialGradient(part);
		this.nodes.addWrenches(
			part.map((f) => -f),
			this.first,
			gradient,
		);
	}

	/** out += loads on frames [N], by their nodes. */
	addLoads(out: Float64Array): void {
		if (this.wrenches.length > 0)
			this.nodes.addWrenches(this.loads, this.first, out);
	}

	/** Returns the energy [J] that Rayleigh damping takes in a substep of length h [s]. */
	dampingLoss(h: number): number {
		const { step, drag } = this;
		const mass = step?.damping.mass ?? 0;
		if (!step || (mass === 0 && !drag)) return 0;
		const d = this.displacements(this.before);
		const stiff = drag ? (2 * drag.value(d) * step.duration) / h : 0;
		if (mass === 0) return stiff;
		const { rates, momenta } = this.matter(d.map((c) => c / h));
		return stiff + mass * h * dot(rates, momenta);
	}

	/** Returns the rates and momenta of matter for velocities of frames. */
	private matter(velocities: Float64Array) {
		const { space } = this.inertia;
		const [rates, momenta] = [0, 0].map(() => new Float64Array(space.length));
		space.velocities(velocities, rates);
		space.weigh(rates, momenta);
		return { rates, momenta };
	}

	/**
	 * Returns the momenta of its matter, and the part of its rates that is due to fixed or moved frames.
	 * @param isFixed returns true for nodes that cannot move freely
	 */
	drivenMatter(v: Float64Array, isFixed: (node: number) => boolean) {
		const velocities = this.velocities(v);
		const { momenta } = this.matter(velocities);
		const fixed = this.fixedFlags(isFixed);
		const { rates } = this.matter(velocities.map((c, i) => c * fixed[i]));
		return { rates, momenta };
	}

	/** Returns 1 for each degree of freedom that is fixed. */
	private fixedFlags(isFixed: (node: number) => boolean): Float64Array {
		const { nodes, first, size } = this;
		return Float64Array.from({ length: size }, (_, i) => {
			const frame = first + Math.floor(i / velocitySize);
			const isTurn = i % velocitySize < 3;
			return Number(
				isFixed(isTurn ? nodes.turnNode(frame) : nodes.positionNode(frame)),
			);
		});
	}

	/** Ends a step of the simulation; see `FrameInertia.endStep`. */
	endStep(v: Float64Array, duration: number, order: number): number {
		return this.inertia.endStep(this.velocities(v), duration, order);
	}

	/**
	 * Ends a substep of length h [s]: writes the velocities of the nodes, where these are now. Fixed and moved frames have those with which they came here,
	 * others those with the momenta of their matter.
	 * @param contact gradient of contact at the nodes
	 */
	finish(
		h: number,
		isFixed: (node: number) => boolean,
		contact: Float64Array,
		v: Float64Array,
	): void {
		const { size, nodes, first, inertia } = this;
		const came = this.displacements(this.before).map((d) => d / h);
		const fixed = this.fixedFlags(isFixed);
		inertia.takeVelocities();
		const M = new Float64Array(size * size);
		inertia.space.addMass(1, M);
		const velocities = solveFree(M, inertia.finalMomenta(), came, fixed);
		const wrenches = nodes.wrenches(contact, first, size);
		inertia.remember(velocities, wrenches, fixed);
		nodes.setVelocities(v, first, velocities);
	}
}

const dot = (a: Float64Array, b: Float64Array): number =>
	a.reduce((sum, c, i) => sum + c * b[i], 0);
