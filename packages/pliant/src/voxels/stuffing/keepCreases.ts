/**
 * Gives a solid the sharp edges of the surface that it fills. Its outer vertices lie on the surface, each on one smooth patch of it; an outer edge between two
 * patches cuts off what is sharp between them. Vertices near a crease move to it, and edges that still go across are split on it. What would leave slivers is
 * left as it is.
 */
import { createMesh, type Mesh } from "../../mesh/mesh.ts";
import { boundaryFaces } from "../../mesh/topology.ts";
import {
	between,
	type CreaseCorner,
	type Creases,
	distance,
} from "./creases.ts";
import { TetrahedronSet } from "./tetrahedronSet.ts";

/** Vertices move at most so far, in cells: to creases, and to corners. */
const toCrease = 0.4;
const toCorner = 0.8;
/** Worst shape (1: regular, 0: flat) that may be left, in one round after the other: what is easy comes first and makes room for the rest. */
const leastShapes = [0.25, 0.2, 0.15, 0.12, 0.1];

/** @param patchOf of each vertex of the mesh; -1 inside */
export function keepCreases(
	mesh: Mesh,
	patchOf: Int32Array,
	creases: Creases,
	cellSize: number,
): Mesh {
	if (creases.isEmpty) return mesh;
	const cells = new TetrahedronSet(mesh);
	/** The patches that a vertex is on: one, two on a crease, more at a corner. */
	const patches = Array.from(patchOf, (patch) => (patch < 0 ? [] : [patch]));
	const relax = () => relaxBeside(cells, patches, creases);
	let corners = creases.corners;
	for (const least of leastShapes) {
		const work = { cells, patches, creases, cellSize, least };
		corners = corners.filter((corner) => !takeCorner(work, corner));
		moveToCreases(work);
		relax();
		splitOnCreases(work);
		relax();
		if (edgesAcross(work).length + corners.length === 0) break;
	}
	return createMesh({
		positions: cells.positions,
		tetrahedra: cells.vertices,
	});
}

/** Betters shapes beside creases: vertices inside go where they like, those of flat patches stay in them. */
function relaxBeside(
	cells: TetrahedronSet,
	patches: readonly (readonly number[])[],
	creases: Creases,
): void {
	const near = new Set<number>();
	for (const [vertex, own] of patches.entries())
		if (own.length > 1)
			for (const beside of cells.beside(vertex)) {
				near.add(beside);
				for (const next of cells.beside(beside)) near.add(next);
			}
	cells.relax(near, (vertex, beside) => {
		const [patch, ...more] = patches[vertex];
		if (patch === undefined) return beside;
		return more.length === 0 && creases.isFlat(patch)
			? beside.filter((v) => patches[v].includes(patch))
			: [];
	});
}

interface Work {
	readonly cells: TetrahedronSet;
	readonly patches: number[][];
	readonly creases: Creases;
	readonly cellSize: number;
	/** Shapes must not become worse than this. */
	readonly least: number;
}

/** Moves the nearest vertex that may move to a corner; says whether there was one. */
function takeCorner(
	{ cells, patches, cellSize, least }: Work,
	{ place, patches: meeting }: CreaseCorner,
): boolean {
	const near: [number, number][] = [];
	for (const [vertex, own] of patches.entries()) {
		if (own.length === 0 || !own.every((p) => meeting.includes(p))) continue;
		const way = distance(cells.place(vertex), place);
		if (way < toCorner * cellSize) near.push([vertex, way]);
	}
	for (const [vertex] of near.sort(([, a], [, b]) => a - b)) {
		if (!cells.move(vertex, place, least)) continue;
		patches[vertex] = [...meeting];
		return true;
	}
	return false;
}

type Edge = readonly [number, number];

/** Outer edges whose ends have no patch in common. */
function edgesAcross({ cells, patches }: Work): Edge[] {
	const found = new Map<string, Edge>();
	const faces = boundaryFaces(cells.mesh(), "tetrahedron");
	for (let i = 0; i < faces.length; i++) {
		const [a, b] = [faces[i], faces[i % 3 === 2 ? i - 2 : i + 1]];
		const [p, q] = [patches[a], patches[b]];
		if (p.length === 0 || q.length === 0) continue;
		if (p.some((patch) => q.includes(patch))) continue;
		found.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [a, b]);
	}
	return [...found.values()];
}

/** Moves ends of edges that go across a crease to it, where it is near; the nearest first. */
function moveToCreases(work: Work): void {
	const { cells, patches, creases, cellSize, least } = work;
	const moves = edgesAcross(work).flatMap((edge) =>
		[edge, [edge[1], edge[0]]].flatMap(([vertex, other]) => {
			const x = cells.place(vertex);
			const found =
				patches[vertex].length === 1
					? creases.nearest(x, patches[vertex], patches[other])
					: undefined;
			const way = found ? distance(x, found.place) : Number.POSITIVE_INFINITY;
			return found && way < toCrease * cellSize
				? [{ vertex, way, ...found }]
				: [];
		}),
	);
	for (const { vertex, place, patches: beside } of moves.sort(
		(a, b) => a.way - b.way,
	))
		if (patches[vertex].length === 1 && cells.move(vertex, place, least))
			patches[vertex] = [...beside];
}

/** Splits edges that go across a crease where they are nearest to it. */
function splitOnCreases(work: Work): void {
	const { cells, patches, creases, least } = work;
	for (const [a, b] of edgesAcross(work)) {
		const middle = between(cells.place(a), cells.place(b), 0.5);
		const found = creases.nearest(middle, patches[a], patches[b]);
		if (found && cells.split(a, b, found.place, least))
			patches.push([...found.patches]);
	}
}
