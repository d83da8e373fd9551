/** What loads are given as: one value for all vertices or one for each, constant, over time, or by rest position and time. */
import type { Mesh, Vector3 } from "../mesh/mesh.ts";

/** A constant, or a function of time [s]. */
export type Timed<T> = T | ((time: number) => T);

/** One value for each of the chosen vertices, in their order: a list of values, or their numbers one after the other. */
export type PerVertex<T> = Float64Array | readonly T[];

/**
 * One value for all vertices or one for each, constant or over time; or `{ field }`, a function of rest position [m] and time [s]. That is
 * not taken bare, since TypeScript could not tell the argument of `(t) => …` then.
 */
export type Field<T> =
	| Timed<T | PerVertex<T>>
	| { readonly field: (X: Vector3, time: number) => T };

/** The numbers at a time: those of one value for all vertices, or of a value for each. The next call may overwrite them. */
export type FieldNumbers = (time: number) => ArrayLike<number>;

export interface FieldContext {
	/** What messages call it, such as `body "sheet": pull: the force`. */
	readonly label: string;
	readonly unit: string;
	/** Numbers per value. */
	readonly size: 1 | 3;
	readonly mesh: Mesh;
	/** The vertices that were chosen: lists have a value for each of these. */
	readonly chosen: Uint32Array;
	/** The vertices whose values are wanted: some of those chosen, each as often as needed. */
	readonly wanted: Uint32Array;
}

/** Refuses what is not finite or of the wrong length; functions are tried at time 0. */
export function fieldNumbers(
	given: Field<number> | Field<Vector3>,
	context: FieldContext,
): FieldNumbers {
	if (isByPosition(given)) return byPosition(given.field, context);
	const ofWanted = rearrangement(context);
	if (typeof given !== "function") {
		checkValues(given, context);
		const numbers = ofWanted(Float64Array.from(flat(given)));
		return () => numbers;
	}
	const first = attempt(() => given(0), context, atStart);
	checkValues(first, context, atStart);
	return (time) => ofWanted(flat(given(time)));
}

const isByPosition = (
	given: unknown,
): given is { readonly field: (X: Vector3, time: number) => unknown } =>
	typeof (given as { field?: unknown } | null | undefined)?.field ===
	"function";

/** A vector that is the same for all vertices. */
export function vectorOverTime(
	given: Timed<Vector3>,
	label: string,
	unit: string,
): (time: number) => Vector3 {
	const context = { label, unit, size: 3 } as const;
	const at = typeof given === "function" ? given : () => given;
	const occasion =
		typeof given === "function" ? { when: " at 0 s", hint: "" } : always;
	const value = attempt(() => at(0), context, occasion);
	if (!isValue(value, 3)) refuse(value, context, occasion);
	return at;
}

/** Where and when a value is, and what may be wrong with the function it comes from. */
interface Occasion {
	readonly when: string;
	readonly hint: string;
}

const always: Occasion = { when: "", hint: "" };
const atStart: Occasion = {
	when: " at 0 s",
	hint: " (a function is given the time alone; one of rest position and time is given as { field: (X, time) => … })",
};

function byPosition(
	at: (X: Vector3, time: number) => unknown,
	context: FieldContext,
): FieldNumbers {
	const { wanted, size, mesh } = context;
	const places = Array.from(wanted, (vertex): Vector3 => {
		const [x, y, z] = mesh.positions.subarray(3 * vertex, 3 * vertex + 3);
		return [x, y, z];
	});
	for (const [i, X] of places.entries()) {
		const occasion = {
			when: ` at 0 s and [${X}], the rest position of vertex ${wanted[i]},`,
			hint: "",
		};
		const value = attempt(() => at(X, 0), context, occasion);
		if (!isValue(value, size)) refuse(value, context, occasion);
	}
	const numbers = new Float64Array(size * wanted.length);
	return (time) => {
		for (const [i, X] of places.entries()) {
			const value = at(X, time);
			if (typeof value === "number") numbers[i] = value;
			else numbers.set(value as Vector3, size * i);
		}
		return numbers;
	};
}

function checkValues(
	given: unknown,
	context: FieldContext,
	{ when, hint }: Occasion = always,
): void {
	const { size, chosen, label } = context;
	const isEach =
		ArrayBuffer.isView(given) ||
		(Array.isArray(given) && (size === 1 || Array.isArray(given[0])));
	if (!isEach) {
		if (!isValue(given, size)) refuse(given, context, { when, hint });
		return;
	}
	const list = given as ArrayLike<unknown>;
	const each = Array.isArray(given) ? 1 : size;
	const [count, expected] = [(list.length * size) / each, chosen.length * size];
	if (count !== expected)
		throw new Error(
			`${label}${when} has ${count} number${count === 1 ? "" : "s"} for ${chosen.length} vertices; give ${expected}${size === 1 ? "" : ", xyz for each vertex"}, or one ${size === 1 ? "number" : "vector"} for all${hint}`,
		);
	for (const [i, vertex] of chosen.entries()) {
		const value = each === 1 ? list[i] : [0, 1, 2].map((k) => list[3 * i + k]);
		if (!isValue(value, size))
			refuse(value, context, {
				when: `${when} of vertex ${vertex}, number ${i},`,
				hint,
			});
	}
}

const isValue = (value: unknown, size: number): boolean =>
	size === 1
		? Number.isFinite(value)
		: isList(value) &&
			value.length === 3 &&
			Array.from(value).every(Number.isFinite);

const isList = (value: unknown): value is ArrayLike<unknown> =>
	Array.isArray(value) || ArrayBuffer.isView(value);

function attempt(
	work: () => unknown,
	{ label }: Pick<FieldContext, "label">,
	{ when, hint }: Occasion,
): unknown {
	try {
		return work();
	} catch (error) {
		throw new Error(
			`${label}${when} is not to be had: its function fails with "${(error as Error).message}"${hint}`,
		);
	}
}

function refuse(
	value: unknown,
	{ label, size, unit }: Pick<FieldContext, "label" | "size" | "unit">,
	{ when, hint }: Occasion,
): never {
	const shown =
		typeof value === "object" && size === 3 ? `[${value}]` : String(value);
	throw new Error(
		`${label}${when} is ${shown}; it must be ${size === 1 ? "a finite number" : "three finite numbers"} [${unit}]${hint}`,
	);
}

function flat(given: unknown): ArrayLike<number> {
	if (typeof given === "number") return [given];
	const list = given as ArrayLike<number> | readonly Vector3[];
	return Array.isArray(list[0])
		? Float64Array.from((list as readonly Vector3[]).flat())
		: (list as ArrayLike<number>);
}

/** From one value for each vertex chosen to one for each wanted; a value for all stays as it is. */
function rearrangement({
	size,
	chosen,
	wanted,
}: FieldContext): (numbers: ArrayLike<number>) => ArrayLike<number> {
	if (chosen === wanted) return (numbers) => numbers;
	const placeOf = new Map(Array.from(chosen, (vertex, i) => [vertex, i]));
	const places = wanted.map((vertex) => placeOf.get(vertex) as number);
	const arranged = new Float64Array(size * wanted.length);
	return (numbers) => {
		if (numbers.length === size) return numbers;
		for (let i = 0; i < places.length; i++)
			for (let k = 0; k < size; k++)
				arranged[size * i + k] = numbers[size * places[i] + k];
		return arranged;
	};
}
