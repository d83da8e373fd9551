/** A shape of colliders as one object: what it is, what it is made from, and how. The list of them is `colliderShapes.ts`. */
import { requireOptions, shown } from "../../checks.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import type { Shape } from "./shape.ts";
import type { ShapeParameter } from "./shapeParameter.ts";

export type ShapeParameters = Readonly<Record<string, ShapeParameter>>;

type Value<P extends ShapeParameter> = P["kind"] extends "length"
	? number
	: Vector3;

/** The values that a shape is made from. */
export type ShapeValues<P extends ShapeParameters> = {
	readonly [K in keyof P]: Value<P[K]>;
};

/** What a caller gives: parameters with a default may be left out. */
export type ShapeOptions<P extends ShapeParameters> = {
	readonly [K in keyof P as P[K] extends { default: Vector3 }
		? never
		: K]: Value<P[K]>;
} & {
	readonly [K in keyof P as P[K] extends { default: Vector3 }
		? K
		: never]?: Value<P[K]>;
};

export interface ColliderShapeDefinition<P extends ShapeParameters> {
	/** What scenes and commands call it. */
	readonly name: string;
	/** What it is, in one sentence. */
	readonly about: string;
	readonly parameters: P;
	readonly make: (values: ShapeValues<P>) => Omit<Shape, "kind">;
}

export interface ColliderShape<P extends ShapeParameters>
	extends Omit<ColliderShapeDefinition<P>, "make"> {
	(
		...options: Record<never, never> extends ShapeOptions<P>
			? [options?: ShapeOptions<P>]
			: [options: ShapeOptions<P>]
	): Shape;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of shapes of different parameters has no narrower type
export type AnyColliderShape = ColliderShape<any>;

export function colliderShape<P extends ShapeParameters>({
	name,
	about,
	parameters,
	make,
}: ColliderShapeDefinition<P>): ColliderShape<P> {
	const shape = (options: Readonly<Record<string, unknown>> = {}): Shape => ({
		...make(checkedValues(name, parameters, options)),
		kind: name,
	});
	// A function's own name is read-only by assignment.
	Object.defineProperty(shape, "name", { value: name });
	return Object.assign(shape, { about, parameters }) as ColliderShape<P>;
}

/** The given values with defaults filled in; throws for unknown, missing and forbidden ones. */
function checkedValues<P extends ShapeParameters>(
	name: string,
	parameters: P,
	options: Readonly<Record<string, unknown>>,
): ShapeValues<P> {
	const owner = `collider.${name}`;
	requireOptions(owner, options, Object.keys(parameters));
	const values = Object.entries(parameters).map(([key, parameter]) => {
		const value =
			options[key] ?? ("default" in parameter ? parameter.default : undefined);
		const { meaning, unit, range } = parameter;
		if (value === undefined)
			throw new Error(
				`${owner}: ${key} is missing; give ${meaning} [${unit}], ${range}`,
			);
		if (!(parameter.allows as (value: unknown) => boolean)(value))
			throw new Error(
				`${owner}: ${key} is ${shown(value)}; it must be ${range} [${unit}]`,
			);
		return [key, value];
	});
	return Object.fromEntries(values) as ShapeValues<P>;
}
