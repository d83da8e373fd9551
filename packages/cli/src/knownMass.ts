import { Body, type SceneBody } from "pliant";

/** Mass [kg]; undefined where no density is given, since nothing needs it. */
export const knownMass = (body: SceneBody): number | undefined =>
	body instanceof Body && body.density === undefined ? undefined : body.mass;
