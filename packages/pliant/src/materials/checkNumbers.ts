/** Arguments of the functions in this folder: each a single number within its range, else an error that names the remedy. */
import { checkMaterial, type Parameter } from "../models/parameters.ts";

export function checkNumbers<K extends string>(
	owner: string,
	parameters: Readonly<Record<K, Parameter>>,
	given: Readonly<Partial<Record<K, number>>>,
): Record<K, number> {
	for (const [name, value] of Object.entries(given ?? {}))
		if (value !== undefined && typeof value !== "number")
			throw new Error(
				`${owner}: ${name} is ${JSON.stringify(value)}; give one number`,
			);
	return checkMaterial(owner, parameters, given) as Record<K, number>;
}
