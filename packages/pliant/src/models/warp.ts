/**
 * Where the threads of a sheet lie: the warp along the x axis of the rest shape, projected onto its triangles, and turned by an angle about
 * their normals. Where a triangle is perpendicular to the x axis, the y axis takes its place.
 */
import type { Vector3 } from "../mesh/mesh.ts";
import { triangleAxes } from "./geometry.ts";
import { finite } from "./parameters.ts";

export const warpAngle = finite({
	unit: "rad",
	meaning:
		"angle of the warp from the x axis of the rest shape, about the triangles' normals",
	typical: 0.4,
	default: 0,
});

/** Below this part of an axis in its plane, a triangle is perpendicular to it. */
export const perpendicular = 1e-6;

/** Unit vector along the warp in a triangle, in the plane coordinates of its shape gradients. */
export function warpDirection(
	X: readonly Vector3[],
	angle: number,
): readonly [number, number] {
	const [t1, t2] = triangleAxes(X);
	const along = Math.hypot(t1[0], t2[0]) > perpendicular ? 0 : 1;
	const direction = Math.atan2(t2[along], t1[along]) + angle;
	return [Math.cos(direction), Math.sin(direction)];
}
