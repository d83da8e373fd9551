import type { SceneBody } from "pliant";

/** Mass [kg]; undefined where no density is given, since nothing needs it. */
export const knownMass = (body: SceneBody): number | undefined =>
	body.missingDensity ? undefined : body.mass;
