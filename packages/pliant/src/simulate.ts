/** The simulation of a scene: build once, then step. */
import { wasmBackend } from "./backends/wasm.ts";
import { decodeCheckpoint, encodeCheckpoint } from "./checkpoint.ts";
import type { Vector3 } from "./mesh/mesh.ts";
import type { Body } from "./scene/body.ts";
import { type BodyRange, type BuiltScene, buildScene } from "./scene/build.ts";
import type { Scene } from "./scene/scene.ts";
import {
	defaultLinearOptions,
	type LinearMethod,
	type LinearOptions,
	LinearSolver,
} from "./solvers/linear/linearSolver.ts";
import { Newton, type NewtonReport } from "./solvers/newton.ts";
import type { Backend } from "./system/backend.ts";
import type { ElementSum } from "./system/elementSum.ts";
import type { MassKind } from "./system/mass.ts";
import { dot, isFiniteVector } from "./system/vector.ts";
import {
	type History,
	type ImplicitScheme,
	implicitStep,
} from "./time/implicit.ts";
import {
	IncrementalPotential,
	type RayleighDamping,
} from "./time/incrementalPotential.ts";
import { type StaticsReport, solveStatics } from "./time/statics.ts";
import { symplecticEulerStep } from "./time/symplecticEuler.ts";

export interface SimulationOptions {
	/** Length of a step [s]. */
	readonly timeStep?: number;
	readonly integrator?: ImplicitScheme | "symplectic-euler";
	/** Newton iterations per step at most; 1 is the interactive step, which is not asked to converge. */
	readonly newtonIterations?: number;
	/** Converged when the force imbalance is below this fraction of the forces. */
	readonly tolerance?: number;
	/** Relative residual of linear systems. */
	readonly linearTolerance?: number;
	readonly linear?: Partial<LinearOptions>;
	readonly damping?: Partial<RayleighDamping>;
	readonly mass?: MassKind;
	readonly backend?: Backend;
}

const defaults = {
	timeStep: 1 / 60,
	integrator: "implicit-euler",
	newtonIterations: 20,
	tolerance: 1e-6,
	linearTolerance: 1e-4,
	mass: "lumped",
	backend: wasmBackend,
} as const satisfies SimulationOptions;

/** Up to this number of vertices a factorisation is faster than conjugate gradients, in steps and in statics. */
const directLimits = { steps: 1500, statics: 30000 };

/** A step that fails is halved at most so often. */
const halvings = 6;

export interface StepReport extends Omit<NewtonReport, "residuals"> {
	/** Force imbalance over forces at the end. */
	readonly residual: number;
	/** Pieces that the step was cut into. */
	readonly substeps: number;
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
}

export interface StaticsOptions {
	/** Steps in which the loads are raised. */
	readonly loadSteps?: number;
	readonly tolerance?: number;
	readonly iterations?: number;
}

export interface Energies {
	/** [J] */
	readonly kinetic: number;
	/** [J] */
	readonly elastic: number;
	/** Potential of the dead loads, gravity included, zero at the origin [J]. */
	readonly load: number;
}

/** A simulation that cannot go on. */
export class SimulationError extends Error {
	override readonly name = "SimulationError";
	/** The name of the body at fault, and its element. */
	readonly body: string | undefined;
	readonly element: number | undefined;

	constructor(message: string, body?: string, element?: number) {
		super(message);
		this.body = body;
		this.element = element;
	}
}

export async function simulate(
	scene: Scene,
	options: SimulationOptions = {},
): Promise<Simulation> {
	const settings = { ...defaults, ...options };
	checkSettings(settings);
	return new Simulation(
		await buildScene(scene, settings.backend, settings.mass),
		settings,
	);
}

type Settings = Required<Omit<SimulationOptions, "linear" | "damping">> &
	Pick<SimulationOptions, "linear" | "damping">;

function checkSettings({
	timeStep,
	integrator,
	mass,
	newtonIterations,
	damping,
}: Settings): void {
	if (!(timeStep > 0 && Number.isFinite(timeStep)))
		throw new Error(
			`simulate: timeStep is ${timeStep}; it must be a positive number of seconds`,
		);
	if (!(Number.isInteger(newtonIterations) && newtonIterations > 0))
		throw new Error(
			`simulate: newtonIterations is ${newtonIterations}; it must be a positive whole number`,
		);
	const integrators = [
		"implicit-euler",
		"midpoint",
		"bdf2",
		"symplectic-euler",
	];
	if (!integrators.includes(integrator))
		throw new Error(
			`simulate: integrator is '${integrator}'; it must be one of ${integrators.join(", ")}`,
		);
	if (integrator === "symplectic-euler" && mass === "consistent")
		throw new Error(
			"simulate: symplectic-euler needs the inverse of the mass; set mass to 'lumped'",
		);
	if (integrator === "symplectic-euler" && damping?.stiffness)
		throw new Error(
			"simulate: symplectic-euler has no stiffness damping; use an implicit integrator or a model's own damping",
		);
	for (const [name, value] of Object.entries(damping ?? {}))
		if (!(value >= 0 && Number.isFinite(value)))
			throw new Error(
				`simulate: damping.${name} is ${value}; it must be zero or positive`,
			);
}

export class Simulation {
	private readonly settings: Settings;
	private readonly scene: BuiltScene;
	private readonly potential: IncrementalPotential;
	private readonly history: History;
	private readonly forces: Float64Array;
	private readonly observers = new Set<(observation: Observation) => void>();
	private readonly solvers = new Map<keyof typeof directLimits, Newton>();
	private readonly saved: {
		readonly x: Float64Array;
		readonly v: Float64Array;
	};

	/** For `simulate`. */
	constructor(scene: BuiltScene, settings: Settings) {
		const { model, state, work, constraints } = scene;
		this.scene = scene;
		this.settings = settings;
		this.potential = new IncrementalPotential(
			model,
			state,
			work,
			constraints,
			{ mass: 0, stiffness: 0, ...settings.damping },
			settings.linear?.operator ?? defaultLinearOptions.operator,
		);
		const vector = () => new Float64Array(3 * model.vertexCount);
		this.history = { x: vector(), v: vector(), step: 0 };
		this.saved = { x: vector(), v: vector() };
		this.forces = vector();
	}

	/** Time [s]. */
	get time(): number {
		return this.scene.state.time;
	}

	/** Length of a step [s]. */
	get timeStep(): number {
		return this.settings.timeStep;
	}

	/** How the linear systems of steps and of statics are solved. */
	linearMethod(task: "steps" | "statics"): LinearMethod {
		this.newton(task);
		return this.methods[task] as LinearMethod;
	}

	private readonly methods: Partial<Record<"steps" | "statics", LinearMethod>> =
		{};

	/** Solvers are made when first used: a factorisation's analysis takes time and memory. */
	private newton(task: "steps" | "statics"): Newton {
		const known = this.solvers.get(task);
		if (known) return known;
		const { model } = this.scene;
		const linear = new LinearSolver(
			model.pattern,
			{ ...defaultLinearOptions, ...this.settings.linear },
			directLimits[task],
		);
		const newton = new Newton(linear, 3 * model.vertexCount);
		this.methods[task] = linear.method;
		this.solvers.set(task, newton);
		return newton;
	}

	/** Advances by one time step. A step that fails is undone and taken in halves; if those fail too, the state stays and an error tells. */
	step(): StepReport {
		const { state } = this.scene;
		const h = this.settings.timeStep;
		const { history, saved } = this;
		const undo = {
			x: history.x.slice(),
			v: history.v.slice(),
			step: history.step,
		};
		saved.x.set(state.x.array);
		saved.v.set(state.v.array);
		const { time } = state;
		let problem = "";
		for (let level = 0; level <= halvings; level++) {
			const pieces = 2 ** level;
			const outcome = this.attempt(h / pieces, pieces);
			if ("converged" in outcome) {
				// Not a sum of rounded pieces.
				state.time = time + h;
				state.step++;
				this.notify(outcome);
				return outcome;
			}
			problem ||= outcome.problem;
			state.x.array.set(saved.x);
			state.v.array.set(saved.v);
			state.time = time;
			history.x.set(undo.x);
			history.v.set(undo.v);
			history.step = undo.step;
		}
		throw this.failure(
			`step ${state.step + 1} at ${time.toPrecision(6)} s failed: ${problem}; it did not help to cut it into ${2 ** halvings} pieces. Use a smaller time step, or check materials and loads`,
		);
	}

	/** Takes pieces of a step; tells the problem where one fails. */
	private attempt(h: number, pieces: number): StepReport | { problem: string } {
		const { state } = this.scene;
		let total: StepReport | undefined;
		for (let piece = 0; piece < pieces; piece++) {
			const report = this.advance(h);
			if (!isFiniteVector(state.x.array) || !isFiniteVector(state.v.array))
				return { problem: "positions became infinite or not a number" };
			if (report.failure && this.settings.newtonIterations > 1)
				return { problem: report.failure };
			state.time += h;
			const { residuals, ...rest } = report;
			total = {
				...rest,
				residual: residuals[residuals.length - 1] ?? 0,
				substeps: pieces,
				iterations: rest.iterations + (total?.iterations ?? 0),
				linearIterations:
					rest.linearIterations + (total?.linearIterations ?? 0),
				safeguarded: rest.safeguarded + (total?.safeguarded ?? 0),
			};
		}
		return total as StepReport;
	}

	private advance(h: number): NewtonReport {
		const { model, state, work, constraints } = this.scene;
		const {
			integrator,
			newtonIterations,
			tolerance,
			linearTolerance,
			damping,
		} = this.settings;
		if (integrator === "symplectic-euler") {
			symplecticEulerStep(
				model,
				state,
				work,
				constraints,
				damping?.mass ?? 0,
				h,
				this.forces,
			);
			return {
				converged: true,
				iterations: 0,
				residuals: [],
				linearIterations: 0,
				safeguarded: 0,
			};
		}
		let report: NewtonReport | undefined;
		implicitStep(
			integrator,
			this.potential,
			constraints,
			state,
			this.history,
			h,
			() => {
				report = this.newton("steps").minimize(this.potential, {
					iterations: newtonIterations,
					tolerance,
					linearTolerance,
					longestStep: model.size,
				});
			},
		);
		return report as unknown as NewtonReport;
	}

	/** Steps until a time has passed, steps were taken or everything rests; lets the event loop breathe in between. */
	async run({ seconds, steps, untilSpeedBelow }: RunOptions): Promise<void> {
		const count =
			steps ??
			Math.round(
				(seconds ?? Number.POSITIVE_INFINITY) / this.settings.timeStep,
			);
		if (!Number.isFinite(count) && untilSpeedBelow === undefined)
			throw new Error(
				"run: say when to stop: give seconds, steps or untilSpeedBelow",
			);
		let breath = performance.now();
		for (let i = 0; i < count; i++) {
			this.step();
			if (untilSpeedBelow !== undefined && this.fastest() < untilSpeedBelow)
				return;
			if (performance.now() - breath > 50) {
				await new Promise((resolve) => setTimeout(resolve));
				breath = performance.now();
			}
		}
	}

	/** Moves to static equilibrium at the current time's loads and constraints; velocities become zero. */
	solveStatics({
		loadSteps = 1,
		tolerance = 1e-8,
		iterations = 200,
	}: StaticsOptions = {}): StaticsReport {
		const { model, state, constraints } = this.scene;
		const report = solveStatics(
			this.potential,
			this.newton("statics"),
			state,
			constraints,
			{
				loadSteps,
				tolerance,
				iterations,
				linearTolerance: 1e-6,
				longestStep: 0.2 * model.size,
			},
		);
		if (!report.converged)
			throw this.failure(
				`statics failed: ${report.failure}; residual ${report.residuals[report.residuals.length - 1]?.toExponential(1)}. Use more load steps, or damped steps instead`,
			);
		return report;
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

	/** Positions [m], xyz per vertex of a body: a view that later steps change. */
	positions(body: Body): Float64Array {
		return this.view(this.scene.state.x.array, body);
	}

	/** Velocities [m/s], xyz per vertex of a body: a view that later steps change. */
	velocities(body: Body): Float64Array {
		return this.view(this.scene.state.v.array, body);
	}

	private view(array: Float64Array, body: Body): Float64Array {
		const { first, count } = this.range(body);
		return array.subarray(3 * first, 3 * (first + count));
	}

	private range(body: Body): BodyRange {
		const found = this.scene.ranges.find((range) => range.body === body);
		if (!found)
			throw new Error(
				`simulation: ${body.label} is not part of it; add it to the scene before simulate`,
			);
		return found;
	}

	energies(): Energies {
		const { model, state } = this.scene;
		const { forces } = this;
		model.mass.multiply(state.v.array, forces);
		const kinetic = 0.5 * dot(state.v.array, forces);
		let load = 0;
		for (const { vertices, weights, force } of model.deadLoads) {
			const f = force(state.time);
			for (const [i, vertex] of vertices.entries())
				for (let k = 0; k < 3; k++)
					load -= weights[i] * f[k] * state.x.array[3 * vertex + k];
		}
		return { kinetic, elastic: model.elastic.value(), load };
	}

	/** Linear [kg·m/s] and angular momentum [kg·m²/s] about the origin. */
	momentum(): { readonly linear: Vector3; readonly angular: Vector3 } {
		const { model, state } = this.scene;
		const linear: [number, number, number] = [0, 0, 0];
		const angular: [number, number, number] = [0, 0, 0];
		const p = this.forces;
		model.mass.multiply(state.v.array, p);
		const x = state.x.array;
		for (let i = 0; i < p.length; i += 3)
			for (let k = 0; k < 3; k++) {
				const [l, m] = [(k + 1) % 3, (k + 2) % 3];
				linear[k] += p[i + k];
				angular[k] += x[i + l] * p[i + m] - x[i + m] * p[i + l];
			}
		return { linear, angular };
	}

	private fastest(): number {
		const v = this.scene.state.v.array;
		let most = 0;
		for (let i = 0; i < v.length; i += 3)
			most = Math.max(most, Math.hypot(v[i], v[i + 1], v[i + 2]));
		return most;
	}

	/** The state to the last bit, to be given to `restore` of a simulation of the same scene. */
	checkpoint(): Uint8Array {
		const { state } = this.scene;
		return encodeCheckpoint(
			{ time: state.time, step: state.step, previousStep: this.history.step },
			this.checkpointArrays(),
		);
	}

	restore(bytes: Uint8Array): void {
		const { state } = this.scene;
		const { time, step, previousStep } = decodeCheckpoint(
			bytes,
			this.checkpointArrays(),
		);
		state.time = time;
		state.step = step;
		this.history.step = previousStep;
	}

	private checkpointArrays(): readonly Float64Array[] {
		const { state } = this.scene;
		return [state.x.array, state.v.array, this.history.x, this.history.v];
	}

	/** An error that names the element with the largest or first not finite energy. */
	private failure(message: string): SimulationError {
		const worst = worstElement(this.scene.model.elastic);
		if (!worst) return new SimulationError(message);
		const { group, element, energy } = worst;
		const { first, body } = this.scene.ranges.findLast(
			(r) => r.first <= group.vertices[element * group.nodes],
		) as BodyRange;
		const vertices = Array.from(
			group.vertices.subarray(
				element * group.nodes,
				(element + 1) * group.nodes,
			),
			(v) => v - first,
		);
		return new SimulationError(
			`${message}. Most strained: element ${element} of ${group.label} (vertices ${vertices.join(", ")}) with ${energy.toPrecision(3)} J`,
			body.name,
			element,
		);
	}
}

function worstElement(sum: ElementSum) {
	let worst:
		| { group: ElementSum["groups"][number]; element: number; energy: number }
		| undefined;
	for (const group of sum.groups)
		for (const [element, energy] of sum.elementValues(group).entries()) {
			const size = Number.isFinite(energy)
				? Math.abs(energy)
				: Number.POSITIVE_INFINITY;
			if (!worst || size > Math.abs(worst.energy))
				worst = {
					group,
					element,
					energy: Number.isFinite(energy) ? energy : Number.POSITIVE_INFINITY,
				};
		}
	return worst;
}
