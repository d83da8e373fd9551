import type { Scene } from "pliant";

/** Where the floor is, along y [m], if a level plane is among the colliders. */
export function floorHeight({
	colliders,
}: Pick<Scene, "colliders">): number | undefined {
	for (const { shape } of colliders)
		if (shape.kind === "plane" && shape.rotation[4] > 0.999)
			return shape.origin[1];
	return undefined;
}
