/** What can be said about contact of surfaces. */
import { requireFinite, requireList } from "../../checks.ts";
import type { BodyContact } from "../../points/bodyContact.ts";
import {
	type Friction,
	type PairFriction,
	requireFriction,
} from "../friction.ts";
import { checkContactValues } from "./contactValues.ts";

/** Of a scene. */
export interface SurfaceContactOptions {
	/** Thickness [m] of bodies that do not say their own; by default a thousandth of the body's extent. */
	readonly thickness?: number;
	/** Coulomb's coefficients of all pairs of bodies that `frictionTable` does not name; 0 by default. */
	readonly friction?: Friction;
	/** Coefficients of pairs of bodies, colliders or materials, by their names; names of bodies and colliders count more than those of materials. */
	readonly frictionTable?: readonly PairFriction[];
	/** Whether cloth and cables that do not say so touch themselves; true by default. */
	readonly self?: boolean;
	/** Whether surfaces that begin through each other are moved apart before time begins; by default they are refused. */
	readonly untangle?: boolean;
}

const isPositive = (value: number | undefined) =>
	value === undefined || (value > 0 && Number.isFinite(value));

export function checkBodyContact(
	label: string,
	{ thickness, layer }: BodyContact,
): void {
	if (layer !== undefined) requireFinite(`${label}: contact.layer`, layer);
	if (!isPositive(thickness))
		throw new Error(
			`${label}: contact.thickness is ${thickness}; it must be positive [m]`,
		);
}

/** Throws for values that make no sense, and for names, of bodies, colliders and materials, that the scene does not have. */
export function checkSurfaceContact(
	options: SurfaceContactOptions,
	names: readonly string[] = [],
): void {
	checkContactValues(options);
	const { frictionTable = [] } = options;
	requireList("checkSurfaceContact: names", names);
	for (const { between, friction: own } of frictionTable) {
		requireFriction(
			`scene: contact.frictionTable between ${between.join(" and ")}`,
			own,
		);
		for (const name of between)
			if (!names.includes(name))
				throw new Error(
					`scene: contact.frictionTable names '${name}'; the scene has ${names.join(", ")}`,
				);
	}
}
