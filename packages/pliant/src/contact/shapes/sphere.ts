/** A ball: d = |x − centre| − radius. */
import { sphere as sphereMesh } from "../../mesh/generators/sphere.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import {
	aligned,
	checkPoint,
	checkSize,
	type Shape,
	sphericalCurvature,
} from "./shape.ts";

export interface SphereOptions {
	/** [m] */
	readonly centre?: Vector3;
	/** [m] */
	readonly radius: number;
}

export function sphere({ centre = [0, 0, 0], radius }: SphereOptions): Shape {
	checkSize("radius", radius);
	return {
		kind: "sphere",
		rotation: aligned,
		origin: checkPoint("centre", centre),
		distance: (x, y, z) => Math.sqrt(x * x + y * y + z * z) - radius,
		derivatives(x, y, z, out) {
			const r = Math.sqrt(x * x + y * y + z * z);
			sphericalCurvature(x / r, y / r, z / r, r, out);
		},
		surface: () => sphereMesh({ radius, subdivisions: 4 }),
	};
}
