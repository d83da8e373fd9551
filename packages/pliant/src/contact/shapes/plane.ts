/** All that is below a plane: d = n·(x − point). */
import { colliderShape } from "./colliderShape.ts";
import { upright } from "./shape.ts";
import * as parameter from "./shapeParameter.ts";

export const plane = colliderShape({
	name: "plane",
	about: "All that is below a plane.",
	parameters: {
		point: parameter.point({
			meaning: "a point of the plane",
			default: [0, 0, 0],
		}),
		normal: parameter.direction({
			meaning: "points to the side that bodies are on",
			default: [0, 1, 0],
		}),
	},
	make: ({ point, normal }) => ({
		rotation: upright(normal),
		origin: point,
		distance: (_x, y) => y,
		derivatives(_x, _y, _z, out) {
			out.fill(0);
			out[1] = 1;
		},
	}),
});
