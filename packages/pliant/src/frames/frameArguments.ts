/** What functions of frames ask of arguments that only they know. */
import { isObject, requireThat, requireVector3, shown } from "../checks.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { Samples } from "./samples.ts";
import type { WeightField } from "./weights/weightField.ts";

export function requireOrigins(owner: string, origins: unknown): void {
	requireThat(
		Array.isArray(origins) && origins.length > 0,
		`${owner}: origins`,
		origins,
		"a list of places [x, y, z], one per frame",
	);
	for (const [i, origin] of (origins as Vector3[]).entries())
		requireVector3(`${owner}: origins[${i}]`, origin);
}

export function requireField(owner: string, field: unknown): void {
	const { frameCount, evaluate } = (
		isObject(field) ? field : {}
	) as Partial<WeightField>;
	if (!((frameCount ?? 0) > 0) || typeof evaluate !== "function")
		throw new Error(
			`${owner}: its weights are ${shown(field)}; make them with linearWeights, harmonicWeights or the like`,
		);
}

export function requireSamples(owner: string, samples: unknown): void {
	const { count, positions, volumes } = (
		isObject(samples) ? samples : {}
	) as Partial<Samples>;
	const isRight =
		Number.isInteger(count) &&
		positions instanceof Float64Array &&
		volumes instanceof Float64Array;
	if (!isRight)
		throw new Error(
			`${owner}: its samples are ${shown(samples)}; make them with barSamples, boxSamples or voxelSamples`,
		);
}

export function requireLaw(owner: string, applied: unknown): void {
	const { law } = (isObject(applied) ? applied : {}) as { law?: unknown };
	if (typeof law !== "function")
		throw new Error(
			`${owner}: its law is ${shown(applied)}; give one of laws with a material, such as stVenantKirchhoff({ youngModulus, poissonRatio })`,
		);
}
