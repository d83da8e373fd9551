/** All that is nearer than a radius to a line between two points: a rod with round ends. */
import { colliderShape } from "./colliderShape.ts";
import { capsuleSurface } from "./revolved.ts";
import { axisBetween, sphericalCurvature } from "./shape.ts";
import * as parameter from "./shapeParameter.ts";

export const capsule = colliderShape({
	name: "capsule",
	about: "A rod with round ends.",
	parameters: {
		from: parameter.point({ meaning: "one end of its axis" }),
		to: parameter.point({ meaning: "the other end of its axis" }),
		radius: parameter.length({ meaning: "its radius", typical: 0.1 }),
	},
	make: ({ from, to, radius }) => {
		const { half, ...place } = axisBetween("capsule", from, to);
		/** How far a point is beyond the nearest end, along the axis. */
		const beyond = (y: number) => y - Math.max(-half, Math.min(half, y));
		return {
			...place,
			distance(x, y, z) {
				const over = beyond(y);
				return Math.sqrt(x * x + over * over + z * z) - radius;
			},
			derivatives(x, y, z, out) {
				const over = beyond(y);
				const r = Math.sqrt(x * x + over * over + z * z);
				sphericalCurvature(x / r, over / r, z / r, r, out);
				// Straight along the rod.
				if (over === 0) out[6] = 0;
			},
			core: {
				points: [
					[0, -half, 0],
					[0, half, 0],
				],
				radius,
			},
			surface: () => capsuleSurface(half, radius),
		};
	},
});
