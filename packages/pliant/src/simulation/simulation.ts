/** The simulation of a scene: built once, then stepped. */
import type { Grip } from "../attachments/grips.ts";
import type { FrameBody } from "../frames/frameBody.ts";
import { memoryError } from "../memoryError.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { MaterialPoint } from "../points/materialPoint.ts";
import type { RigidBody } from "../rigid/rigidBody.ts";
import type { BuiltScene } from "../scene/build.ts";
import type { FrameRange } from "../scene/frameRange.ts";
import type { SceneBody } from "../scene/scene.ts";
import type { SceneWatch } from "../scene/watchScene.ts";
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
import { staticsWithFriction } from "../time/staticsWithFriction.ts";
import { checkHeld } from "./checkHeld.ts";
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
	type StepWork,
} from "./stepReport.ts";
import { StepState } from "./stepState.ts";
import { SystemSolvers, type Task } from "./systemSolvers.ts";

/** A step that fails is halved at most so often. */
const halvings = 6;

/** After so many milliseconds a run lets other work have its turn. */
const breathInterval = 50;

export class Simulation extends SimulatedScene {
	private readonly settings: SimulationSettings;
	/** Throws where the scene is no longer the one that was built. */
	private readonly watch: SceneWatch;
	private readonly integrator: Integrator;
	private readonly potential: IncrementalPotential;
	private readonly history: History;
	private readonly stepState: StepState;
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
		watch: SceneWatch,
		descentOn?: DescentOn,
	) {
		const { space } = scene;
		super(scene);
		this.settings = settings;
		this.watch = watch;
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
		this.forces = space.vector();
		const { accuracy } = settings;
		this.control =
			accuracy === undefined
				? undefined
				: new FrameControl(scene, accuracy, settings.interactive);
		this.stepState = new StepState({
			scene,
			history: this.history,
			control: this.control,
			memory: this.systems.memories.steps,
		});
		// What does not begin at rest was brought to where it is.
		this.stepState.endStep();
		const { newtonIterations, tolerance, linearTolerance, isInterrupted } =
			settings;
		this.context = {
			...scene,
			potential: this.potential,
			history: this.history,
			forces: this.forces,
			massDamping: settings.damping.mass ?? 0,
			undo: () => this.stepState.undoPiece(),
			minimize: () =>
				this.descent?.minimize(settings) ??
				this.systems.newton("steps").minimize(this.potential, {
					iterations: this.control?.iterations ?? newtonIterations,
					tolerance,
					linearTolerance,
					longestStep: Number.POSITIVE_INFINITY,
					goal: this.control,
					isInterrupted,
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
		this.watch.requireUnchanged();
		const report = this.undoneOnFailure(() => {
			const outcome = this.advance();
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
			return outcome;
		});
		this.views.refresh();
		this.notify(report);
		return report;
	}

	/** Whatever is thrown, by a load that is given as a function or a lost thread too: then the work was never begun. */
	private undoneOnFailure<T>(work: () => T): T {
		let isRemembered = false;
		try {
			this.stepState.remember();
			isRemembered = true;
			return work();
		} catch (error) {
			if (isRemembered) this.stepState.reinstate();
			throw memoryError("simulation", error);
		}
	}

	/** Takes as many pieces as it needs; says what is wrong, and where, if none are enough. */
	private advance(): StepReport | StepProblem {
		const { control } = this;
		for (;;) {
			const outcome = this.attempt(control?.substeps ?? 1);
			if ("what" in outcome || !control?.adapt(outcome.iterations))
				return outcome;
			// The frame is not like the one before.
			this.stepState.undo();
		}
	}

	/** Takes a step in so many pieces. */
	private attempt(pieces: number): StepReport | StepProblem {
		const { control } = this;
		const total = {
			...{ iterations: 0, linearIterations: 0, safeguarded: 0, substeps: 0 },
		};
		let last: NewtonReport | StepProblem | undefined;
		control?.beginFrame(this.timeStep, pieces);
		// What is kept within a step serves all its pieces.
		this.systems.memories.steps.beginStep();
		for (let piece = 0; piece < pieces; piece++) {
			last = this.takePiece(pieces, total);
			if ("what" in last) return last;
		}
		const { residuals, isMeasured = true, ...report } = last as NewtonReport;
		const whole = {
			...report,
			...total,
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

	/**
	 * Takes one of so many pieces of a step; where that fails, in halves, quarters and so on. Says what is wrong, and where, if even the shortest fail.
	 * @param total counts what succeeded
	 */
	private takePiece(
		pieces: number,
		total: StepWork,
		halved = 0,
	): NewtonReport | StepProblem {
		const { state } = this.scene;
		const { control, stepState } = this;
		const h = this.timeStep / pieces;
		control?.beginPiece(h, pieces);
		stepState.rememberPiece();
		const hasPast = this.history.step > 0;
		const report = this.integrator.step(this.context, h);
		const what =
			report.failure ??
			(stepState.isFinite
				? report.converged || !this.settings.mustConverge
					? undefined
					: `no convergence in ${report.iterations} iterations`
				: "positions became infinite or not a number");
		if (!what) {
			state.time += h;
			stepState.endStep();
			control?.endStep();
			total.iterations += report.iterations;
			total.linearIterations += report.linearIterations;
			total.safeguarded += report.safeguarded;
			total.substeps++;
			return report;
		}
		if (halved === halvings && !hasPast)
			return { what, vertex: report.vertex ?? this.faultyVertex() };
		stepState.undoPiece();
		// What looks back is taken without the past first, which may mislead.
		if (hasPast) {
			this.history.step = 0;
			return this.takePiece(pieces, total, halved);
		}
		const first = this.takePiece(2 * pieces, total, halved + 1);
		return "what" in first
			? first
			: this.takePiece(2 * pieces, total, halved + 1);
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
		space.difference(1, state.v, this.stepState.velocitiesBefore, this.forces);
		return (
			space.longest(state.v) < speed &&
			space.longest(this.forces) < speed * this.timeStep
		);
	}

	/** Moves to static equilibrium under the loads and constraints of the current time; velocities become zero. */
	solveStatics(options: StaticsOptions = {}): StaticsReport {
		const { model, state } = this.scene;
		const settings = staticsSettings(options);
		this.watch.requireUnchanged();
		checkHeld(this.scene);
		this.systems.memories.statics.forget();
		const report = this.undoneOnFailure(() => {
			const solve = (loadSteps: number) =>
				solveStatics(
					this.potential,
					this.systems.newton("statics"),
					state.time,
					{
						...{ ...settings, loadSteps, linearTolerance: 1e-4 },
						longestStep: 0.2 * model.size,
						isInterrupted: this.settings.isInterrupted,
					},
				);
			const { touching } = this.potential;
			const report = staticsWithFriction(
				touching,
				state.x.array,
				model.size,
				(isFirst) => solve(isFirst ? settings.loadSteps : 1),
			);
			if (report.converged) return report;
			const residual = report.residuals[report.residuals.length - 1] ?? 1;
			throw simulationError(
				`statics failed: ${report.failure ?? "no convergence"} (residual ${residual.toExponential(1)} after ${report.iterations} iterations). Hold the body, use more load steps or iterations, or let damped steps come to rest`,
				this.scene,
				report.vertex ?? this.faultyVertex(),
			);
		});
		state.v.array.fill(0);
		this.history.step = 0;
		this.stepState.endStep();
		this.scene.frames?.recentre(state.x.array);
		this.views.refresh();
		const inverted = invertedCells(
			this.scene.ranges,
			this.scene.constraints,
			this.stepState.positionsBefore,
			state.x.array,
		);
		return { ...report, inverted };
	}

	/**
	 * The lowest natural frequencies and their shapes: small vibrations about the present state and its stresses, without damping. Free
	 * bodies have rigid motions among them. The state stays as it is.
	 */
	async modes(options: ModesOptions = {}): Promise<readonly Mode[]> {
		const { sceneModes } = await import("./modes.ts");
		const { scene, potential } = this;
		const { mass = "consistent" } = this.settings;
		const moved = () => this.stepState.framesMoved();
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
				this.stepState.framesMoved();
				this.views.refresh();
			},
			structureChanged: () => this.structureChanged(),
		});
	}

	private structureChanged(): void {
		this.scene.renewStructure();
		this.potential.structureChanged();
		this.control?.structureChanged();
		this.systems.forget();
		this.history.step = 0;
		this.views.refresh();
	}

	/** To be called after `pin`, `move` or `slide` of a body, or when constraints were removed, while it runs: they count from the next step on. */
	constraintsChanged(): void {
		this.watch.takeHolds();
		this.structureChanged();
	}

	/**
	 * Pulls a point by a spring to a place, from the next step on: to be called between steps, as often as the place changes. The same calls between the same
	 * steps give the same bits. It needs the option `grips`.
	 */
	grip(point: MaterialPoint, grip: Grip): void {
		if (!this.scene.grips)
			throw new Error(
				"simulation: points cannot be gripped; give simulate the option grips: true",
			);
		this.scene.grips.set(point, grip);
	}

	/** Lets go of all that was gripped. */
	releaseGrips(): void {
		this.scene.grips?.clear();
	}

	/**
	 * Goes on from where another simulation is: of the same bodies with other values of materials, densities, loads or options. Time goes on, too.
	 */
	continueFrom(other: Simulation): void {
		this.stepState.continueFrom(other.stepState);
		this.views.refresh();
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
		return this.stepState.checkpoint();
	}

	restore(checkpoint: Uint8Array): void {
		this.stepState.restore(checkpoint);
		this.views.refresh();
	}
}
