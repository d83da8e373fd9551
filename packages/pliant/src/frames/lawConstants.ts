import type { MaterialValue } from "../models/parameters.ts";
import type { AppliedLaw } from "../models/solid/solidLaw.ts";

/** The constants of a law for every sample, by name. */
export function lawConstants(
	{ law, material }: AppliedLaw,
	count: number,
): Record<string, Float64Array> {
	const constants: Record<string, Float64Array> = {};
	const valueAt = (value: MaterialValue, sample: number) =>
		typeof value === "number" ? value : value[sample];
	const isUniform = Object.values(material).every(
		(value) => typeof value === "number",
	);
	for (const [name, value] of Object.entries(material))
		if (typeof value !== "number" && value.length !== count)
			throw new Error(
				`${law.name}: ${name} has ${value.length} values; there must be one per sample, ${count}`,
			);
	for (let sample = 0; sample < (isUniform ? 1 : count); sample++) {
		const numbers = law.constants(
			Object.fromEntries(
				Object.entries(material).map(([name, value]) => [
					name,
					valueAt(value, sample),
				]),
			),
		) as Record<string, number>;
		for (const [name, number] of Object.entries(numbers)) {
			constants[name] ??= new Float64Array(count).fill(number);
			constants[name][sample] = number;
		}
	}
	return constants;
}
