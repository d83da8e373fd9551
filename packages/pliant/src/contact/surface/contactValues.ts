import {
	requireList,
	requireOptions,
	requirePositive,
	requireYesOrNo,
} from "../../checks.ts";
import { requireFriction } from "../friction.ts";
import type { SurfaceContactOptions } from "./surfaceOptions.ts";

/** Throws for values that make no sense, before the bodies are known. */
export function checkContactValues(options: SurfaceContactOptions): void {
	requireOptions("scene: contact", options, [
		"thickness",
		"friction",
		"frictionTable",
		"self",
		"untangle",
	]);
	const { thickness, friction, frictionTable = [] } = options;
	if (thickness !== undefined)
		requirePositive("scene: contact.thickness", thickness);
	if (friction !== undefined)
		requireFriction("scene: contact.friction", friction);
	requireList("scene: contact.frictionTable", frictionTable);
	requireYesOrNo("scene: contact.self", options.self ?? true);
	requireYesOrNo("scene: contact.untangle", options.untangle ?? false);
}
