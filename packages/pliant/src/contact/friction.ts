/** Coulomb's coefficients, and which of them two things have. */
import { isObject, requireNonNegative, requireOptions } from "../checks.ts";

/** Of what sticks, and of what slides. */
export interface FrictionCoefficients {
	readonly static: number;
	readonly kinetic: number;
}

/** One coefficient, or one of what sticks and one of what slides, which is no larger. */
export type Friction = number | FrictionCoefficients;

/** Friction of two things by their names or materials, or of one with itself. */
export interface PairFriction {
	/** Names of bodies, colliders or materials. */
	readonly between: readonly [string, string];
	readonly friction: Friction;
}

/** What friction is looked up by. */
export interface FrictionSide {
	readonly name: string;
	readonly material?: string | undefined;
	/** What it has with all that no table names: colliders say so. */
	readonly friction?: FrictionCoefficients;
}

/** Throws for coefficients that make no sense. */
export function requireFriction(name: string, friction: Friction): void {
	if (!isObject(friction)) {
		requireNonNegative(name, friction);
		return;
	}
	requireOptions(name, friction, ["static", "kinetic"]);
	requireNonNegative(`${name}: static`, friction.static);
	requireNonNegative(`${name}: kinetic`, friction.kinetic);
	if (friction.kinetic > friction.static)
		throw new Error(
			`${name}: kinetic is ${friction.kinetic}, more than static, ${friction.static}; what slides is held less than what sticks`,
		);
}

export const coefficientsOf = (friction: Friction): FrictionCoefficients =>
	typeof friction === "number"
		? { static: friction, kinetic: friction }
		: friction;

/**
 * Friction of two things: what the table says, where names count more than materials; else what a collider says of itself; else what holds for all.
 * @param friction of all that the table does not name
 */
export function frictionBetween(
	a: FrictionSide,
	b: FrictionSide,
	friction: Friction,
	table: readonly PairFriction[],
): FrictionCoefficients {
	let found: Friction | undefined;
	let most = 0;
	for (const { between, friction: own } of table) {
		const [first, second] = between;
		const fit = Math.max(
			meets(first, a) * meets(second, b),
			meets(first, b) * meets(second, a),
		);
		if (fit > most) [most, found] = [fit, own];
	}
	return found !== undefined
		? coefficientsOf(found)
		: (a.friction ?? b.friction ?? coefficientsOf(friction));
}

/** How well an entry of the table names a thing: by its own name, by its material, or not at all. */
const meets = (entry: string, { name, material }: FrictionSide): number =>
	entry === name ? 2 : entry === material ? 1 : 0;
