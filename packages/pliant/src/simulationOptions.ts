/** What can be set of a simulation, with defaults and checks. */
import { wasmBackend } from "./backends/wasm.ts";
import type { Threads } from "./numerics/threads.ts";
import {
	checkLinearOptions,
	type LinearOptions,
	linearOptions,
	linearSolvers,
} from "./solvers/linear/linearSolvers.ts";
import type { Option } from "./solvers/linear/options.ts";
import type { Backend } from "./system/backend.ts";
import type { MassKind } from "./system/mass.ts";
import type { ImplicitScheme } from "./time/implicit.ts";
import type { RayleighDamping } from "./time/incrementalPotential.ts";

export interface SimulationOptions {
	/** Length of a step [s]. */
	readonly timeStep?: number;
	readonly integrator?: ImplicitScheme | "symplectic-euler";
	/**
	 * What solves implicit steps. Block descent moves vertex by vertex, a given number of sweeps: no step takes longer than
	 * another and none fails to converge, but what the sweeps do not reach is damped. Statics takes Newton in any case.
	 */
	readonly solver?: "newton" | "block-descent";
	/** Sweeps of block descent per step. */
	readonly sweeps?: number;
	/**
	 * Newton iterations per step at most, not counting those that the line search cuts short. One makes an interactive step:
	 * fast, with the same rest state, and close to the converged motion at ordinary steps; long steps of stiff materials are
	 * damped more.
	 */
	readonly newtonIterations?: number;
	/** Whether a step that has not converged is retried in pieces, or taken as it is; by default retried unless it has one iteration only, or sweeps. */
	readonly mustConverge?: boolean;
	/** Converged when the force imbalance is below this fraction of the forces. */
	readonly tolerance?: number;
	/** Relative residual of linear systems. */
	readonly linearTolerance?: number;
	readonly linear?: LinearOptions;
	readonly damping?: Partial<RayleighDamping>;
	readonly mass?: MassKind;
	readonly backend?: Backend;
	/** `nodeThreads(2)` of "pliant/node" or `webThreads(2)` of "pliant/web"; by default the calling thread does all. Results are the same to the last bit. */
	readonly threads?: Threads;
}

function notStarted(): never {
	throw new Error("simulate: one thread needs no workers");
}

const defaultSimulationOptions = {
	timeStep: 1 / 60,
	integrator: "implicit-euler",
	solver: "newton",
	sweeps: 20,
	newtonIterations: 50,
	tolerance: 1e-6,
	linearTolerance: 1e-4,
	linear: {},
	damping: {},
	mass: "lumped",
	backend: wasmBackend,
	threads: { count: 1, start: notStarted },
} as const satisfies SimulationOptions;

export interface StaticsOptions {
	/** Steps in which the loads are raised. */
	readonly loadSteps?: number;
	readonly tolerance?: number;
	readonly iterations?: number;
}

/** Options with defaults filled in. */
export type SimulationSettings = Required<SimulationOptions>;

export function simulationSettings(
	options: SimulationOptions,
): SimulationSettings {
	checkOptions("simulate", options, simulationRules);
	checkOptions("simulate: linear", options.linear ?? {}, linearRules);
	checkLinearOptions("simulate: linear", options.linear ?? {});
	checkOptions("simulate: damping", options.damping ?? {}, dampingRules);
	const given = { ...defaultSimulationOptions, ...options };
	checkCombination(given);
	checkSolver(options);
	const mustConverge = given.solver === "newton" && given.newtonIterations > 1;
	return { mustConverge, ...given };
}

export function staticsSettings(
	options: StaticsOptions,
): Required<StaticsOptions> {
	checkOptions("solveStatics", options, staticsRules);
	return { loadSteps: 1, tolerance: 1e-8, iterations: 200, ...options };
}

/** What a value must be, in words and as a test. */
type Rule = readonly [string, (value: unknown) => boolean];
type Rules = Readonly<Record<string, Rule>>;

const isNumber = (value: unknown): value is number =>
	typeof value === "number" && Number.isFinite(value);
const positive: Rule = ["a positive number", (v) => isNumber(v) && v > 0];
const nonNegative: Rule = ["zero or positive", (v) => isNumber(v) && v >= 0];
const count: Rule = [
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
	integrator: oneOf("implicit-euler", "midpoint", "bdf2", "symplectic-euler"),
	solver: oneOf("newton", "block-descent"),
	sweeps: count,
	newtonIterations: count,
	mustConverge: yesOrNo,
	tolerance: positive,
	linearTolerance: positive,
	linear: anything,
	damping: anything,
	mass: oneOf("lumped", "consistent"),
	backend: anything,
	threads: [
		"nodeThreads(count) or webThreads(count) with a count from 1 to 64",
		(v) => {
			const count = (v as Threads | null)?.count;
			return (
				isNumber(count) && Number.isInteger(count) && count >= 1 && count <= 64
			);
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

function checkOptions(owner: string, options: object, rules: Rules): void {
	for (const [name, value] of Object.entries(options)) {
		const rule = rules[name];
		if (!rule)
			throw new Error(
				`${owner}: there is no option '${name}'; it takes ${Object.keys(rules).join(", ")}`,
			);
		if (value !== undefined && !rule[1](value))
			throw new Error(
				`${owner}: ${name} is ${typeof value === "string" ? `'${value}'` : value}; it must be ${rule[0]}`,
			);
	}
}

function checkCombination({
	integrator,
	mass,
	damping,
}: Pick<SimulationSettings, "integrator" | "mass" | "damping">): void {
	if (integrator !== "symplectic-euler") return;
	if (mass === "consistent")
		throw new Error(
			"simulate: symplectic-euler needs the inverse of the mass; set mass to 'lumped'",
		);
	if (damping.stiffness)
		throw new Error(
			"simulate: symplectic-euler has no stiffness damping; use an implicit integrator or a model's own damping",
		);
}

/** What cannot be had with colliders. */
export function checkContact({ integrator, solver }: SimulationSettings): void {
	if (integrator === "symplectic-euler")
		throw new Error(
			"simulate: symplectic-euler cannot keep bodies out of colliders; use implicit-euler or bdf2",
		);
	if (integrator === "midpoint")
		throw new Error(
			"simulate: midpoint goes on from the middle of a step in a straight line, which may lead into a collider; use implicit-euler or bdf2",
		);
	if (solver === "block-descent")
		throw new Error(
			"simulate: block-descent does not know colliders; set solver to 'newton'",
		);
}

/** Options that only one of the solvers takes, and what block descent cannot do. */
function checkSolver(options: SimulationOptions): void {
	const { solver = "newton", integrator, mass } = options;
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
	if (integrator === "symplectic-euler")
		throw new Error(
			"simulate: symplectic-euler has nothing to solve; leave out the solver 'block-descent', or use an implicit integrator",
		);
	if (mass === "consistent")
		throw new Error(
			"simulate: block-descent needs a mass at each vertex alone; set mass to 'lumped', or solver to 'newton'",
		);
}
