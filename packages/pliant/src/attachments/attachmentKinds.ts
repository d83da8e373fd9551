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
	values: Readonly<Record<string, number | undefined>>,
): void {
	for (const [name, value] of Object.entries(values))
		if (value !== undefined && !(value >= 0 && Number.isFinite(value)))
			throw new Error(
				`${kind}: ${name} is ${value}; it must be zero or positive`,
			);
	if (values.stiffness === 0)
		throw new Error(`${kind}: stiffness is 0; it must be positive [N/m]`);
}

export interface BallOptions {
	/** [N/m]; a thousand times the stiffness of the softer side where left out. */
	readonly stiffness?: number;
	/** [N s/m] */
	readonly damping?: number;
}

/** Two points stay together and are free to turn. */
export function ball({
	stiffness,
	damping = 0,
}: BallOptions = {}): AttachmentKind {
	check("ball", { stiffness, damping });
	return { name: "ball", stiffness, damping, restLength: 0 };
}

/** Two bodies stay together as they are at the beginning. */
export function weld({
	stiffness,
	damping = 0,
	arm,
}: BallOptions & { readonly arm?: number } = {}): AttachmentKind {
	check("weld", { stiffness, damping, arm });
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
export function springBetween({
	stiffness,
	damping = 0,
	restLength = Number.NaN,
}: SpringOptions): AttachmentKind {
	check("spring", {
		stiffness,
		damping,
		restLength: Number.isNaN(restLength) ? 0 : restLength,
	});
	return { name: "spring", stiffness, damping, restLength };
}
