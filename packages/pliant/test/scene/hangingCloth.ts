import { type Body, cloth, Scene } from "../../src/index.ts";
import { linearBending, trbs } from "../../src/models/index.ts";

/** A damped sheet held at two corners, level at first. */
export function hangingCloth(n = 6): { scene: Scene; sheet: Body } {
	const scene = new Scene();
	const sheet = scene.add(
		cloth.grid(
			{ cells: [n, n] },
			{
				name: "sheet",
				membrane: trbs({
					youngModulus2d: 100,
					poissonRatio: 0.3,
					dampingTime: 0.01,
				}),
				bending: linearBending({ bendingModulus: 1e-3 }),
				arealDensity: 0.2,
			},
		),
	);
	sheet.pin(sheet.corners("top"));
	sheet.place((x, y) => [x, 0.1 * y, y]);
	return { scene, sheet };
}
