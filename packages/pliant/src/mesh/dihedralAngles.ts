import { requireMesh } from "../checks.ts";
import type { Mesh } from "./mesh.ts";

/** Pairs of faces of a tetrahedron by the vertices opposite them, which is the edge between the other two. */
const pairs = [
	[0, 1],
	[0, 2],
	[0, 3],
	[1, 2],
	[1, 3],
	[2, 3],
] as const;

/** Angles [rad] between the faces of every tetrahedron, six each: near 0 or π a tetrahedron is a sliver. */
export function dihedralAngles(mesh: Mesh): Float64Array {
	requireMesh("dihedralAngles", mesh);
	const { positions, tetrahedra } = mesh;
	const angles = new Float64Array((6 * tetrahedra.length) / 4);
	for (let t = 0; t < tetrahedra.length / 4; t++) {
		const x = Array.from(tetrahedra.subarray(4 * t, 4 * t + 4), (v) => [
			positions[3 * v],
			positions[3 * v + 1],
			positions[3 * v + 2],
		]);
		for (const [i, [p, q]] of pairs.entries()) {
			const [r, s] = [0, 1, 2, 3].filter((k) => k !== p && k !== q);
			angles[6 * t + i] = angleAbout(x[r], x[s], x[p], x[q]);
		}
	}
	return angles;
}

/** The angle about the edge from a to b between what points to p and to q. */
function angleAbout(
	a: readonly number[],
	b: readonly number[],
	p: readonly number[],
	q: readonly number[],
): number {
	const e = minus(b, a);
	const u = cross(e, minus(p, a));
	const v = cross(e, minus(q, a));
	const sine = Math.hypot(...cross(u, v));
	return Math.atan2(sine, u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
}

const minus = (a: readonly number[], b: readonly number[]): number[] =>
	a.map((c, k) => c - b[k]);

const cross = (a: readonly number[], b: readonly number[]): number[] => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];
