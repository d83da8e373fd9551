/** What a hand does to a simulation while it runs. */
import { Grips } from "../attachments/grips.ts";
import { Pusher } from "../contact/pusher.ts";
import type { ElementValues } from "../system/elementGroup.ts";
import type { ElementSum } from "../system/elementSum.ts";
import type { BodyRange } from "./bodyRange.ts";
import { followPoints } from "./followPoints.ts";
import { dissipationGroup, modelElements } from "./modelElements.ts";
import { pairElements } from "./pairElements.ts";
import type { Scene } from "./scene.ts";
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

/** Takes the values that the models of bodies have now. */
export function renewValues(
	{ attachments, seams }: Scene,
	ranges: readonly BodyRange[],
	{
		elastic,
		dissipation,
	}: { readonly elastic: ElementSum; readonly dissipation: ElementSum },
): void {
	if (attachments.length + seams.length > 0)
		throw new Error(
			"simulation: ties and seams are as stiff as what they hold; make a new simulation for other values, and continueFrom this one",
		);
	const isSame = ranges.every((range) => range.renewModels());
	const renewed = isSame
		? ranges.flatMap((range) => modelElements(range, pairElements))
		: [];
	const damped = renewed.flatMap(dissipationGroup);
	const isAlike = (values: ElementValues, i: number) =>
		(values.common?.length ?? 0) === elastic.groups[i].common.array.length;
	if (
		!isSame ||
		!renewed.every(isAlike) ||
		damped.length !== dissipation.groups.length
	)
		throw new Error(
			"simulation: with these values models have other elements; make a new simulation for them, and continueFrom this one",
		);
	elastic.setParameters(renewed);
	dissipation.setParameters(damped);
}
