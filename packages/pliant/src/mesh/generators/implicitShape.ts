/** Pieces of implicit bodies: signed distances [m], negative inside, exact or nearly so close to the surface. */

import { requireCount } from "../../checks.ts";
import { createMesh, type Mesh, type Vector3, vertexCount } from "../mesh.ts";
import { partGroups } from "./framedShape.ts";
import { isosurface } from "./isosurface.ts";

/** Math.hypot guards against overflow, at five times the cost. */
const norm = (x: number, y: number, z: number) =>
	Math.sqrt(x * x + y * y + z * z);

export type Distance = (x: number, y: number, z: number) => number;

export function ball([cx, cy, cz]: Vector3, radius: number): Distance {
	return (x, y, z) => norm(x - cx, y - cy, z - cz) - radius;
}

/** Distance by the first-order estimate k(k − 1)/|∇k²/2| with k = |p/r|: zero on the ellipsoid, right near it. */
export function ellipsoid(
	[cx, cy, cz]: Vector3,
	[rx, ry, rz]: Vector3,
): Distance {
	return (x, y, z) => {
		const [u, v, w] = [(x - cx) / rx, (y - cy) / ry, (z - cz) / rz];
		const k = norm(u, v, w);
		const slope = norm(u / rx, v / ry, w / rz);
		return slope === 0 ? -Math.min(rx, ry, rz) : (k * (k - 1)) / slope;
	};
}

/** A cone with round ends, of two radii. */
export function limb(
	from: Vector3,
	to: Vector3,
	[r0, r1]: readonly [number, number],
): Distance {
	const d = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
	const lengthSquared = d[0] ** 2 + d[1] ** 2 + d[2] ** 2;
	return (x, y, z) => {
		const [u, v, w] = [x - from[0], y - from[1], z - from[2]];
		const along = (u * d[0] + v * d[1] + w * d[2]) / lengthSquared;
		const t = Math.min(Math.max(along, 0), 1);
		return (
			norm(u - t * d[0], v - t * d[1], w - t * d[2]) - (r0 + t * (r1 - r0))
		);
	};
}

/** A union whose creases are filled over about a width [m]. */
export function smoothUnion(a: number, b: number, width: number): number {
	const h = Math.max(width - Math.abs(a - b), 0) / width;
	return Math.min(a, b) - (h * h * width) / 4;
}

/** An intersection whose edges are rounded over about a width [m]. */
export function smoothIntersection(
	a: number,
	b: number,
	width: number,
): number {
	return -smoothUnion(-a, -b, width);
}

export interface ImplicitShape {
	readonly distance: Distance;
	readonly partAt: (x: number, y: number, z: number) => string;
	/** Corners of a box around it [m]. */
	readonly low: Vector3;
	readonly high: Vector3;
}

/** The surface of a shape with about so many vertices; groups are its parts. */
export function surfaceOfAbout(
	name: string,
	vertices: number,
	{ distance, partAt, low, high }: ImplicitShape,
): Mesh {
	requireCount(`${name}: vertices`, vertices, 500);
	const field = (x: number, y: number, z: number) => -distance(x, y, z);
	const surfaceAt = (spacing: number) => {
		const room = (corner: Vector3, sign: number) =>
			corner.map((c) => c + 2 * sign * spacing) as unknown as Vector3;
		return isosurface({
			field,
			level: 0,
			low: room(low, -1),
			high: room(high, 1),
			spacing,
		});
	};
	// The number of vertices goes with the area over the square of the spacing, so a coarse one tells.
	const coarse = Math.max(...low.map((c, k) => high[k] - c)) / 30;
	const ratio = vertexCount(surfaceAt(coarse)) / vertices;
	const mesh = surfaceAt(coarse * Math.sqrt(ratio));
	return createMesh({ ...mesh, groups: partGroups(mesh.positions, partAt) });
}
