/**
 * A cylinder with flat ends, such as a round table. In the plane through the axis and the point it is a rectangle: with ρ the
 * distance from the axis, q = (ρ − radius, |y| − half its height), and d = |max(q, 0)| outside as for a box.
 */
import { colliderShape } from "./colliderShape.ts";
import { cylinderSurface } from "./revolved.ts";
import { axisBetween } from "./shape.ts";
import * as parameter from "./shapeParameter.ts";

export const cylinder = colliderShape({
	name: "cylinder",
	about: "A cylinder with flat ends.",
	parameters: {
		from: parameter.point({ meaning: "the centre of one end" }),
		to: parameter.point({ meaning: "the centre of the other end" }),
		radius: parameter.length({ meaning: "its radius", typical: 0.1 }),
	},
	make: ({ from, to, radius }) => {
		const { half, ...place } = axisBetween("cylinder", from, to);
		return {
			...place,
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
	},
});
