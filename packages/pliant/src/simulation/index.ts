/** What a simulation can be asked for by name, as lists: for editors, forms and readers of files; and what is read off its tensors. */
export type { SolidFields } from "../models/solid/fields/solidFields.ts";
export {
	type LinearMethod,
	type LinearOptions,
	linearOptions,
	linearSolvers,
} from "../solvers/linear/linearSolvers.ts";
export { InterruptedError } from "../solvers/newton.ts";
export {
	type PrincipalValues,
	principalValues,
	vonMises,
} from "../system/stressMeasures.ts";
export type { Integrator } from "../time/integrators/integrator.ts";
export {
	type IntegratorName,
	integrators,
} from "../time/integrators/integrators.ts";
export type { BodyNodes } from "./bodyNodes.ts";
export { type Extrapolated, extrapolate } from "./extrapolate.ts";
export type { Mode, ModeKind, ModesOptions } from "./modes.ts";
export { stepsIn } from "./run.ts";
