/** What holds a vertex of a body: along one direction, two, or all. */
import type { Vector3 } from "../mesh/mesh.ts";

/** Holds a vertex along unit normals, at a displacement [m] from its initial position. */
export interface BodyConstraint {
	readonly normals: readonly Vector3[];
	readonly displacement: (time: number) => Vector3;
}

export const axes: readonly Vector3[] = [
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
];

export const unconstrained: BodyConstraint = {
	normals: [],
	displacement: () => [0, 0, 0],
};

const dot = (a: Vector3, b: Vector3): number =>
	a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const plus = (a: Vector3, factor: number, b: Vector3): Vector3 => [
	a[0] + factor * b[0],
	a[1] + factor * b[1],
	a[2] + factor * b[2],
];

/** A constraint with one more direction; one that is held already changes nothing. */
export function alsoHeldAlong(
	{ normals, displacement }: BodyConstraint,
	normal: Vector3,
	motion: (time: number) => Vector3,
): BodyConstraint {
	const rest = normals.reduce(
		(n, held) => plus(n, -dot(n, held), held),
		normal,
	);
	const independent = Math.sqrt(dot(rest, rest));
	if (independent < 1e-9) return { normals, displacement };
	const added = plus([0, 0, 0], 1 / independent, rest);
	return {
		normals: [...normals, added],
		displacement: (time) => {
			const before = displacement(time);
			const missing = dot(normal, motion(time)) - dot(normal, before);
			return plus(before, missing / independent, added);
		},
	};
}

/** Holds along the directions that two constraints have in common, at the mean of their displacements. */
export function heldByBoth(
	one: BodyConstraint,
	other: BodyConstraint,
): BodyConstraint {
	const [fewer, more] =
		one.normals.length <= other.normals.length ? [one, other] : [other, one];
	return {
		normals: fewer.normals.filter(
			(n) =>
				more.normals.reduce((sum, held) => sum + dot(n, held) ** 2, 0) >
				1 - 1e-9,
		),
		displacement: (time) => {
			const [a, b] = [one.displacement(time), other.displacement(time)];
			return plus([0.5 * a[0], 0.5 * a[1], 0.5 * a[2]], 0.5, b);
		},
	};
}

export function unit(direction: Vector3 | undefined, label: string): Vector3 {
	const length = direction ? Math.hypot(...direction) : 0;
	if (!(direction && length > 0 && Number.isFinite(length)))
		throw new Error(
			`${label}: the direction [${direction}] has no length; give one that has`,
		);
	return [direction[0] / length, direction[1] / length, direction[2] / length];
}

/** Two unit vectors perpendicular to a unit vector and to each other. */
export function perpendicular([x, y, z]: Vector3): [Vector3, Vector3] {
	// The coordinate axis that the direction is least along.
	const helper: Vector3 =
		Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z)
			? [0, -z, y]
			: Math.abs(y) <= Math.abs(z)
				? [z, 0, -x]
				: [-y, x, 0];
	const [a, b, c] = unit(helper, "");
	return [
		[a, b, c],
		[y * c - z * b, z * a - x * c, x * b - y * a],
	];
}
