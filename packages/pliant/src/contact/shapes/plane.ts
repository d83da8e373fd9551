/** All that is below a plane: d = n·(x − point). */
import type { Vector3 } from "../../mesh/mesh.ts";
import { checkDirection, checkPoint, type Shape, upright } from "./shape.ts";

export interface PlaneOptions {
	/** A point of the plane [m]. */
	readonly point?: Vector3;
	/** Points to the side that bodies are on. */
	readonly normal?: Vector3;
}

export function plane({
	point = [0, 0, 0],
	normal = [0, 1, 0],
}: PlaneOptions = {}): Shape {
	return {
		kind: "plane",
		rotation: upright(checkDirection("normal", normal)),
		origin: checkPoint("point", point),
		distance: (_x, y) => y,
		derivatives(_x, _y, _z, out) {
			out.fill(0);
			out[1] = 1;
		},
	};
}
