/** What experiments are written with. */
import type { Row } from "@pliant/cli/experiment";

export type {
	Experiment,
	Figure,
	Outcome,
	Row,
	XySeries,
} from "@pliant/cli/experiment";

interface Expectation {
	readonly expected: number;
	/** Where the expected value comes from. */
	readonly source: string;
}

export const within = (
	quantity: string,
	measured: number,
	{ expected, source, tolerance }: Expectation & { tolerance: number },
): Row => ({
	quantity,
	measured,
	expected,
	source,
	test: { kind: "within", tolerance },
});

export const atMost = (
	quantity: string,
	measured: number,
	{ expected, source }: Expectation,
): Row => ({ quantity, measured, expected, source, test: { kind: "at most" } });

export const atLeast = (
	quantity: string,
	measured: number,
	{ expected, source }: Expectation,
): Row => ({
	quantity,
	measured,
	expected,
	source,
	test: { kind: "at least" },
});

/** A number that is told without a verdict. */
export const told = (
	quantity: string,
	measured: number,
	{ expected, source }: { expected?: number; source: string },
): Row => ({
	quantity,
	measured,
	expected: expected ?? null,
	source,
	test: { kind: "told" },
});

/** Colours of plots, the same for a model everywhere. */
export const colors = {
	linear: "#777",
	trbs: "#1f6fb4",
	trqs: "#d9822b",
	springs: "#3a8f4d",
	vanGelder: "#8a4fa3",
	expected: "#222",
} as const;
