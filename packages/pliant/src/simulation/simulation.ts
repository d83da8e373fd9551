/** The simulation of a scene: built once, then stepped. */
import type { FrameBody } from "../frames/frameBody.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { RigidBody } from "../rigid/rigidBody.ts";
import type { BuiltScene } from "../scene/build.ts";
import type { FrameRange } from "../scene/frameRange.ts";
import type { SceneBody } from "../scene/scene.ts";
import type { BlockDescent, DescentOn } from "../solvers/blockDescent.ts";
import type { NewtonReport } from "../solvers/newton.ts";
import { largestVertex, type Vector } from "../system/vectorSpace.ts";
import { IncrementalPotential } from "../time/incrementalPotential.ts";
import type {
	History,
	Integrator,
	StepContext,
} from "../time/integrators/integrator.ts";
import { type StaticsReport, solveStatics } from "../time/statics.ts";
import {
	decodeCheckpoint,
	encodeCheckpoint,
	fingerprint,
} from "./checkpoint.ts";
import { FrameControl } from "./frameControl.ts";
import { FrameView } from "./frameView.ts";
import { invertedCells } from "./invertedCells.ts";
import type { Mode, ModesOptions } from "./modes.ts";
import {
	integratorOf,
	type SimulationSettings,
	type StaticsOptions,
	staticsSettings,
} from "./options.ts";
import { type Reaction, reactionOf } from "./reaction.ts";
import { SimulatedScene } from "./simulatedScene.ts";
import { simulationError } from "./simulationError.ts";
import {
	measuredWhenAsked,
	type Observation,
	type RunOptions,
	type StepProblem,
	type StepReport,
} from "./stepReport.ts";
import { SystemSolvers, type Task } from "./systemSolvers.ts";

/** A step that fails is halved at most so often. */
const halvings = 6;

/** After so many milliseconds a run lets other work have its turn. */
const breathInterval = 50;

export class Simulation extends SimulatedScene {
	private readonly settings: SimulationSettings;
	private readonly integrator: Integrator;
	private readonly potential: IncrementalPotential;
	private readonly history: History;
	/** Everything that a step changes, and a copy of it to undo a step with. */
	private readonly changing: readonly Float64Array[];
	private readonly before: readonly Float64Array[];
	private readonly velocitiesBefore: Vector;
	/** Stiffness of contact before a step. */
	private stiffnessBefore = 1;
	private readonly forces: Vector;
	private readonly systems: SystemSolvers;
	private readonly descent: BlockDescent | undefined;
	private readonly observers = new Set<(observation: Observation) => void>();

	private readonly context: StepContext;
	/** Chooses steps, where they are not fixed. */
	private readonly control: FrameControl | undefined;

	/** For `simulate`. */
	constructor(
		scene: BuiltScene,
		settings: SimulationSettings,
		descentOn?: DescentOn,
	) {
		const { state, space, frames, frameParts, attachments, surfaces } = scene;
		super(scene);
		this.settings = settings;
		this.systems = new SystemSolvers(scene, settings.linear);
		this.integrator = integratorOf(settings);
		this.potential = new IncrementalPotential(scene, {
			mass: 0,
			stiffness: 0,
			...settings.damping,
		});
		this.descent = descentOn?.(this.potential);
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
			...(surfaces ? [surfaces.contact.state] : []),
		];
		this.velocitiesBefore = space.vector();
		this.before = this.changing.map((array) =>
			array === state.v.array ? this.velocitiesBefore.array : array.slice(),
		);
		this.forces = space.vector();
		const { accuracy } = settings;
		this.control =
			accuracy === undefined
				? undefined
				: new FrameControl(scene, accuracy, settings.interactive);
		const { newtonIterations, tolerance, linearTolerance } = settings;
		this.context = {
			...scene,
			potential: this.potential,
			history: this.history,
			forces: this.forces,
			massDamping: settings.damping.mass ?? 0,
			minimize: () =>
				this.descent?.minimize(settings) ??
				this.systems.newton("steps").minimize(this.potential, {
					iterations: this.control?.iterations ?? newtonIterations,
					tolerance,
					linearTolerance,
					longestStep: Number.POSITIVE_INFINITY,
					goal: this.control,
				}),
		};
	}

	/** What `step` advances by [s]. */
	get timeStep(): number {
		return this.settings.timeStep;
	}

	/** How the linear systems of steps, or of statics, are solved. */
	linearMethod(task: Task): string {
		return this.systems.newton(task).linear.method;
	}

	/**
	 * Advances by one step, or by one frame in as many steps as its accuracy takes. A step that fails is undone and taken in halves, quarters and
	 * so on; where that does not help the state stays as it was and an error tells why.
	 */
	step(): StepReport {
		const { state } = this.scene;
		const { time } = state;
		const previousStep = this.history.step;
		this.remember();
		let isDone = false;
		try {
			const outcome = this.advance(() => this.undo(time, previousStep));
			if ("what" in outcome)
				throw simulationError(
					`step ${state.step + 1} at ${time.toPrecision(6)} s failed: ${outcome.what}; cutting it into ${2 ** halvings} pieces did not help. Use a smaller time step, or check materials and loads`,
					this.scene,
					outcome.vertex,
				);
			// Not a sum of rounded pieces.
			state.time = time + this.timeStep;
			state.step++;
			this.scene.attachments?.breakWeak();
			isDone = true;
			this.views.refresh();
			this.notify(outcome);
			return outcome;
		} finally {
			// What a load or a motion given as a function throws comes through here.
			if (!isDone) this.undo(time, previousStep);
		}
	}

	/** Takes as many pieces as it needs; says what is wrong, and where, if none are enough. */
	private advance(undo: () => void): StepReport | StepProblem {
		const { control } = this;
		for (;;) {
			const outcome = this.cut(control?.substeps ?? 1, undo);
			if (
				"what" in outcome ||
				!control?.adapt(outcome.substeps, outcome.iterations)
			)
				return outcome;
			// The frame is not like the one before.
			undo();
		}
	}

	/** Takes so many pieces, or twice as many where they fail, and so on. */
	private cut(first: number, undo: () => void): StepReport | StepProblem {
		let problem: StepProblem | undefined;
		for (let pieces = first; pieces <= first * 2 ** halvings; pieces *= 2) {
			const outcome = this.attempt(this.timeStep / pieces, pieces);
			if (!("what" in outcome)) return outcome;
			problem ??= outcome;
			undo();
		}
		return problem as StepProblem;
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
		this.systems.memories.steps.forget();
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
		const { control } = this;
		const total = { iterations: 0, linearIterations: 0, safeguarded: 0 };
		let last: NewtonReport | undefined;
		control?.beginFrame(h, pieces);
		// What is kept within a step serves all its pieces.
		this.systems.memories.steps.beginStep();
		for (let piece = 0; piece < pieces; piece++) {
			last = this.integrator.step(this.context, h);
			const what =
				last.failure ??
				(this.changing.every(areFinite)
					? last.converged || !this.settings.mustConverge
						? undefined
						: `no convergence in ${last.iterations} iterations`
					: "positions became infinite or not a number");
			if (what) return { what, vertex: last.vertex ?? this.faultyVertex() };
			state.time += h;
			control?.endStep();
			total.iterations += last.iterations;
			total.linearIterations += last.linearIterations;
			total.safeguarded += last.safeguarded;
		}
		const { residuals, isMeasured = true, ...report } = last as NewtonReport;
		const whole = {
			...report,
			...total,
			substeps: pieces,
			...(control ? { error: control.ofFrame } : {}),
		};
		if (isMeasured) return { ...whole, residual: residuals.at(-1) ?? 0 };
		const step = this.stepCount;
		return measuredWhenAsked(whole, this.settings.tolerance, () =>
			this.stepCount - step <= 1
				? this.potential.residual(this.forces)
				: Number.NaN,
		);
	}

	/** Where to look: the first vertex whose position or force is not a number, or the one with the largest imbalance. */
	private faultyVertex(): number {
		const { x } = this.potential;
		if (this.scene.space.isFinite(x)) this.potential.gradient(this.forces);
		else this.forces.array.set(x.array);
		return largestVertex(this.forces.array);
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
		this.systems.memories.statics.forget();
		this.remember();
		let isDone = false;
		try {
			const report = solveStatics(
				this.potential,
				this.systems.newton("statics"),
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
			const [before] = this.before;
			const inverted = invertedCells(
				this.scene.ranges,
				this.scene.constraints,
				before,
				state.x.array,
			);
			return { ...report, inverted };
		} finally {
			if (!isDone) this.undo(state.time, step);
		}
	}

	/**
	 * The lowest natural frequencies and their shapes: small vibrations about the present state and its stresses, without damping. Free
	 * bodies have rigid motions among them. The state stays as it is.
	 */
	async modes(options: ModesOptions = {}): Promise<readonly Mode[]> {
		const { sceneModes } = await import("./modes.ts");
		const { scene, potential } = this;
		const { mass = "consistent" } = this.settings;
		const moved = () => this.framesMoved();
		return sceneModes({ scene, potential, mass, moved }, options);
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
				this.control?.structureChanged();
				this.systems.forget();
				this.history.step = 0;
				this.views.refresh();
			},
		});
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

	/** The state to the last bit, to be given to `restore` of a simulation of the same scene. */
	checkpoint(): Uint8Array {
		const { time, step } = this.scene.state;
		const { numbers: memory, vectors } = this.systems.memories.steps;
		return encodeCheckpoint(
			{
				time,
				step,
				previousStep: this.history.step,
				contactStiffness: this.scene.contact?.contact.stiffness ?? 1,
				substeps: this.control?.substeps ?? 1,
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
		this.systems.memories.steps.restore(
			numbers.memory,
			numbers.vectors,
			this.scene.space,
		);
		this.scene.state.time = numbers.time;
		this.scene.state.step = numbers.step;
		this.history.step = numbers.previousStep;
		if (this.control) this.control.substeps = numbers.substeps;
		this.scene.contact?.contact.resume(numbers.contactStiffness);
		this.scene.surfaces?.contact.resume();
		this.framesMoved();
		this.scene.attachments?.placeTargets(numbers.time);
		this.views.refresh();
	}
}

/** Of lengths and speeds from which on energies and their derivatives overflow: what gets there is exploding. */
const largestSquare = 1e60;

function areFinite(array: Float64Array): boolean {
	let sum = 0;
	for (let i = 0; i < array.length; i++) sum += array[i] * array[i];
	return sum < largestSquare;
}
