/** The simulation of a scene: built once, then stepped. */
import type { Grip } from "../attachments/grips.ts";
import type { Push } from "../contact/pusher.ts";
import type { FrameBody } from "../frames/frameBody.ts";
import { memoryError } from "../memoryError.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { MaterialPoint } from "../points/materialPoint.ts";
import type { RigidBody } from "../rigid/rigidBody.ts";
import type { BuiltScene } from "../scene/build.ts";
import type { FrameRange } from "../scene/frameRange.ts";
import type { SceneBody } from "../scene/scene.ts";
import type { SceneWatch } from "../scene/watchScene.ts";
import type { DescentOn } from "../solvers/blockDescent.ts";
import type { NewtonReport } from "../solvers/newton.ts";
import { requireDensity } from "../system/density.ts";
import { largestVertex } from "../system/vectorSpace.ts";
import type { Wind } from "../system/wind.ts";
import type { EnergyFlows } from "../time/energyBalance.ts";
import { unlessImpossible } from "../time/integrators/implicitStep.ts";
import {
	forgetMotion,
	type Integrator,
} from "../time/integrators/integrator.ts";
import { type StaticsReport, solveStatics } from "../time/statics.ts";
import type { staticsWithFriction } from "../time/staticsWithFriction.ts";
import type { checkHeld } from "./checkHeld.ts";
import { isOfScene } from "./checkpoint.ts";
import type { checkSliding } from "./checkSliding.ts";
import type { FrameView } from "./frameView.ts";
import { invertedCells } from "./invertedCells.ts";
import type { Mode, ModesOptions } from "./modes.ts";
import {
	integratorOf,
	type SimulationSettings,
	type StaticsOptions,
	staticsSettings,
} from "./options.ts";
import { type Reaction, reactionOf } from "./reaction.ts";
import { type RunOptions, type RunOutcome, run } from "./run.ts";
import { SimulatedScene } from "./simulatedScene.ts";
import { simulationError } from "./simulationError.ts";
import { Stage } from "./stage.ts";
import {
	measuredWhenAsked,
	type Observation,
	type SeamReport,
	type StepProblem,
	type StepReport,
	type StepWork,
} from "./stepReport.ts";
import type { Task } from "./systemSolvers.ts";
import type { weldIfClosed, whyOpen } from "./welding.ts";

/** What a scene does not have, its program need not load. */
export interface SimulationParts {
	readonly descents?: readonly DescentOn[];
	/** Where there are frames. */
	readonly FrameView?: typeof FrameView;
	/** Where something is not held. */
	readonly checkHeld?: typeof checkHeld;
	/** Where something touches. */
	readonly staticsWithFriction?: typeof staticsWithFriction;
	readonly checkSliding?: typeof checkSliding;
	/** Where there are seams. */
	readonly weldIfClosed?: typeof weldIfClosed;
	readonly whyOpen?: typeof whyOpen;
}

/** Maximum number of times that a substep is halved. */
const maxHalvings = 6;
/** Iterations that a step may spend on substeps that fail, those of small scenes more: a tangled solid of a hundred nodes took 9,000, and as many in the next step. */
const mostWasted = (nodes: number): number => Math.max(2000, 5e5 / nodes);

export class Simulation extends SimulatedScene {
	private readonly settings: SimulationSettings;
	/** Throws where the scene is no longer the one that was built. */
	private readonly watch: SceneWatch;
	private readonly integrator: Integrator;
	private readonly parts: SimulationParts;
	/** The present one first, and the one for welded seams, where there are any. */
	private readonly stages: readonly Stage[];
	private stage: Stage;
	/** Iterations of the step so far on substeps that failed. */
	private wasted = 0;
	private readonly observers = new Set<(observation: Observation) => void>();

	/**
	 * For `simulate`: the scene as built, and with its seams welded, where it has any.
	 * @param parts what only some scenes have: solvers of block descent, and views of frames
	 */
	constructor(
		scenes: readonly BuiltScene[],
		settings: SimulationSettings,
		watch: SceneWatch,
		parts: SimulationParts = {},
	) {
		super(scenes[0]);
		this.parts = parts;
		this.settings = settings;
		this.watch = watch;
		this.integrator = integratorOf(settings);
		this.stages = scenes.map(
			(scene, i) =>
				new Stage(scene, settings, this.integrator, parts.descents?.[i]),
		);
		this.stage = this.stages[0];
	}

	private enter(stage: Stage): void {
		if (stage === this.stage) return;
		this.stage = stage;
		this.show(stage.scene);
	}

	/** What `step` advances by [s]. */
	get timeStep(): number {
		return this.settings.timeStep;
	}

	/** Energy [J] that came into the motion and left it, in all steps so far. */
	get energyFlows(): EnergyFlows {
		return this.stage.energy.flows;
	}

	/** How the linear systems of steps, or of statics, are solved. */
	linearMethod(task: Task): string {
		return this.stage.systems.newton(task).linear.method;
	}

	/**
	 * Advances by one step of `timeStep` seconds, in as many substeps as its accuracy takes. A substep that fails is rolled back and retried at half
	 * its length, up to six times. If that fails too, the state stays unchanged and an error names the cause.
	 */
	step(): StepReport {
		const { state } = this.scene;
		const { time } = state;
		this.requireMasses("step");
		this.watch.requireUnchanged();
		this.leadBall();
		this.wasted = 0;
		const report = this.undoneOnFailure(() => {
			const outcome = this.advance();
			if ("what" in outcome)
				throw simulationError(
					`step ${state.step + 1} at ${time.toPrecision(6)} s failed: ${outcome.what}; ${outcome.tried} did not help. Use a shorter time step, or check materials and loads`,
					this.scene,
					outcome.vertex,
				);
			state.step++;
			this.scene.attachments?.breakWeak();
			return outcome;
		});
		const [, welded] = this.stages;
		if (welded && this.parts.weldIfClosed?.(this.stage, welded))
			this.enter(welded);
		this.views.refresh();
		this.notify(report);
		return report;
	}

	private requireMasses(what: string): void {
		for (const { body } of [...this.scene.ranges, ...this.scene.frameRanges])
			requireDensity(body, what);
	}

	/** Whatever is thrown, by a load that is given as a function or a lost thread too: then the work was never begun. */
	private undoneOnFailure<T>(work: () => T): T {
		let isRemembered = false;
		try {
			this.stage.stepState.remember();
			isRemembered = true;
			return work();
		} catch (error) {
			if (isRemembered) this.stage.stepState.reinstate();
			throw memoryError("simulation", error);
		}
	}

	/** Takes a step in as many substeps as it needs; returns what is wrong, and where, if none are enough. */
	private advance(): StepReport | StepProblem {
		const { control } = this.stage;
		for (;;) {
			const outcome = this.attempt(control?.substeps ?? this.settings.substeps);
			if (outcome) return outcome;
			this.stage.stepState.undo();
		}
	}

	/** Takes a step in a number of substeps. Returns nothing if it has to be repeated, since it is not like the one before. */
	private attempt(substeps: number): StepReport | StepProblem | undefined {
		const { control, energy } = this.stage;
		const { state } = this.scene;
		const { time } = state;
		const total: StepWork = {
			iterations: 0,
			linearIterations: 0,
			safeguarded: 0,
			substeps: 0,
		};
		control?.beginStep(this.timeStep, substeps);
		energy.beginStep();
		// What is kept within a step serves all its substeps.
		this.stage.systems.memories.steps.beginStep();
		const last = this.takeSubsteps(substeps, this.timeStep / substeps, total);
		if ("what" in last) return last;
		if (control?.adapt()) return undefined;
		// Not a sum of rounded substeps.
		state.time = time + this.timeStep;
		const { residuals, isMeasured = true, ...report } = last;
		const whole = {
			...report,
			...total,
			energy: energy.endStep(),
			...(control ? { error: control.errorPerSecond } : {}),
		};
		if (isMeasured) return { ...whole, residual: residuals.at(-1) ?? 0 };
		const step = this.stepCount;
		return measuredWhenAsked(whole, this.settings.tolerance, () =>
			this.stepCount - step <= 1
				? this.stage.potential.residual(this.stage.forces)
				: Number.NaN,
		);
	}

	/** Takes substeps of length h [s]; returns the report of the last one, or of the first that fails. */
	private takeSubsteps(
		count: number,
		h: number,
		total: StepWork,
		halvings = 0,
	): NewtonReport | StepProblem {
		for (let i = 1; ; i++) {
			const report = this.takeSubstep(h, total, halvings);
			if ("what" in report || i === count) return report;
			if (halvings === 0) this.stage.control?.endSubstep(i);
		}
	}

	/**
	 * Takes a substep of length h [s], or two of half its length if it fails. Returns what is wrong, and where, if even the shortest fail.
	 * @param total counts what succeeded
	 * @param isLast true if the integrator takes its last resort
	 */
	private takeSubstep(
		h: number,
		total: StepWork,
		halvings: number,
		isLast = false,
	): NewtonReport | StepProblem {
		const { state } = this.scene;
		const { control, stepState, history, energy } = this.stage;
		control?.solution.beginSubstep(h);
		stepState.rememberSubstep();
		const { hasMemory, step, lastResort } = this.integrator;
		const hasPast = hasMemory && history.lag >= 0;
		const take = isLast && lastResort ? lastResort : step;
		const report = unlessImpossible(() => take(this.stage.context, h));
		if (report.meetsContact) {
			stepState.undoSubstep();
			history.touched[0] = 1;
			return this.takeSubstep(h, total, halvings);
		}
		const what =
			report.failure ??
			(stepState.isFinite
				? report.converged || !this.settings.mustConverge
					? undefined
					: `no convergence in ${report.iterations} iterations`
				: "positions became infinite or not a number");
		if (!what) {
			state.time += h;
			energy.addMaterialFriction(stepState.endStep());
			control?.solution.endSubstep();
			total.iterations += report.iterations;
			total.linearIterations += report.linearIterations;
			total.safeguarded += report.safeguarded;
			total.substeps++;
			return report;
		}
		this.wasted += report.iterations;
		const isHopeless = this.wasted > mostWasted(this.scene.model.pattern.rows);
		const isShortest = halvings === maxHalvings && !hasPast;
		if (isHopeless || (isShortest && (isLast || !lastResort)))
			return {
				what,
				tried: isHopeless
					? `${this.wasted} iterations on substeps that failed`
					: `halving its substeps ${maxHalvings} times`,
				vertex: report.vertex ?? this.faultyVertex(),
			};
		stepState.undoSubstep();
		if (isShortest) return this.takeSubstep(h, total, halvings, true);
		// What looks back is taken without the past first, which may mislead.
		if (hasPast) {
			forgetMotion(history);
			return this.takeSubstep(h, total, halvings);
		}
		return this.takeSubsteps(2, h / 2, total, halvings + 1);
	}

	/** Where to look: the first vertex whose position or force is not a number, or the one with the largest imbalance. */
	private faultyVertex(): number {
		const { x } = this.stage.potential;
		if (this.scene.space.isFinite(x))
			this.stage.potential.gradient(this.stage.forces);
		else this.stage.forces.array.set(x.array);
		return largestVertex(this.stage.forces.array);
	}

	/** Takes steps until a time has passed, a number of steps was taken, or everything is at rest; other tasks run in between. */
	run(options: RunOptions): Promise<RunOutcome> {
		return run(this, options);
	}

	/** Whether nothing moves faster than a speed [m/s], or would within a second at its present acceleration. */
	rests(speed: number): boolean {
		const { state, space } = this.scene;
		space.difference(
			1,
			state.v,
			this.stage.stepState.velocitiesBefore,
			this.stage.forces,
		);
		return (
			space.longest(state.v) < speed &&
			space.longest(this.stage.forces) < speed * this.timeStep
		);
	}

	/** Moves to static equilibrium under the loads and constraints of the current time; velocities become zero. */
	solveStatics(options: StaticsOptions = {}): StaticsReport {
		const { model, state } = this.scene;
		const settings = staticsSettings(options);
		this.watch.requireUnchanged();
		this.stage.systems.memories.statics.forget();
		const report = this.undoneOnFailure(() => {
			const solve = (loadSteps: number, isFirst: boolean) =>
				solveStatics(
					this.stage.potential,
					this.stage.systems.newton("statics"),
					state.time,
					{
						...{ ...settings, loadSteps, linearTolerance: 1e-4 },
						longestStep: 0.2 * model.size,
						isInterrupted: this.settings.isInterrupted,
						check: () => this.parts.checkSliding?.(this.stage),
						...(isFirst && {
							checkStart: () =>
								this.parts.checkHeld?.(this.stage, 1 / loadSteps),
						}),
					},
				);
			const { touching } = this.stage.potential;
			const report =
				this.parts.staticsWithFriction?.(
					touching,
					state.x.array,
					model.size,
					(isFirst) => solve(isFirst ? settings.loadSteps : 1, isFirst),
				) ?? solve(settings.loadSteps, true);
			if (report.converged) return report;
			const residual = report.residuals[report.residuals.length - 1] ?? 1;
			throw simulationError(
				`statics failed: ${report.failure ?? "no convergence"} (residual ${residual.toExponential(1)} after ${report.iterations} iterations). Hold the body, use more load steps or iterations, or let damped steps come to rest`,
				this.scene,
				report.vertex ?? this.faultyVertex(),
			);
		});
		state.v.array.fill(0);
		forgetMotion(this.stage.history);
		this.stage.energy.forget();
		this.stage.stepState.endStep();
		this.scene.frames?.recentre(state.x.array);
		this.views.refresh();
		const inverted = invertedCells(
			this.scene.ranges,
			this.scene.constraints,
			this.stage.stepState.positionsBefore,
			state.x.array,
		);
		return { ...report, inverted };
	}

	/**
	 * The lowest natural frequencies and their shapes: small vibrations about the present state and its stresses, without damping. Free
	 * bodies have rigid motions among them. The state stays as it is.
	 */
	async modes(options: ModesOptions = {}): Promise<readonly Mode[]> {
		this.requireMasses("modes");
		const { sceneModes } = await import("./modes.ts");
		const { scene, potential } = this.stage;
		const { mass = "consistent" } = this.settings;
		const moved = () => this.stage.stepState.framesMoved();
		return sceneModes({ scene, potential, mass, moved }, options);
	}

	/** Ends its threads. A simulation without threads has nothing to close, and one that is forgotten does not keep a program alive. */
	close(): void {
		for (const { scene } of this.stages) scene.team.close();
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
		const View = this.parts.FrameView as typeof FrameView;
		return new View(range, this.scene.state, {
			moved: () => {
				this.stage.stepState.framesMoved();
				this.views.refresh();
			},
			structureChanged: () => this.structureChanged(),
		});
	}

	private structureChanged(): void {
		for (const stage of this.stages) stage.structureChanged();
		this.views.refresh();
	}

	/** To be called after `pin`, `move` or `slide` of a body, or when constraints were removed, while it runs: they count from the next step on. */
	constraintsChanged(): void {
		this.watch.takeHolds();
		this.structureChanged();
	}

	/**
	 * To be called after `setModels` of a body, while it runs: the values count from the next step on, as in a new simulation that continues from here. It needs the
	 * option `grips`, which block descent does not know.
	 */
	materialsChanged(): void {
		for (const { scene } of this.stages) {
			if (!scene.renewValues) throw untouchable("values cannot change");
			scene.renewValues();
		}
		this.watch.takeValues();
		this.structureChanged();
	}

	/**
	 * Pulls a point by a spring to a place, from the next step on: to be called between steps, as often as the place changes. The same calls between the same
	 * steps give the same bits. It needs the option `grips`.
	 */
	grip(point: MaterialPoint, grip: Grip): void {
		if (!this.scene.grips) throw untouchable("points cannot be gripped");
		for (const { scene } of this.stages) scene.grips?.set(point, grip);
	}

	/**
	 * Pushes what touches with a ball that is led to a place, from the next step on: to be called between steps, as often as the place changes, as `grip`. Without a
	 * ball nothing is pushed any more. It needs the option `grips`.
	 */
	push(ball: Push | undefined): void {
		if (!this.scene.pusher) throw untouchable("it cannot be pushed");
		for (const { scene } of this.stages) scene.pusher?.set(ball);
	}

	/** Where the ball of `push` is, which may be behind where it is led to: centre and radius [m]. */
	get ball(): Omit<Push, "stiffness"> | undefined {
		return this.scene.pusher?.ball;
	}

	private leadBall(): void {
		if (!this.ball) return;
		for (const { scene } of this.stages)
			scene.pusher?.advance(this.time, this.timeStep);
	}

	/** Lets another wind blow from the next step on, or none: in scenes with wind, and with the option `grips`. */
	setWind(wind: Wind | undefined): void {
		if (!this.scene.wind)
			throw untouchable("there was no wind when it was made");
		for (const { scene, history } of this.stages) {
			scene.wind?.set(wind);
			// What is remembered of accelerations is of the wind before.
			forgetMotion(history);
		}
	}

	/** Lets go of all that was gripped. */
	releaseGrips(): void {
		for (const { scene } of this.stages) scene.grips?.clear();
	}

	/**
	 * Goes on from where another simulation is: of the same bodies with other values of materials, densities, loads or options. Time goes on, too.
	 */
	continueFrom(other: Simulation): void {
		this.enter(this.stages[other.stages.indexOf(other.stage)] ?? this.stage);
		this.stage.stepState.continueFrom(other.stage.stepState);
		this.views.refresh();
	}

	/**
	 * What holds and moves a body, after an implicit step or statics: the forces [N] on its held vertices or frames, their sum, and
	 * their moment about a point [m].
	 */
	reaction(body: SceneBody, about: Vector3 = [0, 0, 0]): Reaction {
		if (!this.stage.potential.isBegun)
			throw new Error(
				"simulation: reactions are known after implicit steps, and after statics",
			);
		this.stage.potential.fullGradient(this.stage.forces);
		const { state, constraints } = this.scene;
		return reactionOf(
			this.views.range(body),
			constraints,
			state.x.array,
			this.stage.forces.array,
			about,
		);
	}

	/** How far seams are open [m], by name; those that are welded are joined to the last bit. */
	seams(): SeamReport[] {
		const { seams } = this.scene;
		const [{ scene: first }] = this.stages;
		const names = new Set(first.seams?.pairs.map(({ seam }) => seam));
		return [...names].map((name) => {
			if (!seams) return { name, isWelded: true, gap: 0 };
			const problem = this.parts.whyOpen?.(this.scene, name);
			return {
				name,
				isWelded: false,
				gap: seams.gap(seams.widest(name)),
				...(problem && { problem }),
			};
		});
	}

	/** The state to the last bit, to be given to `restore` of a simulation of the same scene. */
	checkpoint(): Uint8Array {
		return this.stage.stepState.checkpoint();
	}

	restore(checkpoint: Uint8Array): void {
		const stage = this.stages.find(({ scene }) => isOfScene(checkpoint, scene));
		this.enter(stage ?? this.stage);
		this.stage.stepState.restore(checkpoint);
		this.views.refresh();
	}
}

const untouchable = (what: string): Error =>
	new Error(`simulation: ${what}; give simulate the option grips: true`);
