/** What a hand does to a simulation while it runs. */
import { Grips } from "../attachments/grips.ts";
import { Pusher } from "../contact/pusher.ts";
import { followPoints } from "./followPoints.ts";
import {
	type TouchingInputs,
	type TouchingParts,
	touchingParts,
} from "./touchingParts.ts";

/** Grips on the points of a simulation; none yet. */
export const buildGrips = (nodes: Parameters<typeof followPoints>[1]): Grips =>
	new Grips((point) => followPoints([point], nodes)[0]);

/** A ball that pushes what touches; nothing yet. */
export const buildPusher = (
	inputs: TouchingInputs,
	touching: TouchingParts | undefined,
): Pusher => new Pusher(() => touching ?? touchingParts(inputs), inputs.x);
