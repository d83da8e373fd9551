/** Positions of a surface whose limbs are turned in joints: of an arm about its shoulder, say. */
import {
	requireOptions,
	requirePositive,
	requireThat,
	requireVector3,
} from "../checks.ts";
import type { Vector3 } from "./mesh.ts";

export interface Bend {
	/** The joint [m], and the axis that the limb turns about. */
	readonly centre: Vector3;
	readonly axis: Vector3;
	/** Where the limb leads from the joint. */
	readonly along: Vector3;
	/** Length [m] of the limb over which it begins to turn, half of it before the joint. */
	readonly over: number;
	/** Distance [m] from the limb's axis beyond which nothing turns; everything does where left out. */
	readonly within?: number;
	/** [rad] */
	readonly angle: number;
}

/** Turns what is beyond each joint, one bend after the other, as they are found at rest. */
export function bendPositions(
	positions: Float64Array,
	bends: readonly Bend[],
): Float64Array {
	const out = positions.slice();
	for (const bend of bends) {
		requireOptions("bendPositions", bend, [
			...["centre", "axis", "along", "over", "within", "angle"],
		]);
		requireVector3("bendPositions: centre", bend.centre);
		requirePositive("bendPositions: over", bend.over);
		const { centre, over, angle, within = Number.POSITIVE_INFINITY } = bend;
		requireThat(within > 0, "bendPositions: within", within, "positive [m]");
		const [axis, along] = [unit("axis", bend.axis), unit("along", bend.along)];
		for (let i = 0; i < out.length; i += 3) {
			const beyond = [0, 1, 2].reduce(
				(sum, k) => sum + along[k] * (positions[i + k] - centre[k]),
				0,
			);
			const s = Math.min(1, Math.max(0, 0.5 + beyond / over));
			const aside = [0, 1, 2].map(
				(k) => positions[i + k] - centre[k] - beyond * along[k],
			);
			if (s === 0 || Math.hypot(...aside) > within) continue;
			const arm: Vector3 = [
				out[i] - centre[0],
				out[i + 1] - centre[1],
				out[i + 2] - centre[2],
			];
			const turned = turnedAbout(arm, axis, s * s * (3 - 2 * s) * angle);
			for (let k = 0; k < 3; k++) out[i + k] = centre[k] + turned[k];
		}
	}
	return out;
}

function unit(name: string, v: Vector3): Vector3 {
	requireVector3(`bendPositions: ${name}`, v);
	const length = Math.hypot(...v);
	if (!(length > 0))
		throw new Error(
			`bendPositions: ${name} is [${v}]; it must not be zero: it is a direction`,
		);
	return [v[0] / length, v[1] / length, v[2] / length];
}

/** Rodrigues' formula. */
function turnedAbout([x, y, z]: Vector3, [a, b, c]: Vector3, angle: number) {
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const along = (1 - cos) * (a * x + b * y + c * z);
	return [
		cos * x + sin * (b * z - c * y) + along * a,
		cos * y + sin * (c * x - a * z) + along * b,
		cos * z + sin * (a * y - b * x) + along * c,
	];
}
