/**
 * A cylinder with flat ends, such as a round table. In the plane through the axis and the point it is a rectangle: with ρ the
 * distance from the axis, q = (ρ − radius, |y| − half its height), and d = |max(q, 0)| outside as for a box.
 */
import type { Vector3 } from "../../mesh/mesh.ts";
import { cylinderSurface } from "./revolved.ts";
import {
	checkDirection,
	checkPoint,
	checkSize,
	type Shape,
	upright,
} from "./shape.ts";

export interface CylinderOptions {
	/** The centres of its ends [m]. */
	readonly from: Vector3;
	readonly to: Vector3;
	/** [m] */
	readonly radius: number;
}

export function cylinder({ from, to, radius }: CylinderOptions): Shape {
	checkSize("radius", radius);
	const [a, b] = [checkPoint("from", from), checkPoint("to", to)];
	const axis: Vector3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
	const half =
		Math.hypot(...checkDirection("the way from 'from' to 'to'", axis)) / 2;
	return {
		kind: "cylinder",
		rotation: upright(axis),
		origin: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2],
		distance(x, y, z) {
			const q = Math.sqrt(x * x + z * z) - radius;
			const over = Math.abs(y) - half;
			if (q <= 0 || over <= 0) return Math.max(q, over);
			return Math.sqrt(q * q + over * over);
		},
		derivatives(x, y, z, out) {
			const rho = Math.sqrt(x * x + z * z);
			const q = Math.max(rho - radius, 0);
			const over = Math.max(Math.abs(y) - half, 0);
			const d = Math.sqrt(q * q + over * over);
			// Along ρ and y; on the axis there is no ρ to go along.
			const nr = q / d;
			const ny = (Math.sign(y) * over) / d;
			const cos = rho > 0 ? x / rho : 1;
			const sin = rho > 0 ? z / rho : 0;
			// Around the rim it bends like a circle of radius d, and around the axis like one of radius ρ.
			const isRim = q > 0 && over > 0;
			const rr = isRim ? (1 - nr * nr) / d : 0;
			const ry = isRim ? (-nr * ny) / d : 0;
			const around = rho > 0 ? nr / rho : 0;
			out[0] = nr * cos;
			out[1] = ny;
			out[2] = nr * sin;
			out[3] = rr * cos * cos + around * sin * sin;
			out[4] = ry * cos;
			out[5] = (rr - around) * cos * sin;
			out[6] = isRim ? (1 - ny * ny) / d : 0;
			out[7] = ry * sin;
			out[8] = rr * sin * sin + around * cos * cos;
		},
		surface: () => cylinderSurface(half, radius),
	};
}
