import type { Mesh, Vector3 } from "../mesh.ts";

/** A closed surface with places for the frames that move it, a stand-in for an object of Gilles et al. (2011). */
export interface FramedShape {
	/** Closed and manifold, normals outward. Groups: the vertices of each part. */
	readonly surface: Mesh;
	/** Where frames belong, one for each name. */
	readonly frames: readonly {
		readonly name: string;
		/** [m] */
		readonly position: Vector3;
	}[];
	/** The part that a point of the object [m] belongs to. */
	partAt(x: number, y: number, z: number): string;
}

/** Vertices of each part, by `partAt`. */
export function partGroups(
	positions: Float64Array,
	partAt: FramedShape["partAt"],
): Record<string, number[]> {
	const groups: Record<string, number[]> = {};
	for (let i = 0; i < positions.length; i += 3) {
		const part = partAt(positions[i], positions[i + 1], positions[i + 2]);
		groups[part] ??= [];
		groups[part].push(i / 3);
	}
	return groups;
}
