import { createMesh, disc, jitter, type Mesh } from "pliant/mesh";

export interface SkirtRings {
	/** Of the disc that the skirt is cut from. */
	readonly rings: number;
	/** That are cut out for the waist. */
	readonly cut: number;
}

/** A circle skirt as it is cut: flat, at the height of the waist. Groups: "waist" and "hem", which goes around. */
export function skirtPattern(
	waist: number,
	height: number,
	{ rings, cut }: SkirtRings,
): Mesh {
	const isInside = (x: number, y: number) => Math.hypot(x, y) < 1.001 * waist;
	const { positions, triangles, groups } = jitter(
		disc({ radius: (waist * rings) / cut, rings }),
		{ keep: isInside },
	);
	const radius = (v: number) =>
		Math.hypot(positions[3 * v], positions[3 * v + 1]);
	// The first vertices of a disc are those of its inner rings.
	const first = 1 + 3 * cut * (cut - 1);
	const vertices = Array.from(
		{ length: positions.length / 3 - first },
		(_, i) => first + i,
	);
	const kept: number[] = [];
	for (let t = 0; t < triangles.length; t += 3) {
		const own = Array.from(triangles.subarray(t, t + 3));
		if (own.every((v) => v >= first)) kept.push(...own.map((v) => v - first));
	}
	return createMesh({
		positions: vertices.flatMap((v) => [
			positions[3 * v],
			height,
			-positions[3 * v + 1],
		]),
		triangles: kept,
		groups: {
			waist: vertices
				.filter((v) => radius(v) < 1.001 * waist)
				.map((v) => v - first),
			hem: Array.from(groups.rim, (v) => v - first),
		},
	});
}
