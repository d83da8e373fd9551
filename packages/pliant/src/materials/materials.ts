/** All materials by name. */
import { UnknownNameError } from "../unknownNameError.ts";
import { cords } from "./cords.ts";
import { fabrics } from "./fabrics.ts";
import type { AnyMaterial, Entry } from "./material.ts";
import { sheets } from "./sheets.ts";
import { softSolids } from "./softSolids.ts";

function named<M extends AnyMaterial>(
	kind: M["kind"],
	entries: Readonly<Record<string, Entry<M>>>,
): [string, AnyMaterial][] {
	return Object.entries(entries).map(([name, entry]) => [
		name,
		Object.freeze({ name, kind, ...entry }) as unknown as AnyMaterial,
	]);
}

export const materials: Readonly<Record<string, AnyMaterial>> =
	/* @__PURE__ */ (() =>
		Object.freeze(
			Object.fromEntries([
				...named("fabric", fabrics),
				...named("sheet", sheets),
				...named("solid", softSolids),
				...named("cord", cords),
			]),
		))();

/** The material of this name; the error for an unknown one names those nearest to it. */
export function material(name: string): AnyMaterial {
	if (Object.hasOwn(materials, name)) return materials[name];
	throw new UnknownNameError("material", name, Object.keys(materials));
}
