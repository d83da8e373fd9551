/** Unit normals, xyz per vertex: the mean of the triangles around, weighted by their areas. */
import type { Vector3 } from "pliant";
import { cross, difference, normalized } from "./vector.ts";

export function vertexNormals(
	positions: Float64Array,
	triangles: Uint32Array,
): Float64Array {
	const point = (v: number): Vector3 => {
		const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
		return [x, y, z];
	};
	const normals = new Float64Array(positions.length);
	for (let t = 0; t < triangles.length; t += 3) {
		const corners = triangles.subarray(t, t + 3);
		const [a, b, c] = Array.from(corners, point);
		// Its length is twice the area.
		const normal = cross(difference(b, a), difference(c, a));
		for (const v of corners)
			for (let k = 0; k < 3; k++) normals[3 * v + k] += normal[k];
	}
	for (let i = 0; i < normals.length; i += 3) {
		const [x, y, z] = normals.subarray(i, i + 3);
		normals.set(normalized([x, y, z]), i);
	}
	return normals;
}
