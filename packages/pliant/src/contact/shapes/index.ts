/** The shapes of colliders: by name, and as a list. Programs that take none of them have none of their code. */
import type { AnyColliderShape } from "./colliderShape.ts";
import * as collider from "./colliderShapes.ts";

export { collider };

export const colliderShapes: readonly AnyColliderShape[] = Object.values(
	collider,
).filter((shape) => "parameters" in shape);
