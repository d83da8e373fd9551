import {
	requireNonNegative,
	requireOptions,
	requirePositive,
} from "../checks.ts";
/**
 * Kinds of attachments. Each is an energy of the gap g between two points, and of how it was at the beginning of a step of length h:
 *
 *   ball    ½ k |g|²: the points stay together. k is a thousand times the stiffness of the softer side where it is not given
 *   weld    a ball, and three more a little apart, so that neither turns against the other
 *   spring  ½ k (|g| − L)² + c/(2h) (|g| − |g₀|)²: k [N/m], rest length L [m], damping c [N s/m]
 */
export interface AttachmentKind {
	readonly name: "ball" | "weld" | "spring";
	/** [N/m]; as stiff as need be where left out. */
	readonly stiffness?: number | undefined;
	/** [N s/m] */
	readonly damping: number;
	/** [m] */
	readonly restLength: number;
	/** Apart [m] that the points of a weld are; a tenth of the smaller body where left out. */
	readonly arm?: number | undefined;
}

function check(
	kind: string,
	options: BallOptions,
	names: readonly string[],
): void {
	requireOptions(kind, options, names);
	for (const [name, value] of Object.entries(options))
		if (value !== undefined) requireNonNegative(`${kind}: ${name}`, value);
	if (options.stiffness !== undefined)
		requirePositive(`${kind}: stiffness`, options.stiffness);
}

export interface BallOptions {
	/** [N/m]; a thousand times the stiffness of the softer side where left out. */
	readonly stiffness?: number;
	/** [N s/m] */
	readonly damping?: number;
}

/** Two points stay together and are free to turn. */
export function ball(options: BallOptions = {}): AttachmentKind {
	check("ball", options, ["stiffness", "damping"]);
	const { stiffness, damping = 0 } = options;
	return { name: "ball", stiffness, damping, restLength: 0 };
}

/** Two bodies stay together as they are at the beginning. */
export function weld(
	options: BallOptions & { readonly arm?: number } = {},
): AttachmentKind {
	check("weld", options, ["stiffness", "damping", "arm"]);
	const { stiffness, damping = 0, arm } = options;
	return { name: "weld", stiffness, damping, restLength: 0, arm };
}

export interface SpringOptions {
	/** [N/m] */
	readonly stiffness: number;
	/** [N s/m] */
	readonly damping?: number;
	/** [m]; as long as it is at the beginning where left out. */
	readonly restLength?: number;
}

/** A spring between two points. */
export function springBetween(options: SpringOptions): AttachmentKind {
	check("springBetween", options, ["stiffness", "damping", "restLength"]);
	const { stiffness, damping = 0, restLength = Number.NaN } = options;
	requirePositive("springBetween: stiffness", stiffness);
	return { name: "spring", stiffness, damping, restLength };
}
