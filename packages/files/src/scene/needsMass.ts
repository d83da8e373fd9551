import type { Diagnosis } from "./diagnosis.ts";
import type { Path } from "./problem.ts";
import { scene as sceneSchema } from "./schema/scene.ts";

/** Equilibria without gravity and other loads by mass are the same for any mass. */
export function needsMass(path: Path, diagnosis: Diagnosis): boolean {
	const { gravity, run } = sceneSchema.shape;
	const isStatic = "statics" in (diagnosis.section(["run"], run) ?? {});
	const g = diagnosis.section(["gravity"], gravity);
	const isAccelerated = diagnosis
		.keys([...path, "loads"])
		.some((i) =>
			diagnosis.keys([...path, "loads", i]).includes("acceleration"),
		);
	return (
		!isStatic || isAccelerated || !g?.every((component) => component === 0)
	);
}
