/**
 * Pairs whose triangles have a vertex in common. The boxes of such triangles always meet, and they are most of those that meet: what they stand for is listed once, so
 * that a search goes through lists of boxes (numerics/surfaceSearch.ts). Of 30,000 pairs of triangles that met in folds of a sheet of 3,200, 22,000 were such.
 */
import { type GatherTable, gatherTable } from "../../system/gather.ts";
import type { SurfaceRelations } from "./surfaceRelations.ts";
import type { Surfaces } from "./surfaces.ts";

export interface PairsBeside {
	/** For each point leaves of triangles that do not have it. */
	readonly leaves: GatherTable;
	/** For each edge others without a point in common, of leaves that come after its own. */
	readonly edges: GatherTable;
}

/** @param order the triangle of each leaf */
export function pairsBeside(
	surfaces: Surfaces,
	{ outer, keepsPoints }: SurfaceRelations,
	order: Uint32Array,
): PairsBeside {
	const { triangles, edges, surfaceOfTriangle, pointCount } = surfaces;
	const { pointStart, ownPoints, edgeStart, ownEdges } = surfaces;
	const count = surfaceOfTriangle.length;
	const leafOf = new Uint32Array(count);
	for (const [leaf, t] of order.entries()) leafOf[t] = leaf;
	const around = gatherTable(pointCount, (give) => {
		for (const [i, point] of triangles.entries())
			give(point, Math.floor(i / 3));
	});
	const seen = new Int32Array(count).fill(-1);
	const leavesOf: number[][] = Array.from({ length: pointCount }, () => []);
	const edgesOf: number[][] = Array.from(
		{ length: edges.length / 2 },
		() => [],
	);
	const addTriangle = (s: number, t: number) => {
		const [one, other] = [surfaceOfTriangle[s], surfaceOfTriangle[t]];
		if (!(outer(one, other) > 0)) return;
		const corners = triangles.subarray(3 * t, 3 * t + 3);
		if (keepsPoints(one, other))
			for (let k = pointStart[s]; k < pointStart[s + 1]; k++) {
				const point = ownPoints[k];
				if (!corners.includes(point)) leavesOf[point].push(leafOf[t]);
			}
		if (leafOf[t] < leafOf[s]) return;
		for (let k = edgeStart[s]; k < edgeStart[s + 1]; k++) {
			const e = ownEdges[k];
			for (let l = edgeStart[t]; l < edgeStart[t + 1]; l++) {
				const ends = edges.subarray(2 * ownEdges[l], 2 * ownEdges[l] + 2);
				if (!ends.includes(edges[2 * e]) && !ends.includes(edges[2 * e + 1]))
					edgesOf[e].push(ownEdges[l]);
			}
		}
	};
	for (let s = 0; s < count; s++) {
		seen[s] = s;
		for (const point of triangles.subarray(3 * s, 3 * s + 3))
			for (let k = around.start[point]; k < around.start[point + 1]; k++) {
				const t = around.items[k];
				if (seen[t] === s) continue;
				seen[t] = s;
				addTriangle(s, t);
			}
	}
	return { leaves: tableOf(leavesOf), edges: tableOf(edgesOf) };
}

function tableOf(lists: readonly number[][]): GatherTable {
	return gatherTable(lists.length, (give) => {
		for (const [i, list] of lists.entries())
			for (const number of list) give(i, number);
	});
}
