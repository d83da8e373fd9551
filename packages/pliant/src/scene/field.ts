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
	/** What messages call it, such as `the force`. */
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
		checkValues(given, context, "");
		const numbers = ofWanted(Float64Array.from(flat(given)));
		return () => numbers;
	}
	try {
		checkValues(given(0), context, " at 0 s");
	} catch (error) {
		throw new Error(
			`${(error as Error).message} (functions are given the time; for rest positions give { field: (X, time) => … })`,
		);
	}
	return (time) => ofWanted(flat(given(time)));
}

const isByPosition = (
	given: unknown,
): given is { readonly field: (X: Vector3, time: number) => unknown } =>
	typeof (given as { field?: unknown } | null | undefined)?.field ===
	"function";

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
		const when = ` at 0 s and [${X}], where vertex ${wanted[i]} rests,`;
		requireValue(at(X, 0), context, when);
	}
	const numbers = new Float64Array(size * wanted.length);
	return (time) => {
		for (const [i, X] of places.entries())
			numbers.set(flat(at(X, time)), size * i);
		return numbers;
	};
}

function checkValues(
	given: unknown,
	context: FieldContext,
	when: string,
): void {
	const { size, chosen, label } = context;
	const isArray = Array.isArray(given);
	if (
		!ArrayBuffer.isView(given) &&
		!(isArray && (size === 1 || Array.isArray(given[0])))
	) {
		requireValue(given, context, when);
		return;
	}
	const list = given as ArrayLike<unknown>;
	const count = list.length * (isArray ? size : 1);
	if (count !== chosen.length * size)
		throw new Error(
			`${label}${when} has ${count} numbers for ${chosen.length} vertices; give ${chosen.length * size}, or one ${size === 1 ? "number" : "vector"} for all`,
		);
	for (const [i, vertex] of chosen.entries())
		requireValue(
			isArray || size === 1 ? list[i] : [0, 1, 2].map((k) => list[3 * i + k]),
			context,
			`${when} of vertex ${vertex}`,
		);
}

function requireValue(
	value: unknown,
	{ label, size, unit }: FieldContext,
	when: string,
): void {
	const isList = Array.isArray(value) || ArrayBuffer.isView(value);
	const numbers = isList ? Array.from(value as ArrayLike<unknown>) : [value];
	const isOne =
		isList === (size === 3) &&
		numbers.length === size &&
		numbers.every(Number.isFinite);
	if (!isOne)
		throw new Error(
			`${label}${when} is ${isList ? `[${value}]` : value}; it must be ${size === 1 ? "a finite number" : "three finite numbers"} [${unit}]`,
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
	let places: Uint32Array | undefined;
	return (numbers) => {
		if (chosen === wanted || numbers.length === size) return numbers;
		if (!places) {
			const placeOf = new Map(Array.from(chosen, (vertex, i) => [vertex, i]));
			places = wanted.map((vertex) => placeOf.get(vertex) as number);
		}
		const arranged = new Float64Array(size * wanted.length);
		for (let i = 0; i < arranged.length; i++)
			arranged[i] = numbers[size * places[Math.floor(i / size)] + (i % size)];
		return arranged;
	};
}
