/** The simulation of a scene: build once, then step. */
import {
	decodeCheckpoint,
	encodeCheckpoint,
	fingerprint,
} from "./checkpoint.ts";
import type { ContactReport } from "./contact/contact.ts";
import { cellCount } from "./mesh/mesh.ts";
import type { Body } from "./scene/body.ts";
import type { BodyRange } from "./scene/bodyRange.ts";
import { type BuiltScene, buildScene } from "./scene/build.ts";
import type { Scene } from "./scene/scene.ts";
import { simulationError } from "./simulationError.ts";
import {
	checkContact,
	type SimulationOptions,
	type SimulationSettings,
	type StaticsOptions,
	simulationSettings,
	staticsSettings,
} from "./simulationOptions.ts";
import { BlockDescent } from "./solvers/blockDescent.ts";
import { createLinearSolver } from "./solvers/linear/linearSolvers.ts";
import { SolverMemory } from "./solvers/linear/solverMemory.ts";
import { Newton, type NewtonReport } from "./solvers/newton.ts";
import {
	cauchyStress,
	firstPiolaStress,
	GreenStrain,
	matrixSize,
	type StressedCells,
	secondPiolaStress,
	tensorSize,
} from "./system/cellTensors.ts";
import { ColouredElements } from "./system/colouredElements.ts";
import {
	type Energies,
	energies,
	type Momentum,
	momentum,
} from "./system/measures.ts";
import { stepArrays } from "./system/model.ts";
import {
	type PrincipalStretches,
	principalStretches,
} from "./system/principalStretches.ts";
import { largestVertex, type Vector } from "./system/vectorSpace.ts";
import { type History, implicitStep } from "./time/implicit.ts";
import { IncrementalPotential } from "./time/incrementalPotential.ts";
import { type StaticsReport, solveStatics } from "./time/statics.ts";
import { symplecticEulerStep } from "./time/symplecticEuler.ts";

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

/** What `positions` or `velocities` gave out for a body whose vertices the simulation keeps in another order. */
interface OrderedCopy {
	readonly range: BodyRange;
	readonly from: Float64Array;
	readonly to: Float64Array;
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

export async function simulate(
	scene: Scene,
	options: SimulationOptions = {},
): Promise<Simulation> {
	const settings = simulationSettings(options);
	const { backend, mass, threads, solver } = settings;
	if (scene.colliders.length > 0) checkContact(settings);
	const built = await buildScene(scene, backend, mass, threads);
	const elements =
		solver === "block-descent"
			? await ColouredElements.create(
					built.model,
					built.constraints.fixed,
					stepArrays(built.state, built.work),
					{ ...built, backend },
				)
			: undefined;
	return new Simulation(built, settings, elements);
}

export class Simulation {
	private readonly settings: SimulationSettings;
	private readonly scene: BuiltScene;
	private readonly potential: IncrementalPotential;
	private readonly history: History;
	/** Everything that a step changes, and a copy of it to undo a step with. */
	private readonly changing: readonly Vector[];
	private readonly before: readonly Vector[];
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
	private readonly copies: OrderedCopy[] = [];
	private readonly strains = new Map<Body, GreenStrain>();
	private readonly stresses = new Map<Body, Float64Array>();
	private readonly observers = new Set<(observation: Observation) => void>();

	/** For `simulate`. */
	constructor(
		scene: BuiltScene,
		settings: SimulationSettings,
		elements: ColouredElements | undefined,
	) {
		const { state, space } = scene;
		this.scene = scene;
		this.settings = settings;
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
		const hasHistory = settings.integrator === "bdf2";
		this.history = hasHistory
			? { x: space.vector(), v: space.vector(), step: 0 }
			: { step: 0 };
		const { x, v } = this.history;
		this.changing = [state.x, state.v, ...(x && v ? [x, v] : [])];
		this.before = this.changing.map(() => space.vector());
		this.forces = space.vector();
		this.momenta = space.vector();
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
			const { model, ranges, constraints, arena, space, team } = this.scene;
			const edges = () => ({
				pattern: model.edges,
				constraints: constraints.inArena(arena),
				fixed: constraints.fixed,
				innerNodes: new Map(ranges.flatMap((range) => range.innerNodes())),
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
		for (const [i, vector] of this.changing.entries())
			this.before[i].array.set(vector.array);
		const { contact } = this.scene;
		this.stiffnessBefore = contact?.stiffness ?? 1;
		let problem: StepProblem | undefined;
		for (let pieces = 1; pieces <= 2 ** halvings; pieces *= 2) {
			const outcome = this.attempt(timeStep / pieces, pieces);
			if (!("what" in outcome)) {
				// Not a sum of rounded pieces.
				state.time = time + timeStep;
				state.step++;
				this.refreshCopies();
				this.notify(outcome);
				return outcome;
			}
			problem ??= outcome;
			for (const [i, vector] of this.changing.entries())
				vector.array.set(this.before[i].array);
			this.history.step = previousStep;
			if (contact) contact.stiffness = this.stiffnessBefore;
			this.memories.steps.forget();
			state.time = time;
		}
		const { what, vertex } = problem as StepProblem;
		throw simulationError(
			`step ${state.step + 1} at ${time.toPrecision(6)} s failed: ${what}; cutting it into ${2 ** halvings} pieces did not help. Use a smaller time step, or check materials and loads`,
			this.scene.ranges,
			vertex,
		);
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
				(this.changing.every((vector) => this.scene.space.isFinite(vector))
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
		const { model, state, work, constraints } = this.scene;
		const { integrator, newtonIterations, damping } = this.settings;
		if (integrator === "symplectic-euler") {
			const massDamping = damping.mass ?? 0;
			symplecticEulerStep(
				model,
				state,
				work,
				constraints,
				massDamping,
				h,
				this.forces,
			);
			return explicitReport;
		}
		this.memories.steps.beginStep();
		return implicitStep(
			integrator,
			this.potential,
			this.scene,
			this.history,
			h,
			() =>
				this.descent?.minimize(this.settings) ??
				this.newton("steps").minimize(this.potential, {
					iterations: newtonIterations,
					tolerance: this.settings.tolerance,
					linearTolerance: this.settings.linearTolerance,
					longestStep: Number.POSITIVE_INFINITY,
				}),
		);
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
		const [, before] = this.before;
		space.difference(1, state.v, before, this.forces);
		return (
			space.longest(state.v) < speed &&
			space.longest(this.forces) < speed * this.timeStep
		);
	}

	/** Moves to static equilibrium under the loads and constraints of the current time; velocities become zero. */
	solveStatics(options: StaticsOptions = {}): StaticsReport {
		const { model, state, contact } = this.scene;
		this.memories.statics.forget();
		this.stiffnessBefore = contact?.stiffness ?? 1;
		this.before[0].array.set(state.x.array);
		const report = solveStatics(
			this.potential,
			this.newton("statics"),
			state.time,
			{
				...staticsSettings(options),
				linearTolerance: 1e-4,
				longestStep: 0.2 * model.size,
			},
		);
		if (!report.converged) {
			const residual = report.residuals[report.residuals.length - 1] ?? 1;
			const error = simulationError(
				`statics failed: ${report.failure ?? "no convergence"} (residual ${residual.toExponential(1)} after ${report.iterations} iterations). Hold the body, use more load steps or iterations, or let damped steps come to rest`,
				this.scene.ranges,
				report.vertex ?? this.faultyVertex(),
			);
			state.x.array.set(this.before[0].array);
			if (contact) contact.stiffness = this.stiffnessBefore;
			throw error;
		}
		state.v.array.fill(0);
		this.history.step = 0;
		this.refreshCopies();
		return report;
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

	/** Positions [m], xyz per vertex of a body: a view that later steps change, not to be written to. */
	positions(body: Body): Float64Array {
		return this.view(this.scene.state.x.array, body);
	}

	/** Velocities [m/s], xyz per vertex of a body: a view that later steps change, not to be written to. */
	velocities(body: Body): Float64Array {
		return this.view(this.scene.state.v.array, body);
	}

	private range(body: Body): BodyRange {
		const range = this.scene.ranges.find((range) => range.body === body);
		if (!range)
			throw new Error(
				`simulation: ${body.label} is not part of it; add it to the scene before simulate`,
			);
		return range;
	}

	private view(array: Float64Array, body: Body): Float64Array {
		const range = this.range(body);
		if (!range.order)
			return array.subarray(3 * range.first, 3 * (range.first + range.count));
		let copy = this.copies.find(
			({ from, range: { body: other } }) => from === array && other === body,
		);
		if (!copy) {
			copy = { range, from: array, to: new Float64Array(3 * range.count) };
			range.gather(array, copy.to);
			this.copies.push(copy);
		}
		return copy.to;
	}

	/** Whatever changes the state ends with this. */
	private refreshCopies(): void {
		for (const { range, from, to } of this.copies) range.gather(from, to);
	}

	/**
	 * Green's strain of a body's cells (those that carry its mass): xx, yy, zz, xy, yz, xz per cell in rest coordinates. The next
	 * call for the body overwrites it.
	 */
	strain(body: Body): Float64Array {
		const positions = this.positions(body);
		const strain =
			this.strains.get(body) ?? new GreenStrain(body.mesh, body.massOn);
		this.strains.set(body, strain);
		strain.update(positions);
		return strain.values;
	}

	/**
	 * Cauchy's stress of a body's cells (those that carry its mass): xx, yy, zz, xy, yz, xz per cell, [Pa] in solids, [N/m] in
	 * cloth, [N] in cables. Models on other elements, such as springs along the edges of cloth, add nothing to it. The next call for
	 * the body overwrites it.
	 */
	stress(body: Body): Float64Array {
		const values =
			this.stresses.get(body) ??
			new Float64Array(tensorSize * cellCount(body.mesh, body.massOn));
		this.stresses.set(body, values);
		cauchyStress(this.stressedCells(body), values);
		return values;
	}

	/**
	 * Piola–Kirchhoff stress of a body's cells, in the units of `stress` but per what they measured at rest. The first is force by
	 * rest directions, 9 numbers per cell: rows are present axes, columns rest axes. The second is in rest axes, with the
	 * symmetric tensor's xx, yy, zz, xy, yz, xz.
	 */
	piolaStress(body: Body, which: "first" | "second"): Float64Array {
		const count = cellCount(body.mesh, body.massOn);
		const first = which === "first";
		const values = new Float64Array((first ? matrixSize : tensorSize) * count);
		const compute = first ? firstPiolaStress : secondPiolaStress;
		compute(this.stressedCells(body), values);
		return values;
	}

	/** Principal stretches of a body's cells, the largest first, and their directions at rest. */
	principalStretches(body: Body): PrincipalStretches {
		return principalStretches(body.mesh, body.massOn, this.strain(body));
	}

	private stressedCells(body: Body): StressedCells {
		const { model, state, elasticParts } = this.scene;
		const kind = body.massOn;
		return {
			elastic: model.elastic,
			at: { x: state.x },
			parts: elasticParts
				.map((part, group) => ({ ...part, group }))
				.filter((part) => part.body === body && part.domain === kind),
			kind,
			rest: body.mesh,
			now: { ...body.mesh, positions: this.positions(body) },
		};
	}

	/** How a body touches each of the scene's colliders. */
	contacts(body: Body): ContactReport[] {
		const { state, contact } = this.scene;
		const { first, count } = this.range(body);
		const x = state.x.array;
		return contact?.report(x, state.time, first, first + count) ?? [];
	}

	energies(): Energies {
		const { model, state, space } = this.scene;
		return energies(model, state, space, this.momenta);
	}

	momentum(): Momentum {
		const { model, state } = this.scene;
		return momentum(model, state, this.momenta);
	}

	/** The state to the last bit, to be given to `restore` of a simulation of the same scene. */
	checkpoint(): Uint8Array {
		const { time, step } = this.scene.state;
		const { numbers: memory, vectors } = this.memories.steps;
		const arrays = [...this.changing, ...vectors];
		return encodeCheckpoint(
			{
				time,
				step,
				previousStep: this.history.step,
				contactStiffness: this.scene.contact?.stiffness ?? 1,
				memory,
			},
			fingerprint(this.scene.model),
			arrays.map(({ array }) => array),
		);
	}

	restore(checkpoint: Uint8Array): void {
		const numbers = decodeCheckpoint(
			checkpoint,
			fingerprint(this.scene.model),
			this.changing.map(({ array }) => array),
		);
		this.memories.steps.restore(
			numbers.memory,
			numbers.vectors,
			this.scene.space,
		);
		this.scene.state.time = numbers.time;
		this.scene.state.step = numbers.step;
		this.history.step = numbers.previousStep;
		this.scene.contact?.resume(numbers.contactStiffness);
		this.refreshCopies();
	}
}

/** An explicit step has nothing to solve. */
const explicitReport: NewtonReport = {
	converged: true,
	iterations: 0,
	residuals: [],
	linearIterations: 0,
	safeguarded: 0,
};
