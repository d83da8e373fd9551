/** What can be set of a simulation, with defaults and checks. */
import { wasmBackend } from "./backends/wasm.ts";
import type { LinearOptions } from "./solvers/linear/linearSolver.ts";
import type { Backend } from "./system/backend.ts";
import type { MassKind } from "./system/mass.ts";
import type { ImplicitScheme } from "./time/implicit.ts";
import type { RayleighDamping } from "./time/incrementalPotential.ts";

export interface SimulationOptions {
	/** Length of a step [s]. */
	readonly timeStep?: number;
	readonly integrator?: ImplicitScheme | "symplectic-euler";
	/** Newton iterations per step at most. One makes an interactive step: fast, and damped a little more. */
	readonly newtonIterations?: number;
	/** Whether a step that has not converged is retried in pieces, or taken as it is; by default retried unless it has one iteration only. */
	readonly mustConverge?: boolean;
	/** Converged when the force imbalance is below this fraction of the forces. */
	readonly tolerance?: number;
	/** Relative residual of linear systems. */
	readonly linearTolerance?: number;
	readonly linear?: Partial<LinearOptions>;
	readonly damping?: Partial<RayleighDamping>;
	readonly mass?: MassKind;
	readonly backend?: Backend;
}

const defaultSimulationOptions = {
	timeStep: 1 / 60,
	integrator: "implicit-euler",
	newtonIterations: 50,
	tolerance: 1e-6,
	linearTolerance: 1e-4,
	linear: {},
	damping: {},
	mass: "lumped",
	backend: wasmBackend,
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
	const given = { ...defaultSimulationOptions, ...options };
	const settings = { mustConverge: given.newtonIterations > 1, ...given };
	checkSettings(settings);
	return settings;
}

function checkSettings({
	timeStep,
	integrator,
	mass,
	newtonIterations,
	damping,
}: SimulationSettings): void {
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
	if (integrator === "symplectic-euler" && damping.stiffness)
		throw new Error(
			"simulate: symplectic-euler has no stiffness damping; use an implicit integrator or a model's own damping",
		);
	for (const [name, value] of Object.entries(damping))
		if (!(value >= 0 && Number.isFinite(value)))
			throw new Error(
				`simulate: damping.${name} is ${value}; it must be zero or positive`,
			);
}
