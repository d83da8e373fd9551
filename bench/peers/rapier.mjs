/** Rapier: constraint solver with its default softness and iterations. */
import RAPIER from "@dimforge/rapier3d-compat";
import { hang, mass, pinned, side, timeStep } from "./hangingCloth.mjs";

await RAPIER.init();
const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
world.timestep = timeStep;
const spacing = 1 / (side - 1);
const description = RAPIER.SoftBodyDesc.cloth(
	{ x: 0, y: 0, z: 0 },
	{ x: spacing, y: 0, z: 0 },
	{ x: 0, y: 0, z: spacing },
	side,
	side,
);
description.mass = mass;
description.canSleep = false;
const cloth = world.createSoftBody(description);
for (const vertex of verticesAtPins()) cloth.setParticlePinned(vertex, true);

hang(
	() => world.step(),
	() => reorder(cloth.particlePositions()),
);

/** Whichever index runs first, particles are found by their place. */
function gridIndex(x, v) {
	return (
		Math.round(x[3 * v + 2] / spacing) * side + Math.round(x[3 * v] / spacing)
	);
}

function verticesAtPins() {
	const x = cloth.particlePositions();
	verticesAtPins.order = Array.from({ length: side ** 2 }, (_, v) =>
		gridIndex(x, v),
	);
	return pinned.map((pin) => verticesAtPins.order.indexOf(pin));
}

function reorder(x) {
	const ordered = new Float64Array(x.length);
	for (const [v, index] of verticesAtPins.order.entries())
		ordered.set(x.subarray(3 * v, 3 * v + 3), 3 * index);
	return ordered;
}
