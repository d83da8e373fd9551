import {
	requireFinite,
	requireInRange,
	requireMesh,
	requireOptions,
	requireYesOrNo,
} from "../../checks.ts";
import { localEdges } from "../cellShape.ts";
import {
	edgeLength,
	hexahedronCornerVolumes,
	tetrahedronVolume,
	triangleAreaVector,
} from "../measure.ts";
import {
	type CellKind,
	cellKinds,
	cells,
	type Mesh,
	type Vector3,
	vertexCount,
	verticesPerCell,
} from "../mesh.ts";
import { boundaryFlags } from "../topology/boundaryFlags.ts";
import { type Incidence, vertexCells } from "../topology/incidence.ts";
import { createRandom } from "./random.ts";

export interface JitterOptions {
	/** Farthest move of a vertex, as a fraction in [0, 1] of the shortest edge there. Default 0.25. */
	readonly amount?: number;
	/** Equal seeds give equal meshes. Default 1. */
	readonly seed?: number;
	/** Whether the rim of surfaces, the skin of solids and the ends of curves stay. Default true. */
	readonly keepBoundary?: boolean;
	/** Tells further vertices that stay, by their position [m]. */
	readonly keep?: (x: number, y: number, z: number) => boolean;
}

/** How much of its length, area or volume each cell keeps at least. */
const smallestShare = 0.1;

/** How often a move that would spoil a cell is halved before the vertex stays where it is. */
const halvings = 6;

/**
 * An irregular variant of a mesh for tests: vertices move at random, along the curve, in the tangent
 * plane of the surface (a flat sheet stays flat), or freely inside a solid. No cell is inverted.
 */
export function jitter(mesh: Mesh, options: JitterOptions = {}): Mesh {
	requireMesh("jitter", mesh);
	requireOptions("jitter", options, ["amount", "seed", "keepBoundary", "keep"]);
	const { amount = 0.25, seed = 1, keepBoundary = true, keep } = options;
	requireInRange("jitter: amount", amount, 0, 1);
	requireFinite("jitter: seed", seed);
	requireYesOrNo("jitter: keepBoundary", keepBoundary);
	const random = createRandom(seed);
	const reach = shortestEdges(mesh);
	const fixed = keepBoundary ? boundaryFlags(mesh) : undefined;
	const incidences = cellKinds.map((kind) => vertexCells(mesh, kind));
	const spoilsCells = (moved: Float64Array, vertex: number) =>
		cellKinds.some((kind, i) =>
			listOf(incidences[i], vertex).some(
				(cell) => !keepsShare(mesh, moved, kind, cell),
			),
		);

	const moved = mesh.positions.slice();
	for (let vertex = 0; vertex < vertexCount(mesh); vertex++) {
		if (fixed?.[vertex] || reach[vertex] === Number.POSITIVE_INFINITY) continue;
		const place = moved.slice(3 * vertex, 3 * vertex + 3);
		if (keep?.(place[0], place[1], place[2])) continue;
		const direction = allowedPart(mesh, incidences, vertex, inBall(random));
		let scale = amount * reach[vertex];
		for (let attempt = 0; attempt <= halvings; attempt++) {
			for (let axis = 0; axis < 3; axis++) {
				moved[3 * vertex + axis] = place[axis] + scale * direction[axis];
			}
			if (!spoilsCells(moved, vertex)) break;
			scale /= 2;
			if (attempt === halvings) moved.set(place, 3 * vertex);
		}
	}
	return { ...mesh, positions: moved };
}

/** Shortest edge at each vertex [m]; infinite where there is none. */
function shortestEdges(mesh: Mesh): Float64Array {
	const shortest = new Float64Array(vertexCount(mesh)).fill(
		Number.POSITIVE_INFINITY,
	);
	for (const kind of cellKinds) {
		const vertices = cells(mesh, kind);
		for (let s = 0; s < vertices.length; s += verticesPerCell[kind]) {
			for (const [i, j] of localEdges[kind]) {
				const [a, b] = [vertices[s + i], vertices[s + j]];
				const length = edgeLength(mesh.positions, a, b);
				shortest[a] = Math.min(shortest[a], length);
				shortest[b] = Math.min(shortest[b], length);
			}
		}
	}
	return shortest;
}

function listOf({ offsets, items }: Incidence, index: number): Uint32Array {
	return items.subarray(offsets[index], offsets[index + 1]);
}

/** A random point of the unit ball. */
function inBall(random: () => number): Vector3 {
	for (;;) {
		const [x, y, z] = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
		if (x * x + y * y + z * z <= 1) return [x, y, z];
	}
}

/** The part of a move that leaves the shape: all of it in a solid, the tangential one on surface and curve. */
function allowedPart(
	mesh: Mesh,
	incidences: readonly Incidence[],
	vertex: number,
	move: Vector3,
): Vector3 {
	const [edges, triangles, tetrahedra, hexahedra] = incidences.map(
		(incidence) => listOf(incidence, vertex),
	);
	if (tetrahedra.length + hexahedra.length > 0) return move;

	const onSurface = triangles.length > 0;
	const axis = [0, 0, 0];
	for (const cell of onSurface ? triangles : edges) {
		const part = onSurface
			? areaVectorOf(mesh.positions, mesh.triangles, cell)
			: edgeVectorOf(mesh.positions, mesh.edges, cell);
		for (let i = 0; i < 3; i++) axis[i] += part[i];
	}
	const length = Math.hypot(...axis);
	if (length === 0) return [0, 0, 0];
	const [nx, ny, nz] = axis.map((component) => component / length);
	const [dx, dy, dz] = move;
	const along = nx * dx + ny * dy + nz * dz;
	return onSurface
		? [dx - along * nx, dy - along * ny, dz - along * nz]
		: [along * nx, along * ny, along * nz];
}

/** Whether a cell still has a share of its former measure, in its former direction. */
function keepsShare(
	mesh: Mesh,
	moved: Float64Array,
	kind: CellKind,
	cell: number,
): boolean {
	const before = orientedMeasures[kind](
		mesh.positions,
		cells(mesh, kind),
		cell,
	);
	const after = orientedMeasures[kind](moved, cells(mesh, kind), cell);
	const share = (i: number) => smallestShare * before[i] * before[i];
	if (kind === "tetrahedron" || kind === "hexahedron") {
		return before.every((value, i) => value * after[i] >= share(i));
	}
	let excess = 0;
	before.forEach((value, i) => {
		excess += value * after[i] - share(i);
	});
	return excess >= 0;
}

/** Edge vector, area vector, or signed volumes (of the corners, for a hexahedron). */
const orientedMeasures: Record<
	CellKind,
	(x: Float64Array, v: Uint32Array, cell: number) => readonly number[]
> = {
	edge: edgeVectorOf,
	triangle: areaVectorOf,
	tetrahedron: (x, v, cell) => {
		const [a, b, c, d] = v.subarray(4 * cell, 4 * cell + 4);
		return [tetrahedronVolume(x, a, b, c, d)];
	},
	hexahedron: (x, v, cell) => hexahedronCornerVolumes(x, v, 8 * cell),
};

function edgeVectorOf(x: Float64Array, v: Uint32Array, cell: number): Vector3 {
	const a = 3 * v[2 * cell];
	const b = 3 * v[2 * cell + 1];
	return [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
}

function areaVectorOf(x: Float64Array, v: Uint32Array, cell: number): Vector3 {
	const [a, b, c] = v.subarray(3 * cell, 3 * cell + 3);
	return triangleAreaVector(x, a, b, c);
}
