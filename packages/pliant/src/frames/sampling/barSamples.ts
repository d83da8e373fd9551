/**
 * Samples of a straight bar that has frames along its axis: Gauss points between the planes of frames, and over the section.
 *
 * One point per span is the default, since it makes bars of linear weights bend as they should. Let neighbours at a distance ℓ turn
 * by −θ/2 and θ/2. Their linear blend turns the section by θ(ξ − ½) and moves the axis by −θℓ ξ(1 − ξ), twice the arc that would
 * fit, so that a section is sheared by θ(ξ − ½). That false shear makes the bar stiffer by (G/E)(ℓ/b)² for a section b²; it vanishes
 * in the middle of the span, where the one point lies. (Reduced integration, as in Timoshenko beams.)
 */
import {
	requireInRange,
	requireList,
	requireOneOf,
	requireOptions,
	requirePositives,
	requireVector3,
} from "../../checks.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import type { Samples } from "../samples.ts";
import { gaussLegendre } from "./gaussLegendre.ts";

export interface BarSamplesOptions {
	/** Extent along x, y, z [m]. */
	readonly size: Vector3;
	/** The minimum corner [m]. Default [0, 0, 0]. */
	readonly origin?: Vector3;
	/** Along which the frames stand. Default "x". */
	readonly axis?: "x" | "y" | "z";
	/** Where frames stand along the axis [m]. */
	readonly planes: readonly number[];
	/** Gauss points between two planes, 1 to 4. Default 1. */
	readonly perSpan?: number;
	/** Gauss points over each direction of the section, 1 to 4. Default 2, which integrates bending and torsion exactly. */
	readonly across?: number;
}

const names = ["size", "origin", "axis", "planes", "perSpan", "across"];

export function barSamples(options: BarSamplesOptions): Samples {
	requireOptions("barSamples", options, names);
	const {
		size,
		origin = [0, 0, 0],
		axis = "x",
		planes,
		perSpan = 1,
		across = 2,
	} = options;
	requirePositives("barSamples: size", size, 3);
	requireVector3("barSamples: origin", origin);
	requireList("barSamples: planes", planes);
	requireOneOf("barSamples: axis", axis, ["x", "y", "z"]);
	for (const [name, value] of Object.entries({ perSpan, across })) {
		requireInRange(`barSamples: ${name}`, value, 1, 4);
		if (!Number.isInteger(value))
			throw new Error(
				`barSamples: ${name} is ${value}; it must be a whole number`,
			);
	}
	const along = "xyz".indexOf(axis);
	const start = origin[along];
	const end = start + size[along];
	for (const [i, plane] of planes.entries()) {
		if (!(plane >= start && plane <= end)) {
			throw new Error(
				`barSamples: planes[${i}] is ${plane}; the bar goes from ${start} to ${end} along ${axis}`,
			);
		}
	}
	// A plane at an end of the bar, up to rounding, leaves no span beyond it.
	const gap = 1e-9 * size[along];
	const inner = [...planes]
		.sort((a, b) => a - b)
		.filter((x, i, all) => x - (i ? all[i - 1] : start) > gap && end - x > gap);
	const ends = [start, ...inner, end];

	const positions: number[] = [];
	const volumes: number[] = [];
	const inSpan = gaussLegendre[perSpan - 1];
	const inSection = gaussLegendre[across - 1];
	const [second, third] = [0, 1, 2].filter((k) => k !== along);
	const area = size[second] * size[third];
	for (let span = 0; span + 1 < ends.length; span++) {
		const length = ends[span + 1] - ends[span];
		for (let i = 0; i < perSpan; i++)
			for (let k = 0; k < across; k++)
				for (let j = 0; j < across; j++) {
					const p = [0, 0, 0];
					p[along] = ends[span] + length * inSpan.points[i];
					p[second] = origin[second] + size[second] * inSection.points[j];
					p[third] = origin[third] + size[third] * inSection.points[k];
					positions.push(...p);
					volumes.push(
						length *
							area *
							inSpan.weights[i] *
							inSection.weights[j] *
							inSection.weights[k],
					);
				}
	}
	return {
		count: volumes.length,
		positions: Float64Array.from(positions),
		volumes: Float64Array.from(volumes),
	};
}
