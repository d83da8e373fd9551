/** The simulation of a scene: built once, then stepped. */
import type { Attachment } from "../attachments/attachment.ts";
import type { ContactReport } from "../contact/contact.ts";
import type { FrameBody } from "../frames/frameBody.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { FollowingPoints } from "../points/followingPoints.ts";
import type { MaterialPoint } from "../points/materialPoint.ts";
import type { RigidBody } from "../rigid/rigidBody.ts";
import type { Body } from "../scene/body.ts";
import type { BuiltScene } from "../scene/build.ts";
import { followPoints } from "../scene/buildAttachments.ts";
import type { FrameRange } from "../scene/frameRange.ts";
import type { SceneBody } from "../scene/scene.ts";
import { BlockDescent } from "../solvers/blockDescent.ts";
import { createLinearSolver } from "../solvers/linear/linearSolvers.ts";
import { SolverMemory } from "../solvers/linear/solverMemory.ts";
import { Newton, type NewtonReport } from "../solvers/newton.ts";
import type { ColouredElements } from "../system/colouredElements.ts";
import {
	type Energies,
	energies,
	type Momentum,
	momentum,
} from "../system/measures.ts";
import {
	type PrincipalStretches,
	principalStretches,
} from "../system/principalStretches.ts";
import { largestVertex, type Vector } from "../system/vectorSpace.ts";
import { IncrementalPotential } from "../time/incrementalPotential.ts";
import type {
	History,
	Integrator,
	StepContext,
} from "../time/integrators/integrator.ts";
import { type StaticsReport, solveStatics } from "../time/statics.ts";
import { CellFields } from "./cellFields.ts";
import {
	decodeCheckpoint,
	encodeCheckpoint,
	fingerprint,
} from "./checkpoint.ts";
import { FrameView } from "./frameView.ts";
import {
	integratorOf,
	type SimulationSettings,
	type StaticsOptions,
	staticsSettings,
} from "./options.ts";
import { type Reaction, reactionOf } from "./reaction.ts";
import { simulationError } from "./simulationError.ts";
import { VertexViews } from "./vertexViews.ts";

/** What linear systems are solved for. */
type Task = "steps" | "statics";

/** A step that fails is halved at most so often. */
const halvings = 6;

/** After so many milliseconds a run lets other work have its turn. */
const breathInterval = 50;

export interface StepReport extends Omit<NewtonReport, "residuals" | "vertex"> {
	/** Force imbalance over forces at the end. */
	readonly residual: number;
	/** Pieces that the step was cut into. */
	readonly substeps: number;
}

/** What went wrong in a step, and at which vertex. */
interface StepProblem {
	readonly what: string;
	readonly vertex: number;
}

/** Seen after every step. */
export interface Observation {
	readonly simulation: Simulation;
	/** Time [s]. */
	readonly time: number;
	/** Steps taken. */
	readonly step: number;
	readonly report: StepReport;
}

export interface RunOptions {
	readonly seconds?: number;
	readonly steps?: number;
	/** Stops when no vertex moves faster than this [m/s]. */
	readonly untilSpeedBelow?: number;
	/** Stops after the step during which it is aborted; the run then rejects with its reason. */
	readonly signal?: AbortSignal;
}

export class Simulation {
	private readonly settings: SimulationSettings;
	private readonly integrator: Integrator;
	private readonly scene: BuiltScene;
	private readonly potential: IncrementalPotential;
	private readonly history: History;
	/** Everything that a step changes, and a copy of it to undo a step with. */
	private readonly changing: readonly Float64Array[];
	private readonly before: readonly Float64Array[];
	private readonly velocitiesBefore: Vector;
	/** Stiffness of contact before a step. */
	private stiffnessBefore = 1;
	private readonly forces: Vector;
	private readonly momenta: Vector;
	private readonly solvers = new Map<Task, Newton>();
	private readonly memories = {
		steps: new SolverMemory(),
		statics: new SolverMemory(),
	};
	private readonly descent: BlockDescent | undefined;
	private readonly views: VertexViews;
	private readonly cells: CellFields;
	private readonly observers = new Set<(observation: Observation) => void>();

	/** For `simulate`. */
	constructor(
		scene: BuiltScene,
		settings: SimulationSettings,
		elements: ColouredElements | undefined,
	) {
		const { state, space, frames, frameParts, attachments } = scene;
		this.scene = scene;
		this.settings = settings;
		this.integrator = integratorOf(settings);
		this.potential = new IncrementalPotential(scene, {
			mass: 0,
			stiffness: 0,
			...settings.damping,
		});
		this.descent =
			elements &&
			new BlockDescent(elements, this.potential, {
				...scene,
				backend: settings.backend,
			});
		this.history = this.integrator.looksBack
			? { x: space.vector(), v: space.vector(), step: 0 }
			: { step: 0 };
		const { x, v } = this.history;
		this.changing = [
			state.x.array,
			state.v.array,
			...(x && v ? [x.array, v.array] : []),
			...(frames ? [frames.orientations] : []),
			...frameParts.flatMap((part) => part.stateArrays),
			...(attachments ? [attachments.broken] : []),
		];
		this.velocitiesBefore = space.vector();
		this.before = this.changing.map((array) =>
			array === state.v.array ? this.velocitiesBefore.array : array.slice(),
		);
		this.forces = space.vector();
		this.momenta = space.vector();
		this.views = new VertexViews(scene);
		this.cells = new CellFields(scene);
	}

	/** Time [s]. */
	get time(): number {
		return this.scene.state.time;
	}

	/** Steps taken. */
	get stepCount(): number {
		return this.scene.state.step;
	}

	/** Length of a step [s]. */
	get timeStep(): number {
		return this.settings.timeStep;
	}

	/** How the linear systems of steps, or of statics, are solved. */
	linearMethod(task: Task): string {
		return this.newton(task).linear.method;
	}

	/** Solvers are made when first used: analysing a matrix to factor it takes time and memory. */
	private newton(task: Task): Newton {
		let newton = this.solvers.get(task);
		if (!newton) {
			const { model, ranges, constraints, frames, arena, space, team } =
				this.scene;
			const edges = () => ({
				pattern: model.edges,
				constraints: constraints.inArena(arena),
				fixed: constraints.fixed,
				innerNodes: new Map(ranges.flatMap((range) => range.innerNodes())),
				frames: frames?.rows() ?? [],
				positions: this.potential.x,
				restPositions: () => this.restPositions(),
				arena,
				space,
				team,
			});
			const linear = createLinearSolver(
				{
					pattern: model.pattern,
					edges,
					space,
					memory: this.memories[task],
				},
				this.settings.linear,
			);
			newton = new Newton(linear, space);
			this.solvers.set(task, newton);
		}
		return newton;
	}

	private restPositions(): Vector {
		const { ranges, space } = this.scene;
		const positions = space.vector();
		for (const range of ranges)
			range.scatter(range.body.mesh.positions, positions.array);
		return positions;
	}

	/**
	 * Advances by one time step. A step that fails is undone and taken in halves, quarters and so on; where that does not
	 * help the state stays as it was and an error tells why.
	 */
	step(): StepReport {
		const { state } = this.scene;
		const { timeStep } = this.settings;
		const { time } = state;
		const previousStep = this.history.step;
		this.remember();
		let problem: StepProblem | undefined;
		let isDone = false;
		try {
			for (let pieces = 1; pieces <= 2 ** halvings; pieces *= 2) {
				const outcome = this.attempt(timeStep / pieces, pieces);
				if (!("what" in outcome)) {
					// Not a sum of rounded pieces.
					state.time = time + timeStep;
					state.step++;
					this.scene.attachments?.breakWeak();
					isDone = true;
					this.views.refresh();
					this.notify(outcome);
					return outcome;
				}
				problem ??= outcome;
				this.undo(time, previousStep);
			}
		} finally {
			// What a load or a motion given as a function throws comes through here.
			if (!isDone) this.undo(time, previousStep);
		}
		const { what, vertex } = problem as StepProblem;
		throw simulationError(
			`step ${state.step + 1} at ${time.toPrecision(6)} s failed: ${what}; cutting it into ${2 ** halvings} pieces did not help. Use a smaller time step, or check materials and loads`,
			this.scene,
			vertex,
		);
	}

	private remember(): void {
		for (const [i, array] of this.changing.entries()) this.before[i].set(array);
		this.stiffnessBefore = this.scene.contact?.contact.stiffness ?? 1;
	}

	private undo(time: number, previousStep: number): void {
		const { state, contact } = this.scene;
		for (const [i, array] of this.changing.entries()) array.set(this.before[i]);
		this.history.step = previousStep;
		if (contact) contact.contact.stiffness = this.stiffnessBefore;
		this.memories.steps.forget();
		state.time = time;
		this.framesMoved();
	}

	/** Frames were put somewhere by other than steps. */
	private framesMoved(): void {
		const { frames, frameParts, state, attachments } = this.scene;
		frames?.read(state.x.array);
		for (const part of frameParts) part.moved();
		attachments?.moved();
	}

	/** Takes the pieces of a step; says what is wrong, and where, if one fails. */
	private attempt(h: number, pieces: number): StepReport | StepProblem {
		const { state } = this.scene;
		const total = { iterations: 0, linearIterations: 0, safeguarded: 0 };
		let last: NewtonReport | undefined;
		for (let piece = 0; piece < pieces; piece++) {
			last = this.advance(h);
			const what =
				last.failure ??
				(this.changing.every(areFinite)
					? last.converged || !this.settings.mustConverge
						? undefined
						: `no convergence in ${last.iterations} iterations`
					: "positions became infinite or not a number");
			if (what) return { what, vertex: last.vertex ?? this.faultyVertex() };
			state.time += h;
			total.iterations += last.iterations;
			total.linearIterations += last.linearIterations;
			total.safeguarded += last.safeguarded;
		}
		const { residuals, ...report } = last as NewtonReport;
		return {
			...report,
			...total,
			residual: residuals[residuals.length - 1] ?? 0,
			substeps: pieces,
		};
	}

	/** Where to look: the first vertex whose position or force is not a number, or the one with the largest imbalance. */
	private faultyVertex(): number {
		const { x } = this.potential;
		if (this.scene.space.isFinite(x)) this.potential.gradient(this.forces);
		else this.forces.array.set(x.array);
		return largestVertex(this.forces.array);
	}

	private advance(h: number): NewtonReport {
		const { newtonIterations, tolerance, linearTolerance } = this.settings;
		this.memories.steps.beginStep();
		const context: StepContext = {
			...this.scene,
			potential: this.potential,
			history: this.history,
			forces: this.forces,
			massDamping: this.settings.damping.mass ?? 0,
			minimize: () =>
				this.descent?.minimize(this.settings) ??
				this.newton("steps").minimize(this.potential, {
					iterations: newtonIterations,
					tolerance,
					linearTolerance,
					longestStep: Number.POSITIVE_INFINITY,
				}),
		};
		return this.integrator.step(context, h);
	}

	/** Steps until a time has passed, steps were taken or everything rests. */
	async run({
		seconds,
		steps,
		untilSpeedBelow,
		signal,
	}: RunOptions): Promise<void> {
		// Whole steps that reach the time, but for rounding.
		const count =
			steps ??
			Math.ceil((seconds ?? Number.POSITIVE_INFINITY) / this.timeStep - 1e-9);
		if (!(count >= 0) || (count === Infinity && untilSpeedBelow === undefined))
			throw new Error(
				`run: steps is ${steps}, seconds is ${seconds}; say when to stop with a count, a time, or untilSpeedBelow`,
			);
		let breath = performance.now();
		for (let i = 0; i < count; i++) {
			this.step();
			signal?.throwIfAborted();
			if (untilSpeedBelow !== undefined && this.rests(untilSpeedBelow)) return;
			if (performance.now() - breath > breathInterval) {
				await new Promise((resolve) => setTimeout(resolve));
				breath = performance.now();
			}
		}
	}

	/** Whether nothing moves faster than a speed [m/s], or would within a second at its present acceleration. */
	rests(speed: number): boolean {
		const { state, space } = this.scene;
		space.difference(1, state.v, this.velocitiesBefore, this.forces);
		return (
			space.longest(state.v) < speed &&
			space.longest(this.forces) < speed * this.timeStep
		);
	}

	/** Moves to static equilibrium under the loads and constraints of the current time; velocities become zero. */
	solveStatics(options: StaticsOptions = {}): StaticsReport {
		const { model, state } = this.scene;
		const { step } = this.history;
		const settings = staticsSettings(options);
		this.memories.statics.forget();
		this.remember();
		let isDone = false;
		try {
			const report = solveStatics(
				this.potential,
				this.newton("statics"),
				state.time,
				{
					...settings,
					linearTolerance: 1e-4,
					longestStep: 0.2 * model.size,
				},
			);
			isDone = report.converged;
			if (!isDone) {
				const residual = report.residuals[report.residuals.length - 1] ?? 1;
				throw simulationError(
					`statics failed: ${report.failure ?? "no convergence"} (residual ${residual.toExponential(1)} after ${report.iterations} iterations). Hold the body, use more load steps or iterations, or let damped steps come to rest`,
					this.scene,
					report.vertex ?? this.faultyVertex(),
				);
			}
			state.v.array.fill(0);
			this.history.step = 0;
			this.scene.frames?.recentre(state.x.array);
			this.views.refresh();
			return report;
		} finally {
			if (!isDone) this.undo(state.time, step);
		}
	}

	/** Ends its threads. A simulation without threads has nothing to close, and one that is forgotten does not keep a program alive. */
	close(): void {
		this.scene.team.close();
	}

	/** Calls a function after every step; returns a function that ends this. */
	observe(observer: (observation: Observation) => void): () => void {
		this.observers.add(observer);
		return () => this.observers.delete(observer);
	}

	private notify(report: StepReport): void {
		const { time, step } = this.scene.state;
		for (const observer of this.observers)
			observer({ simulation: this, time, step, report });
	}

	/** Positions [m], xyz per vertex of a body's mesh: a view that later steps change, not to be written to. */
	positions(body: SceneBody): Float64Array {
		return this.views.view("x", body);
	}

	/** Velocities [m/s], xyz per vertex of a body's mesh: a view that later steps change, not to be written to. */
	velocities(body: SceneBody): Float64Array {
		return this.views.view("v", body);
	}

	/** Where a material point is [m]. */
	positionOf(point: MaterialPoint): Vector3 {
		return this.look(point, (points, out) => points.positions(out));
	}

	/** How fast a material point moves [m/s]. */
	velocityOf(point: MaterialPoint): Vector3 {
		const v = this.scene.state.v.array;
		return this.look(point, (points, out) => points.velocities(v, out));
	}

	private look(
		point: MaterialPoint,
		write: (points: FollowingPoints, out: Float64Array) => void,
	): Vector3 {
		const { x } = this.scene.state;
		const [{ points }] = followPoints([point], { ...this.scene, x });
		const out = new Float64Array(3);
		write(points, out);
		points.release?.();
		return [out[0], out[1], out[2]];
	}

	/** The frames of a frame body or a rigid body: where they are, how they move; to be put elsewhere, inserted and removed. */
	frames(body: FrameBody | RigidBody): FrameView {
		const range = this.views.range(body) as FrameRange;
		return new FrameView(range, this.scene.state, {
			moved: () => {
				this.framesMoved();
				this.views.refresh();
			},
			structureChanged: () => {
				this.scene.renewStructure();
				this.potential.structureChanged();
				this.solvers.clear();
				this.memories.steps.forget();
				this.memories.statics.forget();
				this.history.step = 0;
				this.views.refresh();
			},
		});
	}

	/** Force [N] of an attachment on its first point; none once it has broken. */
	attachmentForce(attachment: Attachment): Vector3 {
		return this.scene.attachments?.force(attachment) ?? [0, 0, 0];
	}

	isBroken(attachment: Attachment): boolean {
		return this.scene.attachments?.isBroken(attachment) ?? false;
	}

	/**
	 * What holds and moves a body, after an implicit step or statics: the forces [N] on its held vertices or frames, their sum, and
	 * their moment about a point [m].
	 */
	reaction(body: SceneBody, about: Vector3 = [0, 0, 0]): Reaction {
		if (this.integrator.name === "midpoint" || !this.potential.isBegun)
			throw new Error(
				"simulation: reactions are known after steps of implicit-euler or bdf2, and after statics",
			);
		this.potential.fullGradient(this.forces);
		const { state, constraints } = this.scene;
		return reactionOf(
			this.views.range(body),
			constraints,
			state.x.array,
			this.forces.array,
			about,
		);
	}

	/**
	 * Green's strain of a body's cells (those that carry its mass): xx, yy, zz, xy, yz, xz per cell in rest coordinates. The next
	 * call for the body overwrites it.
	 */
	strain(body: Body): Float64Array {
		return this.cells.strain(body, this.positions(body));
	}

	/**
	 * Cauchy's stress of a body's cells (those that carry its mass): xx, yy, zz, xy, yz, xz per cell, [Pa] in solids, [N/m] in
	 * cloth, [N] in cables. Models on other elements, such as springs along the edges of cloth, add nothing to it. The next call for
	 * the body overwrites it.
	 */
	stress(body: Body): Float64Array {
		return this.cells.stress(body, this.positions(body));
	}

	/**
	 * Piola–Kirchhoff stress of a body's cells, in the units of `stress` but per what they measured at rest. The first is force by
	 * rest directions, 9 numbers per cell: rows are present axes, columns rest axes. The second is in rest axes, with the
	 * symmetric tensor's xx, yy, zz, xy, yz, xz.
	 */
	piolaStress(body: Body, which: "first" | "second"): Float64Array {
		return this.cells.piolaStress(body, this.positions(body), which);
	}

	/** Principal stretches of a body's cells, the largest first, and their directions at rest. */
	principalStretches(body: Body): PrincipalStretches {
		return principalStretches(body.mesh, body.massOn, this.strain(body));
	}

	/** How a body touches each of the scene's colliders. */
	contacts(body: SceneBody): ContactReport[] {
		const { state, contact } = this.scene;
		const range = this.views.range(body);
		const [first, count] =
			"part" in range
				? [range.firstTouching ?? 0, range.touchingCount]
				: [range.first, range.count];
		return contact?.report(state.time, first, first + count) ?? [];
	}

	energies(): Energies {
		return energies({ ...this.scene, momenta: this.momenta });
	}

	momentum(): Momentum {
		return momentum({ ...this.scene, momenta: this.momenta });
	}

	/** The state to the last bit, to be given to `restore` of a simulation of the same scene. */
	checkpoint(): Uint8Array {
		const { time, step } = this.scene.state;
		const { numbers: memory, vectors } = this.memories.steps;
		return encodeCheckpoint(
			{
				time,
				step,
				previousStep: this.history.step,
				contactStiffness: this.scene.contact?.contact.stiffness ?? 1,
				memory,
			},
			fingerprint(this.scene),
			this.changing,
			vectors.map(({ array }) => array),
		);
	}

	restore(checkpoint: Uint8Array): void {
		const numbers = decodeCheckpoint(
			checkpoint,
			fingerprint(this.scene),
			this.changing,
			this.scene.space.length,
		);
		this.memories.steps.restore(
			numbers.memory,
			numbers.vectors,
			this.scene.space,
		);
		this.scene.state.time = numbers.time;
		this.scene.state.step = numbers.step;
		this.history.step = numbers.previousStep;
		this.scene.contact?.contact.resume(numbers.contactStiffness);
		this.framesMoved();
		this.scene.attachments?.placeTargets(numbers.time);
		this.views.refresh();
	}
}

function areFinite(array: Float64Array): boolean {
	let sum = 0;
	for (let i = 0; i < array.length; i++) sum += array[i] * array[i];
	return Number.isFinite(sum);
}
