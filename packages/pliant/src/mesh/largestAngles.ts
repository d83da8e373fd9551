import { requireMesh } from "../checks.ts";
import type { Mesh } from "./mesh.ts";

/** The largest angle [rad] of every triangle: above π/2 it is obtuse. */
export function largestAngles(mesh: Mesh): Float64Array {
	requireMesh("largestAngles", mesh);
	const { positions: x, triangles } = mesh;
	const angles = new Float64Array(triangles.length / 3);
	for (let t = 0; t < angles.length; t++)
		for (let corner = 0; corner < 3; corner++) {
			const [a, b, c] = [0, 1, 2].map(
				(k) => 3 * triangles[3 * t + ((corner + k) % 3)],
			);
			const u = [0, 1, 2].map((k) => x[b + k] - x[a + k]);
			const v = [0, 1, 2].map((k) => x[c + k] - x[a + k]);
			const along = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
			const across = Math.hypot(
				u[1] * v[2] - u[2] * v[1],
				u[2] * v[0] - u[0] * v[2],
				u[0] * v[1] - u[1] * v[0],
			);
			angles[t] = Math.max(angles[t], Math.atan2(across, along));
		}
	return angles;
}
