/** What experiments of validation/ are made of: the runner knows no experiment, and experiments know no runner. */
import type {
	PicturedBody,
	PictureOptions,
	Surface,
} from "../picture/scenePicture.ts";

export interface Experiment {
	/** paper/experiment, like its folder. */
	readonly id: string;
	/** Authors and year, or the collection of reference solutions. */
	readonly paper: string;
	/** What it reproduces, such as "Fig. 7". */
	readonly figure: string;
	readonly title: string;
	/** In a sentence or two. */
	readonly setup: string;
	/** Where the source is wrong, or not reproducible as it is printed, and what else a reader must know. */
	readonly remarks?: readonly string[];
	readonly run: (form: Form) => Outcome | Promise<Outcome>;
}

/** The tests of every day run a "short" form, with smaller meshes or fewer points; `pliant validate` runs the "full" one. */
export type Form = "full" | "short";

export interface Outcome {
	readonly rows: readonly Row[];
	readonly figures?: readonly Figure[];
}

/**
 * What a row claims: "exact" compares with a closed form or an independent reference, "paper" with a number that a paper prints,
 * "ordering" says only which of two is larger, and "told" claims nothing.
 */
export const rowKinds = ["exact", "paper", "ordering", "told"] as const;
export type RowKind = (typeof rowKinds)[number];

/** One number against what it should be. */
export interface Row {
	readonly kind: RowKind;
	/** What is measured, with its unit. */
	readonly quantity: string;
	readonly measured: number;
	/** The value itself, or the bound; beside a number that is told, what a paper has, or null. */
	readonly expected: number | null;
	/** Where the expected value comes from. */
	readonly source: string;
	/** None of what is told. */
	readonly test: Test | null;
}

export type Test =
	| { readonly kind: "within"; readonly tolerance: number }
	| { readonly kind: "at most" | "at least" };

export type Figure =
	| ({ readonly kind: "plot" } & XyPlot)
	| { readonly kind: "drawing"; readonly title: string; readonly svg: string }
	| {
			readonly kind: "picture";
			readonly title: string;
			readonly bodies: readonly PicturedBody[];
			/** Surfaces of colliders [m]. */
			readonly obstacles?: readonly Surface[];
			readonly options?: PictureOptions;
	  };

export interface XyPlot {
	readonly title: string;
	readonly xLabel: string;
	readonly yLabel: string;
	readonly series: readonly XySeries[];
	readonly logarithmic?: "x" | "y" | "both";
	/** What x = 1, 2, … stands for, in place of numbers. */
	readonly xNames?: readonly string[];
}

export interface XySeries {
	readonly name: string;
	/** Expected values are lines, measured ones points; both where neither stands alone. */
	readonly style: "line" | "points" | "line and points";
	/** A colour of style sheets. */
	readonly color: string;
	readonly dashes?: string;
	readonly points: readonly (readonly [number, number])[];
}

/** Only values can pass; an order holds or does not. */
export type Verdict = "pass" | "fail" | "holds" | "does not hold";

/** None on what is told. */
export function verdict(row: Row): Verdict | null {
	if (row.test === null) return null;
	const isMet = meets(row);
	if (row.kind === "ordering") return isMet ? "holds" : "does not hold";
	return isMet ? "pass" : "fail";
}

export const isRed = (row: Row): boolean => {
	const found = verdict(row);
	return found === "fail" || found === "does not hold";
};

function meets({ measured, expected, test }: Row): boolean {
	if (test === null || expected === null) return true;
	if (!Number.isFinite(measured)) return false;
	switch (test.kind) {
		case "within":
			return Math.abs(measured - expected) <= test.tolerance;
		case "at most":
			return measured <= expected;
		case "at least":
			return measured >= expected;
	}
}

/** How far a value is from the one expected, over that one; none where a bound or nothing is expected, or zero. */
export const deviation = ({ measured, expected, test }: Row): number | null =>
	expected === null || expected === 0 || (test && test.kind !== "within")
		? null
		: measured / expected - 1;
