/** What a scene calls things that touch, for tables of friction. */
import type { FrictionSide } from "../contact/friction.ts";
import type { Scene } from "./scene.ts";

type Touching = Pick<Scene, "bodies" | "colliders">;

/** A body or a collider; bodies come first where both have the name. */
export function frictionSide(
	{ bodies, colliders }: Touching,
	name: string,
): FrictionSide {
	const body = bodies.find((one) => one.name === name);
	return body
		? { name, material: body.contact.material }
		: (colliders.find((one) => one.name === name) ?? { name });
}

/** All names of bodies, colliders and materials that a table may have. */
export function touchingNames({ bodies, colliders }: Touching): string[] {
	const materials = [
		...bodies.map(({ contact }) => contact.material),
		...colliders.map(({ material }) => material),
	];
	return [
		...[...bodies, ...colliders].map(({ name }) => name),
		...new Set(materials.filter((material) => material !== undefined)),
	];
}
