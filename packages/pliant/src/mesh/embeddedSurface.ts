import type { Mesh } from "./mesh.ts";

/** A surface in a solid, and the vertices of the solid that each of its vertices follows. */
export interface EmbeddedSurface {
	readonly mesh: Mesh;
	/** Where the vertices of the solid begin that each vertex of the surface follows, and where the last ones end. */
	readonly offsets: Uint32Array;
	/** The corners of one cell, in its order, or of several cells one after the other. */
	readonly vertices: Uint32Array;
	/** Those of a vertex sum to one. Some are negative where it lies outside of the cells it follows. */
	readonly shares: Float64Array;
	/** What the solid misses of the surface, for people. */
	readonly notes: readonly string[];
}
