/** Rapier: the cloth that falls, with its default softness and iterations, colliding with itself. */
import RAPIER from "@dimforge/rapier3d-compat";
import {
	fall,
	friction,
	halfThickness,
	height,
	sphere,
} from "./fallingCloth.mjs";
import { mass, side, timeStep } from "./hangingCloth.mjs";

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
world.timestep = timeStep;
const spacing = 1 / (side - 1);
const description = RAPIER.SoftBodyDesc.cloth(
	{ x: -0.5, y: height, z: -0.5 },
	{ x: spacing, y: 0, z: 0 },
	{ x: 0, y: 0, z: spacing },
	side,
	side,
);
description.mass = mass;
description.canSleep = false;
description.selfContacts = true;
description.particleRadius = halfThickness;
const cloth = world.createSoftBody(description);
const [x, y, z] = sphere.centre;
world.createCollider(
	RAPIER.ColliderDesc.ball(sphere.radius)
		.setTranslation(x, y, z)
		.setFriction(friction),
);
// Whichever index runs first, particles are found by their place.
const start = cloth.particlePositions();
const order = Array.from(
	{ length: side ** 2 },
	(_, v) =>
		Math.round((start[3 * v + 2] + 0.5) / spacing) * side +
		Math.round((start[3 * v] + 0.5) / spacing),
);

fall(
	() => world.step(),
	() => {
		const now = cloth.particlePositions();
		const ordered = new Float64Array(now.length);
		for (const [v, index] of order.entries())
			ordered.set(now.subarray(3 * v, 3 * v + 3), 3 * index);
		return ordered;
	},
);
