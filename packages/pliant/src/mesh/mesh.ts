/** A mesh as flat arrays. One mesh may hold several kinds of cells on the same vertices. */
export interface Mesh {
	/** Positions [m], xyz per vertex, length 3·vertexCount. */
	readonly positions: Float64Array;
	/** Line elements: 2 vertices each. (The edges of triangles are not listed here; see topology.) */
	readonly edges: Uint32Array;
	/** Triangles: 3 vertices each, counter-clockwise seen from outside. */
	readonly triangles: Uint32Array;
	/** Tetrahedra: 4 vertices each, positive volume: (b−a)×(c−a)·(d−a) > 0. */
	readonly tetrahedra: Uint32Array;
	/** Hexahedra: 8 vertices each in VTK order: bottom face counter-clockwise seen from above, then the top face. */
	readonly hexahedra: Uint32Array;
	/** Named vertex sets, such as the sides of a generated grid. */
	readonly groups: Readonly<Record<string, Uint32Array>>;
}

export type CellKind = "edge" | "triangle" | "tetrahedron" | "hexahedron";
