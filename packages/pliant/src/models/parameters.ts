/** Material parameters: unit, meaning and allowed range, so that bad values are refused with a helpful message. */
import { isObject, shown } from "../checks.ts";

export interface Parameter {
	readonly unit: string;
	readonly meaning: string;
	/** A value in ordinary use: for tests, documentation and sliders. */
	readonly typical: number;
	/** Taken where no value is given; without it the parameter is required. */
	readonly default?: number;
	/** The allowed range in words, such as "positive". */
	readonly range: string;
	/** The same as bounds, for editors and sliders: `above` and `below` are excluded, `least` is included. */
	readonly bounds: Bounds;
	readonly allows: (value: number) => boolean;
}

export interface Bounds {
	readonly above?: number;
	readonly least?: number;
	readonly below?: number;
}

type Description = Pick<Parameter, "unit" | "meaning" | "typical" | "default">;

/** Keeps in its type whether there is a default. */
type Described<D extends Description> = Omit<Parameter, "default"> &
	Pick<D, "default" & keyof D>;

function parameter<D extends Description>(
	description: D,
	range: string,
	bounds: Bounds,
): Described<D> {
	const { above = -Infinity, least = -Infinity, below = Infinity } = bounds;
	const allows = (value: number) =>
		value > above && value >= least && value < below;
	return { ...description, range, bounds, allows };
}

export const positive = <D extends Description>(description: D) =>
	parameter(description, "positive", { above: 0 });

export const nonNegative = <D extends Description>(description: D) =>
	parameter(description, "zero or positive", { least: 0 });

/** Any value between the ends, which are excluded. */
export const between = <D extends Description>(
	low: number,
	high: number,
	description: D,
) =>
	parameter(description, `between ${low} and ${high} (both excluded)`, {
		above: low,
		below: high,
	});

export const finite = <D extends Description>(description: D) =>
	parameter(description, "a finite number", {});

/** A switch: 1 for on. */
export const flag = <D extends Description>(description: D) => ({
	...parameter(description, "0 or 1", { least: 0 }),
	allows: (value: number) => value === 0 || value === 1,
});

export type Parameters = Readonly<Record<string, Parameter>>;

/** One number for the whole body, or one per element. */
export type MaterialValue = number | ArrayLike<number>;

/** What a caller gives: parameters with a default may be left out. */
export type Material<P extends Parameters> = {
	readonly [K in keyof P as P[K] extends { default: number }
		? never
		: K]: MaterialValue;
} & {
	readonly [K in keyof P as P[K] extends { default: number }
		? K
		: never]?: MaterialValue;
};

/** The parameters of one element. */
export type MaterialNumbers<P extends Parameters> = {
	readonly [K in keyof P]: number;
};

/** The given values with defaults filled in; throws for unknown, missing and forbidden ones. */
export function checkMaterial(
	owner: string,
	parameters: Parameters,
	given: Readonly<Record<string, MaterialValue | undefined>>,
): Record<string, MaterialValue> {
	const known = Object.keys(parameters);
	if (!isObject(given))
		throw new Error(
			`${owner}: its material is ${shown(given)}; give an object with ${known.join(", ")}`,
		);
	for (const name of Object.keys(given))
		if (!known.includes(name))
			throw new Error(
				`${owner}: unknown parameter '${name}'; it takes ${known.join(", ")}`,
			);
	const checked: Record<string, MaterialValue> = {};
	for (const [name, parameter] of Object.entries(parameters)) {
		// Left out is undefined; null would take the place of a default.
		const value = given[name] === undefined ? parameter.default : given[name];
		if (value === undefined)
			throw new Error(
				`${owner}: ${name} is missing; give ${parameter.meaning} [${parameter.unit}], ${parameter.range}`,
			);
		if (
			typeof value !== "number" &&
			!Array.isArray(value) &&
			!ArrayBuffer.isView(value)
		)
			throw new Error(
				`${owner}: ${name} is ${shown(value)}; it must be ${parameter.range}, one number or one for each element`,
			);
		const numbers = typeof value === "number" ? [value] : Array.from(value);
		const bad = numbers.findIndex(
			(v) => typeof v !== "number" || !parameter.allows(v),
		);
		if (bad >= 0)
			throw new Error(
				`${owner}: ${name} is ${numbers[bad]}${typeof value === "number" ? "" : ` at element ${bad}`}; it must be ${parameter.range}`,
			);
		checked[name] = value;
	}
	return checked;
}
