import { requireNumbers } from "../checks.ts";
import { triangleAreaVector } from "./measure.ts";

/** Writes smooth normals of length 1, xyz per vertex: the sum of the triangles around, by area; up where there are none. */
export function vertexNormals<T extends Float32Array | Float64Array>(
	positions: Float32Array | Float64Array,
	triangles: Uint32Array,
	result: T,
): T {
	requireNumbers("vertexNormals: positions", positions);
	requireNumbers("vertexNormals: triangles", triangles);
	requireNumbers("vertexNormals: result", result);
	result.fill(0);
	for (let t = 0; t < triangles.length; t += 3) {
		const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
		const [nx, ny, nz] = triangleAreaVector(positions, a, b, c);
		for (const vertex of [a, b, c]) {
			result[3 * vertex] += nx;
			result[3 * vertex + 1] += ny;
			result[3 * vertex + 2] += nz;
		}
	}
	for (let at = 0; at < result.length; at += 3) {
		const length = Math.hypot(result[at], result[at + 1], result[at + 2]);
		// Too small or too large sums have no direction in single precision.
		const usable = length > 1e-30 && length < 1e30;
		result[at] = usable ? result[at] / length : 0;
		result[at + 1] = usable ? result[at + 1] / length : 1;
		result[at + 2] = usable ? result[at + 2] / length : 0;
	}
	return result;
}
