import { createMesh, type Mesh } from "pliant";

/** Vertices in a plane, and triangles between them, as reference files have them. */
export interface PlanarMesh {
	readonly vertices: readonly (readonly number[])[];
	readonly triangles: readonly (readonly number[])[];
}

/** In the plane z = 0. */
export const planarMesh = ({ vertices, triangles }: PlanarMesh): Mesh =>
	createMesh({
		positions: vertices.flatMap(([x, y]) => [x, y, 0]),
		triangles: triangles.flat(),
	});
