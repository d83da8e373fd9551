import Delaunator from "delaunator";
import type { PlanarMesh } from "./planarMesh.ts";

/** Delaunay's triangulation of points of a plane, counter-clockwise; slivers between points of a straight side are left out. */
export function delaunay(
	points: readonly (readonly [number, number])[],
): PlanarMesh {
	const { triangles } = new Delaunator(points.flat());
	const chosen: number[][] = [];
	for (let t = 0; t < triangles.length; t += 3) {
		const [a, b, c] = triangles.subarray(t, t + 3);
		const doubleArea =
			(points[b][0] - points[a][0]) * (points[c][1] - points[a][1]) -
			(points[b][1] - points[a][1]) * (points[c][0] - points[a][0]);
		if (Math.abs(doubleArea) < 1e-9) continue;
		chosen.push(doubleArea > 0 ? [a, b, c] : [a, c, b]);
	}
	return { vertices: points, triangles: chosen };
}
