/** What can be said about contact of surfaces. */
import { requireList } from "../../checks.ts";
import type { BodyContact } from "../../points/bodyContact.ts";
import { checkContactValues } from "./contactValues.ts";

/** Of a scene. */
export interface SurfaceContactOptions {
	/** Thickness [m] of bodies that do not say their own; by default a thousandth of the body's extent. */
	readonly thickness?: number;
	/** Coulomb's coefficient of all pairs that `frictionTable` does not name; 0 by default. */
	readonly friction?: number;
	/** Coefficients of pairs of bodies or colliders, by their names. */
	readonly frictionTable?: readonly PairFriction[];
	/** Whether cloth and cables that do not say so touch themselves; true by default. */
	readonly self?: boolean;
}

/** Friction of two bodies, or of a body and a collider, or of one with itself. */
export interface PairFriction {
	readonly between: readonly [string, string];
	readonly friction: number;
}

const isPositive = (value: number | undefined) =>
	value === undefined || (value > 0 && Number.isFinite(value));
const isCoefficient = (value: number | undefined) =>
	value === undefined || (value >= 0 && Number.isFinite(value));

export function checkBodyContact(
	label: string,
	{ thickness }: BodyContact,
): void {
	if (!isPositive(thickness))
		throw new Error(
			`${label}: contact.thickness is ${thickness}; it must be positive [m]`,
		);
}

/** Throws for values that make no sense, and for names that the scene does not have. */
export function checkSurfaceContact(
	options: SurfaceContactOptions,
	names: readonly string[] = [],
): void {
	checkContactValues(options);
	const { frictionTable = [] } = options;
	requireList("checkSurfaceContact: names", names);
	for (const { between, friction: own } of frictionTable) {
		if (!isCoefficient(own))
			throw new Error(
				`scene: contact.frictionTable has ${own} between ${between.join(" and ")}; it must be zero or positive`,
			);
		for (const name of between)
			if (!names.includes(name))
				throw new Error(
					`scene: contact.frictionTable names '${name}'; the scene has ${names.join(", ")}`,
				);
	}
}
