/** What Morley bending needs to know of a sheet at rest; all of it from the lengths of edges. */
import { squaredDistance } from "../../../mesh/measure.ts";
import type { Mesh } from "../../../mesh/mesh.ts";
import { edgeTopology, requireManifoldEdges } from "../../../mesh/topology.ts";

/** Sides are numbered 3 · triangle + i, side i being opposite vertex i of the triangle. */
export interface Sheet {
	readonly vertexCount: number;
	readonly triangleCount: number;
	readonly edgeCount: number;
	/** Vertices of the triangles: those opposite of each side. */
	readonly triangles: Uint32Array;
	/** The edge of each side. */
	readonly edgeOf: Uint32Array;
	/** The two sides at each edge, −1 for the one that the boundary does not have. */
	readonly sides: Int32Array;
	/** Length [m] of each side. */
	readonly lengths: Float64Array;
	/** Area [m²] of each triangle. */
	readonly areas: Float64Array;
	/** Distance [m] of each side from the vertex opposite. */
	readonly heights: Float64Array;
	/** 1 for triangles that stay flat, since their vertices are held. */
	readonly isFlat: Uint8Array;
	/** w of each side; 0 on the boundary, where h is d alone. */
	readonly shares: Float64Array;
	/** The sign of d in each side; 0 where there is none. */
	readonly signs: Int8Array;
}

export function measureSheet(
	mesh: Mesh,
	isHeld: (vertex: number) => boolean,
	model = "morley-bending",
): Sheet {
	const { triangles, positions } = mesh;
	const topology = edgeTopology(mesh, "triangle");
	requireManifoldEdges(model, topology);
	const { edges, cellEdges } = topology;
	const triangleCount = triangles.length / 3;
	const lengths = new Float64Array(3 * triangleCount);
	const heights = new Float64Array(3 * triangleCount);
	const areas = new Float64Array(triangleCount);
	const isFlat = new Uint8Array(triangleCount);
	const distance = (a: number, b: number): number =>
		Math.sqrt(squaredDistance(positions, a, b));
	for (let t = 0; t < triangleCount; t++) {
		const first = 3 * t;
		const a = triangles[first];
		const b = triangles[first + 1];
		const c = triangles[first + 2];
		lengths[first] = distance(b, c);
		lengths[first + 1] = distance(c, a);
		lengths[first + 2] = distance(a, b);
		areas[t] = heron(lengths[first], lengths[first + 1], lengths[first + 2]);
		for (let side = first; side < first + 3; side++)
			heights[side] = (2 * areas[t]) / lengths[side];
		isFlat[t] = isHeld(a) && isHeld(b) && isHeld(c) ? 1 : 0;
	}
	const sides = new Int32Array(edges.length).fill(-1);
	for (let side = 0; side < cellEdges.length; side++) {
		const first = 2 * cellEdges[side];
		sides[sides[first] < 0 ? first : first + 1] = side;
	}
	const shares = new Float64Array(3 * triangleCount);
	const signs = new Int8Array(3 * triangleCount);
	const weight = (side: number) =>
		isFlat[triangleOf(side)] ? 0 : heights[side];
	for (let edge = 0; 2 * edge < sides.length; edge++) {
		const one = sides[2 * edge];
		const other = sides[2 * edge + 1];
		const own = weight(one);
		if (other < 0) {
			signs[one] = own === 0 ? 0 : 1;
			continue;
		}
		const beyond = weight(other);
		const sum = own + beyond;
		if (sum > 0) {
			shares[one] = own / sum;
			shares[other] = beyond / sum;
		}
		if (own === 0 || beyond === 0) continue;
		signs[one] = 1;
		signs[other] = -1;
	}
	return {
		vertexCount: positions.length / 3,
		triangleCount,
		edgeCount: edges.length / 2,
		triangles,
		edgeOf: cellEdges,
		sides,
		lengths,
		areas,
		heights,
		isFlat,
		shares,
		signs,
	};
}

/** The triangle that a side belongs to. (`Math.floor` would go by floating point.) */
export const triangleOf = (side: number): number => (side / 3) | 0;

/** Area of a triangle from its sides. */
function heron(a: number, b: number, c: number): number {
	const s = (a + b + c) / 2;
	return Math.sqrt(s * (s - a) * (s - b) * (s - c));
}
