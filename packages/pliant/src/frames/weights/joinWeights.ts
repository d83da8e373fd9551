import { requireList } from "../../checks.ts";
import { requireField } from "../frameArguments.ts";
import type { WeightField } from "./weightField.ts";

/** The weights of several fields as one: the frames of the first, then those of the second and so on. */
export function joinWeights(fields: readonly WeightField[]): WeightField {
	requireList("joinWeights: fields", fields);
	for (const field of fields) requireField("joinWeights", field);
	const starts: number[] = [];
	let frameCount = 0;
	for (const field of fields) {
		starts.push(frameCount);
		frameCount += field.frameCount;
	}
	return {
		frameCount,
		evaluate(p, weights, gradients) {
			fields.forEach((field, i) => {
				const start = starts[i];
				const end = start + field.frameCount;
				field.evaluate(
					p,
					weights.subarray(start, end),
					gradients.subarray(3 * start, 3 * end),
				);
			});
		},
	};
}
