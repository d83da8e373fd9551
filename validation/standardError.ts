import { mean } from "./range.ts";

/** Of so many values: by how much one is off their mean. */
export function standardDeviation(values: readonly number[]): number {
	const middle = mean(values);
	const squares = values.map((value) => (value - middle) ** 2);
	return Math.sqrt((mean(squares) * values.length) / (values.length - 1));
}

/** By how much their mean is off that of many more. */
export const standardError = (values: readonly number[]): number =>
	standardDeviation(values) / Math.sqrt(values.length);
