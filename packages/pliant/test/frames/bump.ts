import type { WeightField } from "../../src/frames/weights/weightField.ts";
import type { Vector3 } from "../../src/mesh/mesh.ts";

/** Falls smoothly from 1 at the origin to 0 at a distance. */
export const bump =
	(range: number) =>
	(origin: Vector3): WeightField => ({
		frameCount: 1,
		evaluate: (p, weights, gradients) => {
			const d = origin.map((c, k) => p[k] - c);
			const s = d.reduce((sum, x) => sum + x * x, 0) / range ** 2;
			weights[0] = s < 1 ? (1 - s) ** 3 : 0;
			for (let k = 0; k < 3; k++)
				gradients[k] = s < 1 ? (-6 * (1 - s) ** 2 * d[k]) / range ** 2 : 0;
		},
	});
