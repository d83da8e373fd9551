import type { Body } from "pliant";
import { foldCount } from "./foldCount.ts";

/** Part of the rim's range of radius that a fold has at least. */
const prominence = 0.15;

/** Measures of a round cloth of radius 1 m over a round table, seen from above. */
export function drapeMeasures(
	sheet: Body,
	x: Float64Array,
	tableRadius: number,
) {
	const rim = Array.from(sheet.group("rim"), (v) => [x[3 * v], x[3 * v + 2]]);
	let doubleArea = 0;
	for (const [i, [ax, az]] of rim.entries()) {
		const [bx, bz] = rim[(i + 1) % rim.length];
		doubleArea += ax * bz - bx * az;
	}
	const area = Math.abs(doubleArea) / 2;
	const table = Math.PI * tableRadius ** 2;
	const radii = rim.map(([x, z]) => Math.hypot(x, z));
	return {
		radii,
		folds: foldCount(radii, prominence),
		/** The part of what is beyond the table that still covers the ground. */
		drapeCoefficient: (area - table) / (Math.PI - table),
	};
}
