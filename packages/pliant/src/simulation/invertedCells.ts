/**
 * Cells that statics has turned inside out, which no energy of theirs may tell: that of TRBS depends on C = FᵀF alone, so beyond the load that
 * a flat sheet bears, its mirror image is the next stable equilibrium.
 */
import type { VertexConstraints } from "../constraints/vertexConstraints.ts";
import { cellMeasure, triangleAreaVector } from "../mesh/measure.ts";
import type { BodyRange } from "../scene/bodyRange.ts";

/** Free directions along a plane's normal count as none below this. */
const rounding = 1e-9;

/**
 * Counts tetrahedra and hexahedra of negative volume, and triangles that constraints keep in their plane but that lie in it the other way round than
 * before. A triangle that may leave its plane may turn over in space, which is no inversion.
 *
 * @param before positions [m] of all vertices, xyz each, and `after` the same
 */
export function invertedCells(
	ranges: readonly BodyRange[],
	constraints: VertexConstraints,
	before: Float64Array,
	after: Float64Array,
): number {
	let count = 0;
	for (const range of ranges) {
		const { mesh } = range.body;
		const positions = new Float64Array(3 * range.count);
		range.gather(after, positions);
		for (const kind of ["tetrahedron", "hexahedron"] as const)
			for (const volume of cellMeasure({ ...mesh, positions }, kind))
				if (volume < 0) count++;
		for (let t = 0; t < mesh.triangles.length; t += 3) {
			const [a, b, c] = range.allAmong(mesh.triangles.subarray(t, t + 3));
			const then = triangleAreaVector(before, a, b, c);
			const now = triangleAreaVector(after, a, b, c);
			if (dot(then, now) < 0 && isConfined([a, b, c], then, constraints))
				count++;
		}
	}
	return count;
}

/** Whether nothing is free along the normal, but something is within the plane: vertices that are moved turn as they are told to. */
function isConfined(
	vertices: readonly number[],
	normal: readonly number[],
	constraints: VertexConstraints,
): boolean {
	return (
		vertices.every((v) => {
			const S = constraints.projector(v);
			return (
				S && dot(times(S, normal), normal) < rounding * dot(normal, normal)
			);
		}) && !vertices.every((v) => constraints.isFixed(v))
	);
}

const times = (S: Float64Array, v: readonly number[]): number[] =>
	[0, 3, 6].map((row) => dot(S.subarray(row, row + 3), v));

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
	a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
