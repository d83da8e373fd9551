import { z } from "../zod.ts";
import { scene } from "./schema/scene.ts";

/** The JSON Schema of scene files, for editors and documentation. */
export function sceneJsonSchema(): Record<string, unknown> {
	return z.toJSONSchema(scene, { io: "input" }) as Record<string, unknown>;
}
