import { localEdges } from "./cellShape.ts";
import {
	edgeLength,
	hexahedronCornerVolumes,
	isWellShaped,
	measureOfCell,
	squaredDistance,
} from "./measure.ts";
import {
	type CellKind,
	cellCount,
	cells,
	type Mesh,
	vertexCount,
	verticesPerCell,
} from "./mesh.ts";
import {
	groupEqualTuples,
	sortWithinTuples,
} from "./topology/groupEqualTuples.ts";

/** A cell is degenerate if its measure is below this times (its longest edge)^dimension: rounding, not shape. */
const flatTolerance = 1e-12;

/** A cell is degenerate if its longest edge is below this times the diagonal of the mesh's bounding box. */
const pointTolerance = 1e-14;

const dimension: Readonly<Record<CellKind, number>> = {
	edge: 1,
	triangle: 2,
	tetrahedron: 3,
	hexahedron: 3,
};

/** The first vertex that a cell names twice, if any. */
export function repeatedVertex(
	mesh: Mesh,
	kind: CellKind,
	cell: number,
): number | undefined {
	const vertices = cells(mesh, kind);
	const start = cell * verticesPerCell[kind];
	const end = start + verticesPerCell[kind];
	for (let i = start; i < end; i++) {
		for (let j = start; j < i; j++) {
			if (vertices[j] === vertices[i]) return vertices[i];
		}
	}
	return undefined;
}

/** 1 for each cell that names a vertex twice, or has no length, area or volume to speak of. */
export function degenerateCells(mesh: Mesh, kind: CellKind): Uint8Array {
	const pointSize = pointTolerance * boundingBoxDiagonal(mesh);
	const flags = new Uint8Array(cellCount(mesh, kind));
	const { positions, triangles } = mesh;
	for (let cell = 0; cell < flags.length; cell++) {
		if (kind === "triangle") {
			const a = triangles[3 * cell];
			const b = triangles[3 * cell + 1];
			const c = triangles[3 * cell + 2];
			const isLong = squaredDistance(positions, a, b) > 4 * pointSize ** 2;
			if (isLong && isWellShaped(positions, a, b, c)) continue;
		}
		const size = longestEdge(mesh, kind, cell);
		const flat = flatTolerance * size ** dimension[kind];
		if (
			size <= pointSize ||
			Math.abs(measureOfCell(mesh, kind, cell)) <= flat ||
			repeatedVertex(mesh, kind, cell) !== undefined
		) {
			flags[cell] = 1;
		}
	}
	return flags;
}

/** For each cell the first one with the same vertices in any order: itself, unless it is a duplicate. */
export function firstEqualCells(mesh: Mesh, kind: CellKind): Uint32Array {
	const size = verticesPerCell[kind];
	const { members, groupOf } = groupEqualTuples(
		sortWithinTuples(cells(mesh, kind), size),
		size,
		vertexCount(mesh),
	);
	const firsts = new Uint32Array(groupOf.length);
	for (let cell = 0; cell < firsts.length; cell++)
		firsts[cell] = members.items[members.offsets[groupOf[cell]]];
	return firsts;
}

/**
 * How far a solid cell is turned inside out: "no", "partly" (some corner of a hexahedron), or
 * "wholly", in which case the other orientation is a sound cell.
 */
type Inversion = "no" | "partly" | "wholly";

export function hexahedronInversion(mesh: Mesh, cell: number): Inversion {
	const corners = hexahedronCornerVolumes(
		mesh.positions,
		mesh.hexahedra,
		8 * cell,
	);
	const flat = flatTolerance * longestEdge(mesh, "hexahedron", cell) ** 3;
	if (corners.every((volume) => volume < -flat)) return "wholly";
	return corners.some((volume) => volume <= flat) ? "partly" : "no";
}

/** The cells whose flag is 0, and the index that each of them had. */
export function cellsWithoutFlag(
	mesh: Mesh,
	kind: CellKind,
	flags: Uint8Array,
): { vertices: Uint32Array; indices: Uint32Array } {
	const size = verticesPerCell[kind];
	const all = cells(mesh, kind);
	const indices = new Uint32Array(cellCount(mesh, kind));
	const vertices = new Uint32Array(all.length);
	let kept = 0;
	for (let cell = 0; cell < indices.length; cell++) {
		if (flags[cell]) continue;
		for (let i = 0; i < size; i++)
			vertices[size * kept + i] = all[size * cell + i];
		indices[kept++] = cell;
	}
	return {
		vertices: vertices.slice(0, size * kept),
		indices: indices.slice(0, kept),
	};
}

function longestEdge(mesh: Mesh, kind: CellKind, cell: number): number {
	const vertices = cells(mesh, kind);
	const start = cell * verticesPerCell[kind];
	let longest = 0;
	for (const [i, j] of localEdges[kind]) {
		const length = edgeLength(
			mesh.positions,
			vertices[start + i],
			vertices[start + j],
		);
		longest = Math.max(longest, length);
	}
	return longest;
}

/** The diagonal of the box around all positions that are finite. */
function boundingBoxDiagonal(mesh: Mesh): number {
	const { positions } = mesh;
	const extents = [0, 1, 2].map((axis) => {
		let lowest = Number.POSITIVE_INFINITY;
		let highest = Number.NEGATIVE_INFINITY;
		for (let i = axis; i < positions.length; i += 3) {
			if (!Number.isFinite(positions[i])) continue;
			lowest = Math.min(lowest, positions[i]);
			highest = Math.max(highest, positions[i]);
		}
		return Math.max(0, highest - lowest);
	});
	return Math.hypot(...extents);
}
