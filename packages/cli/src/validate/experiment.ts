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
	/** Too long for the tests of every day. */
	readonly slow?: boolean;
	readonly run: () => Outcome | Promise<Outcome>;
}

export interface Outcome {
	readonly rows: readonly Row[];
	readonly figures?: readonly Figure[];
}

/** One number against what it should be. */
export interface Row {
	/** What is measured, with its unit. */
	readonly quantity: string;
	readonly measured: number;
	/** The value itself, or the bound; none for numbers that are only told. */
	readonly expected: number | null;
	/** Where the expected value comes from. */
	readonly source: string;
	readonly test:
		| { readonly kind: "within"; readonly tolerance: number }
		| { readonly kind: "at most" | "at least" | "told" };
}

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

export function passes({ measured, expected, test }: Row): boolean {
	if (test.kind === "told" || expected === null) return true;
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
