/** A mesh as flat arrays. One mesh may hold several kinds of cells on the same vertices. */
import {
	isObject,
	requireMesh,
	requireOneOf,
	requireOptions,
	requireThat,
} from "../checks.ts";
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
	/**
	 * Vertices in the middle of edges of quadratic cells, whose corners the arrays above list: the two ends of the edge, then
	 * its middle, for each. Models of linear cells do not know them.
	 */
	readonly midpoints?: Uint32Array;
	/** Named vertex sets, such as the sides of a generated grid. */
	readonly groups: Readonly<Record<string, Uint32Array>>;
}

export type CellKind = "edge" | "triangle" | "tetrahedron" | "hexahedron";

export type Vector3 = readonly [number, number, number];

/** Whether it is three finite numbers. */
export const isVector3 = (value: unknown): value is Vector3 =>
	Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);

/** What `createMesh` takes: a mesh with parts left out, or given as plain number arrays. */
export interface MeshParts {
	readonly positions: ArrayLike<number>;
	readonly edges?: ArrayLike<number>;
	readonly triangles?: ArrayLike<number>;
	readonly tetrahedra?: ArrayLike<number>;
	readonly hexahedra?: ArrayLike<number>;
	readonly midpoints?: ArrayLike<number>;
	readonly groups?: Readonly<Record<string, ArrayLike<number>>>;
}

export const cellKinds: readonly CellKind[] = [
	"edge",
	"triangle",
	"tetrahedron",
	"hexahedron",
];

export const verticesPerCell: Readonly<Record<CellKind, number>> = {
	edge: 2,
	triangle: 3,
	tetrahedron: 4,
	hexahedron: 8,
};

/** The array of a mesh that holds the cells of each kind. */
export const cellArrayNames = {
	edge: "edges",
	triangle: "triangles",
	tetrahedron: "tetrahedra",
	hexahedron: "hexahedra",
} as const satisfies Record<CellKind, keyof Mesh>;

/**
 * A mesh from its parts: absent arrays become empty, plain arrays become typed ones. Typed arrays
 * are taken as they are, not copied. Indices are only checked for being whole numbers, since the
 * conversion would hide that; `checkMesh` finds everything else.
 */
export function createMesh(parts: MeshParts): Mesh {
	requireOptions("createMesh", parts, meshParts);
	requireArray("createMesh: positions", parts.positions);
	if (parts.groups !== undefined)
		requireThat(
			isObject(parts.groups),
			"createMesh: groups",
			parts.groups,
			"lists of vertices by their names",
		);
	// Not by assignment, which loses a group that is named "__proto__".
	const groups = Object.fromEntries(
		Object.entries(parts.groups ?? {}).map(([name, vertices]) => [
			name,
			toIndices(vertices, `groups["${name}"]`),
		]),
	);
	return {
		positions:
			parts.positions instanceof Float64Array
				? parts.positions
				: Float64Array.from(parts.positions),
		edges: toIndices(parts.edges, "edges"),
		triangles: toIndices(parts.triangles, "triangles"),
		tetrahedra: toIndices(parts.tetrahedra, "tetrahedra"),
		hexahedra: toIndices(parts.hexahedra, "hexahedra"),
		...(parts.midpoints && {
			midpoints: toIndices(parts.midpoints, "midpoints"),
		}),
		groups,
	};
}

export function vertexCount(mesh: Mesh): number {
	requirePositions(mesh);
	return mesh.positions.length / 3;
}

/** The vertices of all cells of one kind, `verticesPerCell[kind]` each. */
export function cells(mesh: Mesh, kind: CellKind): Uint32Array {
	requirePositions(mesh);
	const found = mesh[cellArrayNames[kind]];
	if (!found) {
		requireOneOf("cells: kind", kind, cellKinds);
		requireMesh("cells", mesh);
	}
	return found;
}

/** Called for every vertex and cell, so it looks no further where all is well. */
function requirePositions(mesh: Mesh): void {
	if (!(mesh?.positions instanceof Float64Array)) requireMesh("mesh", mesh);
}

export function cellCount(mesh: Mesh, kind: CellKind): number {
	return cells(mesh, kind).length / verticesPerCell[kind];
}

const meshParts = [
	"positions",
	"edges",
	"triangles",
	"tetrahedra",
	"hexahedra",
	"midpoints",
	"groups",
] as const satisfies (keyof MeshParts)[];

function requireArray(name: string, values: unknown): void {
	requireThat(
		Array.isArray(values)
			? values.every((value) => typeof value === "number")
			: ArrayBuffer.isView(values),
		name,
		values,
		"a list of numbers",
	);
}

function toIndices(
	values: ArrayLike<number> | undefined,
	name: string,
): Uint32Array {
	if (values === undefined) return new Uint32Array(0);
	requireArray(`createMesh: ${name}`, values);
	if (values instanceof Uint32Array) return values;
	const indices = Uint32Array.from(values);
	for (let i = 0; i < indices.length; i++) {
		if (indices[i] !== values[i]) {
			throw new Error(
				`createMesh: ${name}[${i}] is ${values[i]}; a vertex index must be a whole number from 0 on`,
			);
		}
	}
	return indices;
}
