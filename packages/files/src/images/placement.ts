import type { Vector3 } from "pliant";
import { FileError } from "../fileError.ts";

export interface Placement {
	readonly spacing: Vector3;
	readonly origin: Vector3;
	readonly axes: readonly [Vector3, Vector3, Vector3];
	readonly notes: readonly string[];
}

/** Cosine of the angle between axes that is still a right angle. */
const nearlyRight = 1e-3;

/**
 * Spacing, origin and axes of an image from the steps between neighbouring values and the place of the first value in the file's space.
 * @param unit metres per unit of the file
 */
export function placement(
	name: string,
	steps: readonly (readonly number[])[],
	first: readonly number[],
	unit: number,
): Placement {
	const lengths = steps.map(([x, y, z]) => Math.hypot(x, y, z));
	for (const [axis, length] of lengths.entries())
		if (!(length > 0 && Number.isFinite(length * unit))) {
			throw new FileError(
				`${name}: the spacing along axis ${axis + 1} is ${length}; it must be positive`,
			);
		}
	if (!first.every((c) => Number.isFinite(c * unit))) {
		throw new FileError(
			`${name}: the origin is (${first.join(", ")}); it must be finite`,
		);
	}
	const axes = steps.map((step, i) => step.map((c) => c / lengths[i]));
	const dot = (a: readonly number[], b: readonly number[]) =>
		a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
	const isSkew = [
		[0, 1],
		[1, 2],
		[2, 0],
	].some(([a, b]) => Math.abs(dot(axes[a], axes[b])) > nearlyRight);
	return {
		spacing: lengths.map((length) => length * unit) as unknown as Vector3,
		origin: axes.map((axis) => dot(axis, first) * unit) as unknown as Vector3,
		axes: axes as unknown as Placement["axes"],
		notes: isSkew
			? ["its axes are not at right angles; they are taken as if they were"]
			: [],
	};
}
