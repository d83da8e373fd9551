/** What can be set of a simulation, with defaults and checks. */

import { wasmBackend } from "../backends/wasm.ts";
import { isObject, requireOptions, requireThat, shown } from "../checks.ts";
import { defined } from "../defined.ts";
import type { Threads } from "../numerics/threads.ts";
import type { Scene } from "../scene/scene.ts";
import {
	checkLinearOptions,
	type LinearOptions,
	linearOptions,
	linearSolvers,
} from "../solvers/linear/linearSolvers.ts";
import type { Option } from "../solvers/linear/options.ts";
import type { Backend } from "../system/backend.ts";
import type { MassKind } from "../system/mass.ts";
import type { RayleighDamping } from "../system/stepSetup.ts";
import type { Integrator } from "../time/integrators/integrator.ts";
import {
	type IntegratorName,
	integrators,
} from "../time/integrators/integrators.ts";

export interface SimulationOptions {
	/** Length of a step [s]: `step` advances by it. */
	readonly timeStep?: number;
	/**
	 * Error of positions over a second of motion, relative to the size of the body (root mean square). Each step is divided into as many substeps as
	 * this takes, and each substep is solved as far as it takes.
	 */
	readonly accuracy?: number;
	/**
	 * Fixed number of equal substeps per step, in place of `accuracy`. Each is solved as `tolerance` and `newtonIterations` say. The integrator
	 * "symplectic-euler" and the solver "block-descent" always take a fixed number, 1 by default.
	 */
	readonly substeps?: number;
	/**
	 * Time in milliseconds that a step may take, about. The step then takes only as many substeps as fit, so results differ from run to run, and
	 * `error` in reports says what that costs.
	 */
	readonly interactive?: number;
	/** Name of the integrator; see `integrators`. */
	readonly integrator?: IntegratorName;
	/**
	 * Solver of implicit substeps. Block descent moves one vertex after another, for a given number of sweeps. No substep takes longer than
	 * another, and none fails to converge, but motion that the sweeps do not reach is damped. Statics always takes Newton's method.
	 */
	readonly solver?: "newton" | "block-descent";
	/** Sweeps of block descent per substep. */
	readonly sweeps?: number;
	/**
	 * Maximum number of Newton iterations per fixed substep, not counting those that the line search cuts short. One iteration is fast, has the same
	 * rest state, and comes close to the converged motion in ordinary substeps. Long substeps of stiff materials are damped more.
	 */
	readonly newtonIterations?: number;
	/**
	 * True if a fixed substep that has not converged is retried at half its length, and false if it is accepted. By default true, unless it has one
	 * iteration only, or sweeps.
	 */
	readonly mustConverge?: boolean;
	/** Force imbalance, as a fraction of the forces, below which a fixed substep has converged. */
	readonly tolerance?: number;
	/** Relative residual of linear systems in fixed substeps. */
	readonly linearTolerance?: number;
	readonly linear?: LinearOptions;
	readonly damping?: Partial<RayleighDamping>;
	/** By default lumped where vertices move and consistent where frames do, whose few unknowns make that cheap. */
	readonly mass?: MassKind;
	readonly backend?: Backend;
	/** `nodeThreads(2)` of "pliant/node" or `webThreads(2)` of "pliant/web"; by default the calling thread does all. Results are the same to the last bit. */
	readonly threads?: Threads;
	/** Whether it can be gripped, pushed and blown at while it runs; see `Simulation.grip`, `push` and `setWind`. */
	readonly grips?: boolean;
	/**
	 * Asked before every iteration of Newton's method. Where it says true, the step or the statics under way is undone, and an InterruptedError is
	 * thrown: for programs whose other threads can say so, since no event gets through while a step is taken.
	 */
	readonly isInterrupted?: () => boolean;
}

function notStarted(): never {
	throw new Error("simulate: one thread needs no workers");
}

const defaultSimulationOptions = {
	timeStep: 1 / 60,
	accuracy: 5e-3,
	substeps: 1,
	integrator: integrators[0].name,
	solver: "newton",
	sweeps: 20,
	newtonIterations: 50,
	tolerance: 1e-6,
	linearTolerance: 1e-4,
	linear: {},
	damping: {},
	backend: wasmBackend,
	threads: { count: 1, start: notStarted },
	grips: false,
} as const satisfies SimulationOptions;

export interface StaticsOptions {
	/** Steps in which the loads are raised. */
	readonly loadSteps?: number;
	readonly tolerance?: number;
	readonly iterations?: number;
}

/** Options with defaults filled in. */
export type SimulationSettings = Required<
	Omit<SimulationOptions, "mass" | "accuracy" | "interactive" | "isInterrupted">
> & {
	readonly mass: MassKind | undefined;
	readonly isInterrupted: (() => boolean) | undefined;
	readonly interactive: number | undefined;
	/** Undefined if the number of substeps is fixed. */
	readonly accuracy: number | undefined;
};

function simulationSettings(options: SimulationOptions): SimulationSettings {
	if (isObject(options) && "frameTime" in options)
		throw new Error("simulate: there is no option 'frameTime'; use timeStep");
	const given = {
		...defaultSimulationOptions,
		...checkOptions("simulate", options, simulationRules),
		linear: checkOptions("simulate: linear", options.linear ?? {}, linearRules),
		damping: checkOptions(
			"simulate: damping",
			options.damping ?? {},
			dampingRules,
		),
	};
	checkLinearOptions("simulate: linear", given.linear);
	checkSolver(options);
	const mustConverge =
		given.solver === "newton" &&
		given.newtonIterations > 1 &&
		options.interactive === undefined;
	const settings = {
		mass: undefined,
		interactive: undefined,
		isInterrupted: undefined,
		mustConverge,
		...given,
		accuracy: hasFixedSubsteps(options) ? undefined : given.accuracy,
	};
	checkUse(settings, {
		hasContact: false,
		hasFrames: false,
		hasWind: false,
	});
	return settings;
}

/** Returns true if substeps are fixed, and false if accuracy chooses them. Throws for options that need the other. */
function hasFixedSubsteps(options: SimulationOptions): boolean {
	const isFixed =
		options.substeps !== undefined ||
		options.integrator === "symplectic-euler" ||
		options.solver === "block-descent";
	const names: readonly (keyof SimulationOptions)[] = isFixed
		? ["accuracy", "interactive"]
		: ["newtonIterations", "mustConverge", "tolerance", "linearTolerance"];
	const name = names.find((name) => options[name] !== undefined);
	if (name)
		throw new Error(
			`simulate: ${name} is ${options[name]}; it ${isFixed ? "chooses substeps, which are fixed: leave it out, or what fixes them" : "needs fixed substeps: set substeps, or leave it out and set accuracy"}`,
		);
	return isFixed;
}

/** The settings that `simulate` would take for the scene; throws what it would refuse, without building anything: for editors and readers of files. */
export function checkSimulation(
	scene: Pick<
		Scene,
		"colliders" | "framedBodies" | "attachments" | "seams" | "contact" | "wind"
	>,
	options: SimulationOptions = {},
): SimulationSettings {
	requireThat(
		Array.isArray(scene?.colliders) && Array.isArray(scene.attachments),
		"simulate: the scene",
		scene,
		"a Scene",
	);
	const settings = simulationSettings(options);
	checkUse(settings, {
		hasContact: scene.colliders.length > 0 || scene.contact !== undefined,
		hasFrames:
			scene.framedBodies.length +
				scene.attachments.length +
				scene.seams.length >
			0,
		hasWind: scene.wind !== undefined,
	});
	return settings;
}

export function staticsSettings(
	options: StaticsOptions,
): Required<StaticsOptions> {
	return {
		loadSteps: 1,
		tolerance: 1e-8,
		iterations: 200,
		...checkOptions("solveStatics", options, staticsRules),
	};
}

/** The integrator of settings. */
export const integratorOf = ({
	integrator,
}: Pick<SimulationSettings, "integrator">): Integrator =>
	integrators.find(({ name }) => name === integrator) as Integrator;

/** What a value must be, in words and as a test, and how it is told where it is not. */
type Rule = readonly [
	string,
	(value: unknown) => boolean,
	((value: unknown) => string)?,
];
type Rules = Readonly<Record<string, Rule>>;

const isNumber = (value: unknown): value is number =>
	typeof value === "number" && Number.isFinite(value);
const positive: Rule = ["a positive number", (v) => isNumber(v) && v > 0];
const nonNegative: Rule = ["zero or positive", (v) => isNumber(v) && v >= 0];
export const count: Rule = [
	"a positive whole number",
	(v) => isNumber(v) && Number.isInteger(v) && v > 0,
];
const yesOrNo: Rule = ["true or false", (v) => typeof v === "boolean"];
const anything: Rule = ["anything", () => true];
const oneOf = (...values: string[]): Rule => [
	`one of ${values.join(", ")}`,
	(v) => values.includes(v as string),
];

const simulationRules: Rules = {
	timeStep: ["a positive number of seconds", positive[1]],
	accuracy: positive,
	substeps: count,
	interactive: ["a positive number of milliseconds", positive[1]],
	integrator: oneOf(...integrators.map(({ name }) => name)),
	solver: oneOf("newton", "block-descent"),
	sweeps: count,
	newtonIterations: count,
	mustConverge: yesOrNo,
	tolerance: positive,
	linearTolerance: positive,
	linear: ["an object of options", isObject],
	damping: ["an object with mass and stiffness", isObject],
	mass: oneOf("lumped", "consistent"),
	backend: anything,
	grips: yesOrNo,
	isInterrupted: ["a function", (v) => typeof v === "function"],
	threads: [
		"nodeThreads(count) or webThreads(count) with a count from 1 to 64",
		(v) => {
			const count = (v as Threads | null)?.count;
			return (
				isNumber(count) && Number.isInteger(count) && count >= 1 && count <= 64
			);
		},
		(v) => {
			const count = (v as Threads | null)?.count;
			return count === undefined ? shown(v) : `of ${count}`;
		},
	],
};
const ruleOf = (option: Option): Rule =>
	option.kind === "count" ? count : oneOf(...Object.keys(option.values));
const linearRules: Rules = {
	method: oneOf(...linearSolvers.map(({ name }) => name)),
	...Object.fromEntries(
		Object.entries(linearOptions).map(([name, option]) => [
			name,
			ruleOf(option),
		]),
	),
};
const dampingRules: Rules = { mass: nonNegative, stiffness: nonNegative };
const staticsRules: Rules = {
	loadSteps: count,
	tolerance: positive,
	iterations: count,
};

const told = (value: unknown): string =>
	typeof value === "string" ? `'${value}'` : shown(value);

/** The options without those that are given as undefined, which must not take the place of defaults. */
export function checkOptions<T extends object>(
	owner: string,
	options: T,
	rules: Rules,
): T {
	requireOptions(owner, options, Object.keys(rules));
	for (const [name, value] of Object.entries(options)) {
		const [wanted, allows, tell = told] = rules[name];
		if (value !== undefined && !allows(value))
			throw new Error(
				`${owner}: ${name} is ${tell(value)}; it must be ${wanted}`,
			);
	}
	return defined(options);
}

/** Refuses what the integrator or the solver cannot do with what a scene has. */
function checkUse(
	settings: SimulationSettings,
	scene: {
		readonly hasContact: boolean;
		readonly hasFrames: boolean;
		readonly hasWind: boolean;
	},
): void {
	const { mass, damping, solver } = settings;
	const refusal = integratorOf(settings).refusal({
		...scene,
		mass,
		stiffnessDamping: damping.stiffness ?? 0,
		solver,
	});
	if (refusal) throw new Error(`simulate: ${refusal}`);
	const { name } = integratorOf(settings);
	if (scene.hasWind && (solver !== "newton" || name === "symplectic-euler"))
		throw new Error(
			`simulate: ${solver === "newton" ? name : solver} does not know wind; use an implicit integrator with 'newton'`,
		);
	if (solver !== "block-descent") return;
	if (settings.grips)
		throw new Error(
			"simulate: block-descent does not know grips; set solver to 'newton'",
		);
	if (scene.hasFrames)
		throw new Error(
			"simulate: block-descent moves vertices alone; set solver to 'newton' for frame bodies, rigid bodies, attachments and seams",
		);
}

/** Options that only one of the solvers takes, and what block descent cannot do. */
function checkSolver(options: SimulationOptions): void {
	const { solver = "newton", mass } = options;
	const foreign = {
		newton: ["sweeps"],
		"block-descent": ["newtonIterations", "linearTolerance"],
	} as const;
	for (const name of foreign[solver])
		if (options[name] !== undefined)
			throw new Error(
				`simulate: ${name} is ${options[name]}, but the solver '${solver}' has none; leave it out, or set solver to '${solver === "newton" ? "block-descent" : "newton"}'`,
			);
	if (solver === "newton") return;
	if (mass === "consistent")
		throw new Error(
			"simulate: block-descent needs a mass at each vertex alone; set mass to 'lumped', or solver to 'newton'",
		);
}
