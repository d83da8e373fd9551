/** One collider of a scene. */
import {
	type ColliderOptions,
	collider as colliders,
	type Scene,
	type Shape,
	type Vector3,
} from "pliant";
import type { z } from "../zod.ts";
import type { Diagnosis } from "./diagnosis.ts";
import {
	colliderKeys,
	collider as colliderSchema,
} from "./schema/colliders.ts";
import { numberOverTime, vectorOverTime } from "./timedValue.ts";

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Adds the collider to the scene if nothing is wrong with it. */
export function loadCollider(
	name: string,
	scene: Scene,
	diagnosis: Diagnosis,
): void {
	const path = ["colliders", name];
	const section = diagnosis.section(path, colliderSchema);
	if (!section || !diagnosis.exactlyOneOf(path, colliderKeys)) return;
	const { friction, distance, motion, turn } = section;
	const options: ColliderOptions = {
		name,
		friction,
		...(distance !== undefined && { distance }),
		...(motion && { motion: vectorOverTime(motion) }),
		...(turn && { turn: { ...turn, angle: angleOf(turn.angle) } }),
	};
	diagnosis.attempt(path, () => {
		const shape = shapeOf(section);
		if (shape) scene.collide(shape, options);
	});
}

function angleOf(angle: Parameters<typeof numberOverTime>[0]) {
	const degrees = numberOverTime(angle);
	return (time: number) => radians(degrees(time));
}

function shapeOf({
	plane,
	sphere,
	box,
	cylinder,
	capsule,
}: z.output<typeof colliderSchema>): Shape | undefined {
	if (plane) return colliders.plane(plane);
	if (sphere) return colliders.sphere(sphere);
	if (box) {
		const [a, b, c] = box.rotate.map(radians);
		const rotate: Vector3 = [a, b, c];
		return colliders.box({ ...box, rotate });
	}
	if (cylinder) return colliders.cylinder(cylinder);
	return capsule && colliders.capsule(capsule);
}
