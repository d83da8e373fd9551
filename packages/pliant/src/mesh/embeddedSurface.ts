import type { Mesh } from "./mesh.ts";

/** A surface in a solid, and the vertices of the solid that each of its vertices follows. */
export interface EmbeddedSurface {
	readonly mesh: Mesh;
	/** So many vertices of the solid for each vertex of the surface, with their shares. */
	readonly count: number;
	readonly vertices: Uint32Array;
	/** Those of a vertex sum to one. Some are negative where it lies outside of its cell. */
	readonly shares: Float64Array;
	/** What the solid misses of the surface, for people. */
	readonly notes: readonly string[];
}
