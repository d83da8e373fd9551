/** Uniform refinement: every edge is cut in two, every triangle in four, every tetrahedron and hexahedron in eight. */
import { requireMesh } from "../checks.ts";
import { localEdges, localFaces } from "./cellShape.ts";
import { createMesh, type Mesh, vertexCount } from "./mesh.ts";

/** Groups keep their vertices and get those between them. Middles of edges that the mesh has become vertices, where they are. */
export function refineMesh(mesh: Mesh): Mesh {
	requireMesh("refineMesh", mesh);
	const positions = [...mesh.positions];
	const between = new Map<string, number>();
	const parents: (readonly number[])[] = [];
	const first = vertexCount(mesh);
	const { midpoints = new Uint32Array(0) } = mesh;
	for (let i = 0; i < midpoints.length; i += 3) {
		const [a, b, middle] = midpoints.subarray(i, i + 3);
		between.set(keyOf([a, b]), middle);
	}
	/** The vertex in the middle of others. */
	const middle = (vertices: readonly number[]): number => {
		const key = keyOf(vertices);
		const known = between.get(key);
		if (known !== undefined) return known;
		const created = positions.length / 3;
		for (let k = 0; k < 3; k++)
			positions.push(
				vertices.reduce((sum, v) => sum + positions[3 * v + k], 0) /
					vertices.length,
			);
		between.set(key, created);
		parents.push(vertices);
		return created;
	};
	const cut = (
		cells: Uint32Array,
		size: number,
		parts: (cell: readonly number[]) => number[],
	): number[] => {
		const all: number[] = [];
		for (let i = 0; i < cells.length; i += size)
			for (const vertex of parts([...cells.subarray(i, i + size)]))
				all.push(vertex);
		return all;
	};
	const parts = {
		edges: cut(mesh.edges, 2, ([a, b]) => {
			const m = middle([a, b]);
			return [a, m, m, b];
		}),
		triangles: cut(mesh.triangles, 3, ([a, b, c]) => {
			const [ab, bc, ca] = [middle([a, b]), middle([b, c]), middle([c, a])];
			return [...[a, ab, ca, ab, b, bc], ...[ca, bc, c, ab, bc, ca]];
		}),
		tetrahedra: cut(mesh.tetrahedra, 4, (cell) => cutTetrahedron(cell, middle)),
		hexahedra: cut(mesh.hexahedra, 8, (cell) => cutHexahedron(cell, middle)),
	};
	const groups = Object.entries(mesh.groups).map(([name, vertices]) => {
		const members = new Set(vertices);
		for (const [i, own] of parents.entries())
			if (own.every((v) => members.has(v))) members.add(first + i);
		return [name, Uint32Array.from(members)];
	});
	return createMesh({
		positions,
		...parts,
		groups: Object.fromEntries(groups),
	});
}

const keyOf = (vertices: readonly number[]): string =>
	[...vertices].sort((a, b) => a - b).join(" ");

type Middle = (vertices: readonly number[]) => number;

/** Four at the corners, and the octahedron between them along the diagonal from edge 02 to edge 13. */
function cutTetrahedron(cell: readonly number[], middle: Middle): number[] {
	const [a, b, c, d] = cell;
	const [ab, ac, ad, bc, bd, cd] = localEdges.tetrahedron.map(([p, q]) =>
		middle([cell[p], cell[q]]),
	);
	return [
		...[a, ab, ac, ad, ab, b, bc, bd],
		...[ac, bc, c, cd, ad, bd, cd, d],
		...[ab, bc, ac, bd, ac, bc, cd, bd],
		...[ac, cd, ad, bd, ac, ad, ab, bd],
	];
}

/** At corner v: v, the middles of its edges and faces, and of the cell, in the order of the cell. */
function cutHexahedron(cell: readonly number[], middle: Middle): number[] {
	const edge = (a: number, b: number) => middle([cell[a], cell[b]]);
	const [bottom, top, front, right, back, left] = localFaces.hexahedron.map(
		(face) => middle(face.map((v) => cell[v])),
	);
	const centre = middle(cell);
	const [e01, e12, e23, e30, e45, e56, e67, e74, e04, e15, e26, e37] =
		localEdges.hexahedron.map(([a, b]) => edge(a, b));
	return [
		...[cell[0], e01, bottom, e30, e04, front, centre, left],
		...[e01, cell[1], e12, bottom, front, e15, right, centre],
		...[bottom, e12, cell[2], e23, centre, right, e26, back],
		...[e30, bottom, e23, cell[3], left, centre, back, e37],
		...[e04, front, centre, left, cell[4], e45, top, e74],
		...[front, e15, right, centre, e45, cell[5], e56, top],
		...[centre, right, e26, back, top, e56, cell[6], e67],
		...[left, centre, back, e37, e74, top, e67, cell[7]],
	];
}
