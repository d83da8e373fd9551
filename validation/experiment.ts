/** What experiments are written with. */
import type { Row, Test } from "@pliant/cli/experiment";

export type {
	Experiment,
	Figure,
	Form,
	Outcome,
	Row,
	XySeries,
} from "@pliant/cli/experiment";

interface Source {
	/** Where the expected value comes from. */
	readonly source: string;
}

/** A value with its tolerance, or a bound. */
type Criterion =
	| { readonly expected: number; readonly tolerance: number }
	| { readonly atMost: number }
	| { readonly atLeast: number };

/** Against a closed form, a conservation law, or an independent program; never against a number of ours. */
export const exact = (
	quantity: string,
	measured: number,
	{ source, ...criterion }: Criterion & Source,
): Row => ({ kind: "exact", quantity, measured, source, ...tested(criterion) });

/** Against a number that a paper prints or shows. */
export const paperBound = (
	quantity: string,
	measured: number,
	{ source, ...criterion }: Criterion & Source,
): Row => ({ kind: "paper", quantity, measured, source, ...tested(criterion) });

/** Which of two is larger, and no more: by how much is not said. */
export const ordering = (
	quantity: string,
	[smaller, larger]: readonly [number, number],
	{ source }: Source,
): Row => ({
	kind: "ordering",
	quantity,
	measured: smaller / larger,
	expected: 1,
	source,
	test: { kind: "at most" },
});

/** A number without a verdict, such as a time; beside it what a paper has. */
export const told = (
	quantity: string,
	measured: number,
	{ expected, source }: Source & { readonly expected?: number },
): Row => ({
	kind: "told",
	quantity,
	measured,
	expected: expected ?? null,
	source,
	test: null,
});

function tested(criterion: Criterion): { expected: number; test: Test } {
	if ("atMost" in criterion)
		return { expected: criterion.atMost, test: { kind: "at most" } };
	if ("atLeast" in criterion)
		return { expected: criterion.atLeast, test: { kind: "at least" } };
	const { expected, tolerance } = criterion;
	return { expected, test: { kind: "within", tolerance } };
}

/** Colours of plots, the same for a model everywhere. */
export const colors = {
	linear: "#777",
	trbs: "#1f6fb4",
	trqs: "#d9822b",
	springs: "#3a8f4d",
	vanGelder: "#8a4fa3",
	expected: "#222",
} as const;
