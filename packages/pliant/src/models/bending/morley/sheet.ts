/** What Morley bending needs to know of a sheet at rest; all of it from the lengths of edges. */
import { edgeLength } from "../../../mesh/measure.ts";
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
	/** The sides at an edge: two, or one on the boundary. */
	readonly sidesAt: (edge: number) => readonly number[];
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
	readonly signs: Float64Array;
}

export function measureSheet(
	mesh: Mesh,
	isHeld: (vertex: number) => boolean,
): Sheet {
	const { triangles, positions } = mesh;
	const topology = edgeTopology(mesh, "triangle");
	requireManifoldEdges("morley-bending", topology);
	const { edges, cellEdges } = topology;
	const triangleCount = triangles.length / 3;
	const lengths = new Float64Array(3 * triangleCount);
	const heights = new Float64Array(3 * triangleCount);
	const areas = new Float64Array(triangleCount);
	const isFlat = new Uint8Array(triangleCount);
	for (let t = 0; t < triangleCount; t++) {
		const own = triangles.subarray(3 * t, 3 * t + 3);
		for (let i = 0; i < 3; i++)
			lengths[3 * t + i] = edgeLength(
				positions,
				own[(i + 1) % 3],
				own[(i + 2) % 3],
			);
		areas[t] = heron(lengths.subarray(3 * t, 3 * t + 3));
		for (let i = 0; i < 3; i++)
			heights[3 * t + i] = (2 * areas[t]) / lengths[3 * t + i];
		isFlat[t] = own.every(isHeld) ? 1 : 0;
	}
	const sides: number[][] = Array.from({ length: edges.length / 2 }, () => []);
	for (const [side, edge] of cellEdges.entries()) sides[edge].push(side);
	const shares = new Float64Array(3 * triangleCount);
	const signs = new Float64Array(3 * triangleCount);
	for (const at of sides) {
		const weights = at.map((side) =>
			isFlat[Math.floor(side / 3)] ? 0 : heights[side],
		);
		const sum = weights.reduce((total, weight) => total + weight, 0);
		const isClamped = weights.includes(0);
		for (const [n, side] of at.entries()) {
			shares[side] = at.length === 2 && sum > 0 ? weights[n] / sum : 0;
			signs[side] = isClamped ? 0 : n === 0 ? 1 : -1;
		}
	}
	return {
		vertexCount: positions.length / 3,
		triangleCount,
		edgeCount: sides.length,
		triangles,
		edgeOf: cellEdges,
		sidesAt: (edge) => sides[edge],
		lengths,
		areas,
		heights,
		isFlat,
		shares,
		signs,
	};
}

/** Area of a triangle from its sides. */
function heron([a, b, c]: Float64Array): number {
	const s = (a + b + c) / 2;
	return Math.sqrt(s * (s - a) * (s - b) * (s - c));
}
