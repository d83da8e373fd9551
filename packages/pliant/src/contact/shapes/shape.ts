/**
 * What a collider's shape has to tell, in its own coordinates. Shapes are convex: then their distance is a convex function of the
 * point, lies above each of its tangents, and moving along a line can be limited by tangents without ever going too far
 * (`../approach.ts`).
 */
import type { Mesh, Vector3 } from "../../mesh/mesh.ts";

export interface Shape {
	readonly kind: string;
	/** Where its own coordinates lie: a rotation by rows, and the place of their origin [m]. */
	readonly rotation: readonly number[];
	readonly origin: Vector3;
	/** Signed distance [m] of a point, negative inside; never changes by more than the point moves. */
	distance(x: number, y: number, z: number): number;
	/** First derivatives of the distance (the normal) and second ones as xx, xy, xz, yy, yz, zz, at a point outside. */
	derivatives(x: number, y: number, z: number, out: Float64Array): void;
	/** Its surface at a time [s], in its own coordinates; a plane has no end and none of it. */
	surface?(time: number): Pick<Mesh, "positions" | "triangles">;
	/** Where it is all that is nearer than a radius [m] to a point, or to the line between two: these, in its own coordinates. */
	readonly core?: {
		readonly points: readonly Vector3[];
		readonly radius: number;
	};
	/** Whether its surface changes with time. */
	readonly deforms?: boolean;
}

/** Whether it can be asked what colliders ask. */
export const isShape = (value: unknown): value is Shape => {
	const { kind, rotation, origin, distance, derivatives } = (value ??
		{}) as Partial<Shape>;
	return (
		typeof kind === "string" &&
		Array.isArray(rotation) &&
		Array.isArray(origin) &&
		typeof distance === "function" &&
		typeof derivatives === "function"
	);
};

/** A shape with all that is nearer to it than a distance [m]. */
export const grown = (shape: Shape, by: number): Shape => ({
	...shape,
	distance: (x, y, z) => shape.distance(x, y, z) - by,
});

export const aligned = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/** A rotation that takes the y-axis to a direction. */
export function upright(direction: Vector3): number[] {
	const length = Math.hypot(...direction);
	const [x, y, z] = direction.map((c) => c / length);
	// Side of the coordinate axis that the direction is least along.
	const least = Math.abs(x) <= Math.abs(z) ? [0, z, -y] : [y, -x, 0];
	const size = Math.hypot(...least);
	const [a, b, c] = least.map((s) => s / size);
	// Columns: side, direction, and what is perpendicular to both.
	return [
		...[a, x, b * z - c * y],
		...[b, y, c * x - a * z],
		...[c, z, a * y - b * x],
	];
}

/** Where a shape around the line between two points lies, upright in its own coordinates, and half the line's length [m]. */
export function axisBetween(
	name: string,
	from: Vector3,
	to: Vector3,
): Pick<Shape, "rotation" | "origin"> & { readonly half: number } {
	const axis: Vector3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
	const length = Math.hypot(...axis);
	if (!(length > 0))
		throw new Error(
			`collider.${name}: 'from' and 'to' are both [${from}]; they must differ, since the axis lies between them`,
		);
	return {
		rotation: upright(axis),
		origin: [
			(from[0] + to[0]) / 2,
			(from[1] + to[1]) / 2,
			(from[2] + to[2]) / 2,
		],
		half: length / 2,
	};
}

/** (I − n nᵀ)/radius: what bends like a sphere. */
export function sphericalCurvature(
	nx: number,
	ny: number,
	nz: number,
	radius: number,
	out: Float64Array,
): void {
	out[0] = nx;
	out[1] = ny;
	out[2] = nz;
	out[3] = (1 - nx * nx) / radius;
	out[4] = (-nx * ny) / radius;
	out[5] = (-nx * nz) / radius;
	out[6] = (1 - ny * ny) / radius;
	out[7] = (-ny * nz) / radius;
	out[8] = (1 - nz * nz) / radius;
}
