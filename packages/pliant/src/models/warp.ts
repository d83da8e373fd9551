/**
 * Where the threads of a sheet lie: the warp along the x axis of the rest shape, projected onto its triangles, and turned by an angle about
 * their normals. Where a triangle is perpendicular to the x axis, the y axis takes its place.
 */
import { requireMesh, requireThat } from "../checks.ts";
import type { Mesh, Vector3 } from "../mesh/mesh.ts";
import { triangleAxes, triangleShapeGradients } from "./geometry.ts";
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
	const direction = axisDirection(X) + angle;
	return [Math.cos(direction), Math.sin(direction)];
}

/** Where the axis lies in a triangle, as an angle in its plane coordinates. */
function axisDirection(X: readonly Vector3[]): number {
	const [t1, t2] = triangleAxes(X);
	const along = t1[0] ** 2 + t2[0] ** 2 > perpendicular ** 2 ? 0 : 1;
	return Math.atan2(t2[along], t1[along]);
}

/**
 * Warp angles [rad], one per triangle, of threads that run along u of texture coordinates, uv per vertex. Triangles whose texture has no area have the
 * warp along the axis.
 */
export function warpAlong(
	mesh: Mesh,
	textureCoordinates: ArrayLike<number>,
): Float64Array {
	requireMesh("warpAlong", mesh);
	requireThat(
		Array.isArray(textureCoordinates) || ArrayBuffer.isView(textureCoordinates),
		"warpAlong: textureCoordinates",
		textureCoordinates,
		"a list of numbers",
	);
	const { positions, triangles } = mesh;
	if (3 * textureCoordinates.length !== 2 * positions.length)
		throw new Error(
			`warpAlong: there are ${textureCoordinates.length} texture coordinates; the mesh has ${positions.length / 3} vertices, give u and v for each, ${(2 * positions.length) / 3} numbers`,
		);
	return Float64Array.from({ length: triangles.length / 3 }, (_, t) => {
		const corners = triangles.subarray(3 * t, 3 * t + 3);
		const X = Array.from(corners, (v): Vector3 => {
			const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
			return [x, y, z];
		});
		const gradientOf = (component: number) =>
			triangleShapeGradients(X).reduce(
				([a, b], [s, t], i) => {
					const value = textureCoordinates[2 * corners[i] + component];
					return [a + s * value, b + t * value];
				},
				[0, 0],
			);
		const [u, v] = [gradientOf(0), gradientOf(1)];
		const turn = Math.sign(u[0] * v[1] - u[1] * v[0]);
		// Along u alone, v does not change: across its gradient.
		return turn === 0
			? 0
			: Math.atan2(-turn * v[0], turn * v[1]) - axisDirection(X);
	});
}
