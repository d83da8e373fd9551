/** What can be set of a linear solver. Checks, the scene format and the documentation follow from it. */

/** A positive whole number. */
export interface CountOption {
	readonly kind: "count";
	readonly meaning: string;
	readonly default: number;
}

/** One of several words, each with its meaning. */
export interface ChoiceOption<Value extends string = string> {
	readonly kind: "choice";
	readonly meaning: string;
	readonly default: Value;
	readonly values: Readonly<Record<Value, string>>;
}

export type Option = CountOption | ChoiceOption;
export type Options = Readonly<Record<string, Option>>;

export type OptionValues<O extends Options> = {
	readonly [Name in keyof O]: O[Name] extends ChoiceOption
		? keyof O[Name]["values"] & string
		: number;
};

/** Given values, and defaults where there are none. */
export function withDefaults<O extends Options>(
	options: O,
	given: Readonly<Record<string, unknown>>,
): OptionValues<O> {
	const values = Object.entries(options).map(([name, option]) => [
		name,
		given[name] ?? option.default,
	]);
	return Object.fromEntries(values) as OptionValues<O>;
}

export const maxIterations = {
	kind: "count",
	meaning: "Iterations on one system at most.",
	default: 5000,
} as const satisfies Option;

export const preconditioner = {
	kind: "choice",
	meaning: "What makes iterations converge sooner.",
	default: "block-jacobi",
	values: {
		"block-jacobi": "the inverses of diagonal blocks",
		incomplete:
			"an incomplete factor of the assembled matrix: a third of the iterations or less",
		none: "nothing: more iterations",
	},
} as const satisfies Option;

export const operator = {
	kind: "choice",
	meaning: "How the Hessian is applied.",
	default: "assembled",
	values: {
		assembled: "as a matrix, in f32",
		"matrix-free": "element by element, in f64",
	},
} as const satisfies Option;
