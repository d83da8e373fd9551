import { requireList, requireOptions, requirePositive } from "../checks.ts";
/** The limit of results on finer and finer meshes (Richardson). */
export interface Extrapolated {
	/** The value for cells without size. */
	readonly value: number;
	/** Power of the cell size with which the error falls. */
	readonly order: number;
	/** How far the finest result is from the value, and a cautious measure of how far the value may be off. */
	readonly error: number;
}

/**
 * From results on three meshes, the finest last, each with cells smaller than the one before by `ratio`. With `order` given two results
 * are enough. Results that do not approach a limit in one direction are refused: finer meshes are needed then.
 */
export function extrapolate(
	results: readonly number[],
	options: { readonly ratio?: number; readonly order?: number } = {},
): Extrapolated {
	requireList("extrapolate: results", results);
	requireOptions("extrapolate", options, ["ratio", "order"]);
	const { ratio = 2, order } = options;
	if (order !== undefined) requirePositive("extrapolate: order", order);
	const [coarse, middle, fine] = results.slice(-3);
	if (!results.every(Number.isFinite) || results.length < (order ? 2 : 3))
		throw new Error(
			`extrapolate: got the results [${results}]; give three finite numbers, coarse to fine, or two and their order`,
		);
	if (!(ratio > 1))
		throw new Error(
			`extrapolate: ratio is ${ratio}; it must be more than 1, the size of cells over that on the next mesh`,
		);
	if (order !== undefined) return limit(results.slice(-2), ratio, order);
	const falls = (middle - coarse) / (fine - middle);
	if (fine === middle)
		return { value: fine, order: Number.POSITIVE_INFINITY, error: 0 };
	if (!(falls > 1))
		throw new Error(
			`extrapolate: the results [${results}] do not settle: their last change is ${fine - middle}, the one before ${middle - coarse}; take finer meshes`,
		);
	return limit([middle, fine], ratio, Math.log(falls) / Math.log(ratio));
}

function limit(
	[coarse, fine]: readonly number[],
	ratio: number,
	order: number,
): Extrapolated {
	const change = (fine - coarse) / (ratio ** order - 1);
	return { value: fine + change, order, error: Math.abs(change) };
}
