import { createMesh, disc, jitter, type Mesh } from "pliant/mesh";

const rings = 26;

/** The cloth of Fig. 6: a disc of radius 1 m and 4056 triangles that lies flat. Its vertices are moved at random, so that nothing prefers six folds. */
export function roundCloth(): Mesh {
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
