/** All linear solvers: what `linear.method` may name. To add one, write its file and add a line here. */
import { autoSolver } from "./autoSolver.ts";
import { conjugateGradientSolver } from "./conjugateGradientSolver.ts";
import { directSolver } from "./directSolver.ts";
import type {
	LinearContext,
	LinearSolver,
	LinearSolverKind,
} from "./linearSolver.ts";
import { multigridSolver } from "./multigridSolver.ts";
import { type Options, type OptionValues, withDefaults } from "./options.ts";

/** The first is taken where none is named. */
export const linearSolvers = [
	autoSolver,
	directSolver,
	multigridSolver,
	conjugateGradientSolver,
] as const;

type Kind = (typeof linearSolvers)[number];

export type LinearMethod = Kind["name"];

/** How linear systems are solved: a solver by name, and options that it takes. */
export type LinearOptions = {
	readonly method?: LinearMethod;
} & Partial<AllOf<Kind["options"]>>;

/** The options of several solvers together. */
type AllOf<O extends Options> = (
	O extends Options
		? (options: OptionValues<O>) => void
		: never
) extends (options: infer All) => void
	? All
	: never;

/** The options that any of the solvers takes. */
export const linearOptions: Options = Object.assign(
	{},
	...linearSolvers.map(({ options }) => options),
);

function kindOf({ method }: LinearOptions): LinearSolverKind {
	const kinds: readonly LinearSolverKind[] = linearSolvers;
	return kinds.find(({ name }) => name === method) ?? kinds[0];
}

/** Refuses options that the solver does not take. */
export function checkLinearOptions(owner: string, given: LinearOptions): void {
	const { name, options } = kindOf(given);
	for (const [option, value] of Object.entries(given)) {
		if (option === "method" || option in options || value === undefined)
			continue;
		const others = linearSolvers.filter(({ options }) => option in options);
		throw new Error(
			`${owner}: ${option} is '${value}', but the method '${name}' has none; leave it out, or choose ${others.map((other) => `'${other.name}'`).join(" or ")}`,
		);
	}
}

/** The solver that the options ask for. */
export function createLinearSolver(
	context: LinearContext,
	given: LinearOptions,
): LinearSolver {
	const kind = kindOf(given);
	return kind.create(context, withDefaults(kind.options, given));
}
