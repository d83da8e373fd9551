/** This library: the cloth that falls, E = 1 MPa, 1 mm, with contact of surfaces and default settings. */
import { cloth, collider, Scene, simulate } from "pliant";
import { linearBending, trbs } from "pliant/models";
import {
	fall,
	friction,
	halfThickness,
	height,
	sphere,
} from "./fallingCloth.mjs";
import { mass, side } from "./hangingCloth.mjs";

const scene = new Scene({
	contact: { thickness: 2 * halfThickness, friction },
});
const sheet = scene.add(
	cloth.grid(
		{
			size: [1, 1],
			cells: [side - 1, side - 1],
			plane: "xz",
			origin: [-0.5, height, -0.5],
		},
		{
			membrane: trbs({ youngModulus2d: 1000, poissonRatio: 0.3 }),
			bending: linearBending({ bendingModulus: 9.2e-5 }),
			arealDensity: mass,
		},
	),
);
sheet.shake(1e-4);
scene.collide(collider.sphere(sphere), { friction });
const simulation = await simulate(scene);

fall(
	() => simulation.step(),
	() => simulation.positions(sheet),
);
