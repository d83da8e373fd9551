/** A ball: d = |x − centre| − radius. */
import { sphere as sphereMesh } from "../../mesh/generators/sphere.ts";
import { colliderShape } from "./colliderShape.ts";
import { aligned, sphericalCurvature } from "./shape.ts";
import * as parameter from "./shapeParameter.ts";

export const sphere = colliderShape({
	name: "sphere",
	about: "A ball.",
	parameters: {
		centre: parameter.point({ meaning: "its centre", default: [0, 0, 0] }),
		radius: parameter.length({ meaning: "its radius", typical: 0.2 }),
	},
	make: ({ centre, radius }) => ({
		rotation: aligned,
		origin: centre,
		distance: (x, y, z) => Math.sqrt(x * x + y * y + z * z) - radius,
		derivatives(x, y, z, out) {
			const r = Math.sqrt(x * x + y * y + z * z);
			sphericalCurvature(x / r, y / r, z / r, r, out);
		},
		core: { points: [[0, 0, 0]], radius },
		surface: () => sphereMesh({ radius, subdivisions: 4 }),
	}),
});
