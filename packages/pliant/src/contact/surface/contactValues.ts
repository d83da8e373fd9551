import {
	requireList,
	requireNonNegative,
	requireOptions,
	requirePositive,
	requireYesOrNo,
} from "../../checks.ts";
import type { SurfaceContactOptions } from "./surfaceOptions.ts";

/** Throws for values that make no sense, before the bodies are known. */
export function checkContactValues(options: SurfaceContactOptions): void {
	requireOptions("scene: contact", options, [
		"thickness",
		"friction",
		"frictionTable",
		"self",
	]);
	const { thickness, friction, frictionTable = [], self = true } = options;
	if (thickness !== undefined)
		requirePositive("scene: contact.thickness", thickness);
	if (friction !== undefined)
		requireNonNegative("scene: contact.friction", friction);
	requireList("scene: contact.frictionTable", frictionTable);
	requireYesOrNo("scene: contact.self", self);
}
