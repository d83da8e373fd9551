import { requireMesh } from "../checks.ts";
import { boxSides } from "./measure.ts";
import { type Mesh, vertexCount } from "./mesh.ts";
import { boundaryVertices } from "./topology/boundary.ts";
import { skinTriangles } from "./topology/boundaryFlags.ts";

/** Along an axis or against it. */
export type Direction = (typeof directions)[number];
export const directions = ["+x", "-x", "+y", "-y", "+z", "-z"] as const;

/** The angle that a corner lacks to a straight rim, or to a flat skin [rad]; right angles lack twice as much. */
const sharpness = Math.PI / 4;
/** How far behind the foremost corner others still count, as a fraction of the mesh's extent. */
const reach = 0.1;

/**
 * The convex corners of sheets and solids and the ends of curves, ascending: vertices around which the angles of the rim's or
 * the skin's triangles sum up to less than half a turn, or a full one, by 45° or more.
 */
export function corners(mesh: Mesh): Uint32Array {
	requireMesh("corners", mesh);
	const chosen = new Uint8Array(vertexCount(mesh));
	const rim = anglesAround(mesh, mesh.triangles);
	for (const vertex of boundaryVertices(mesh))
		if (Math.PI - rim[vertex] >= sharpness) chosen[vertex] = 1;
	const skin = anglesAround(mesh, skinTriangles(mesh));
	for (const [vertex, angle] of skin.entries())
		if (angle > 0 && 2 * Math.PI - angle >= sharpness) chosen[vertex] = 1;
	const uses = new Uint32Array(chosen.length);
	for (const vertex of mesh.edges) uses[vertex]++;
	return Uint32Array.from(chosen.keys()).filter(
		(vertex) => chosen[vertex] || uses[vertex] === 1,
	);
}

/** Those of the vertices that are farthest in a direction, and others close behind. */
export function towards(
	{ positions }: Mesh,
	vertices: Uint32Array,
	direction: Direction,
): Uint32Array {
	const axis = "xyz".indexOf(direction[1]);
	const sign = direction[0] === "+" ? 1 : -1;
	const height = (vertex: number) => sign * positions[3 * vertex + axis];
	let foremost = -Infinity;
	for (const vertex of vertices) foremost = Math.max(foremost, height(vertex));
	return vertices.filter(
		(vertex) => height(vertex) >= foremost - reach * boxSides(positions)[axis],
	);
}

/** The angles [rad] of the triangles at each vertex, summed up; 0 where there are none. */
function anglesAround(mesh: Mesh, triangles: Uint32Array): Float64Array {
	const { positions } = mesh;
	const sums = new Float64Array(vertexCount(mesh));
	const from = [0, 0, 0];
	const to = [0, 0, 0];
	for (let i = 0; i < triangles.length; i++) {
		const first = i - (i % 3);
		const at = triangles[i];
		const next = triangles[first + ((i + 1) % 3)];
		const previous = triangles[first + ((i + 2) % 3)];
		let dot = 0;
		for (let k = 0; k < 3; k++) {
			from[k] = positions[3 * next + k] - positions[3 * at + k];
			to[k] = positions[3 * previous + k] - positions[3 * at + k];
			dot += from[k] * to[k];
		}
		const cross = Math.hypot(
			from[1] * to[2] - from[2] * to[1],
			from[2] * to[0] - from[0] * to[2],
			from[0] * to[1] - from[1] * to[0],
		);
		sums[at] += Math.atan2(cross, dot);
	}
	return sums;
}
