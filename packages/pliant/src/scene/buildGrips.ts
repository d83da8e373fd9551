import { Grips } from "../attachments/grips.ts";
import { followPoints } from "./followPoints.ts";

/** Grips on the points of a simulation; none yet. */
export const buildGrips = (nodes: Parameters<typeof followPoints>[1]): Grips =>
	new Grips((point) => followPoints([point], nodes)[0]);
