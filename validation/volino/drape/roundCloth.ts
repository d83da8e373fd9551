import { createMesh, disc, jitter, type Mesh } from "pliant/mesh";

/** Of the paper's disc. */
export const drapeRings = 26;

/** The cloth of Fig. 6: a disc of radius 1 m that lies flat, with 4056 triangles in 26 rings. Its vertices are moved at random, so that nothing prefers six folds. */
export function roundCloth(rings = drapeRings): Mesh {
	const { positions, triangles, groups } = jitter(disc({ radius: 1, rings }));
	return createMesh({
		positions: Array.from(
			positions,
			(_, i) => [positions[i], 0, -positions[i - 1]][i % 3],
		),
		triangles,
		groups: { rim: groups.rim },
	});
}
