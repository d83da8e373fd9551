import type { Vector3 } from "../../mesh/mesh.ts";
import type { SurfaceContact } from "./surfaceContact.ts";

/** A place where two surfaces push each other. */
export interface ContactPlace {
	/** Names of the bodies or colliders. */
	readonly between: readonly [string, string];
	/** Half way between their closest points, or those of their cores [m]. */
	readonly position: Vector3;
}

/** Places at positions x. */
export function contactPlaces(
	contact: SurfaceContact,
	x: Float64Array,
): ContactPlace[] {
	const { touches, surfaces } = contact;
	contact.find(x);
	return Array.from({ length: touches.count }, (_, i) => {
		const nameOf = (point: number) =>
			surfaces.all[surfaces.surfaceOfPoint[point]].name;
		const coreOf = (point: number) =>
			surfaces.coreOf(surfaces.surfaceOfPoint[point]);
		const aside = coreOf(touches.second(i)) - coreOf(touches.first(i));
		const middle = (k: number) => {
			let sum = 0.5 * aside * touches.normal(i, k);
			// Coefficients are those of the difference of the two points: each side's add up to 1, or −1.
			for (let v = 0; v < 4; v++)
				sum +=
					0.5 *
					Math.abs(touches.coefficient(i, v)) *
					x[3 * touches.vertices[4 * i + v] + k];
			return sum;
		};
		return {
			between: [nameOf(touches.first(i)), nameOf(touches.second(i))],
			position: [middle(0), middle(1), middle(2)],
		};
	});
}
