/** How far a sheet at rest is from flat. */
import { edgeLength } from "../../../mesh/measure.ts";
import type { Mesh } from "../../../mesh/mesh.ts";
import { components } from "../../../mesh/topology.ts";
import { crossProduct, dotProduct, subtract } from "../../geometry.ts";

type Point = readonly [number, number, number];

/** The vertex that is farthest from the plane of its piece of the mesh. */
interface Deviation {
	readonly vertex: number;
	/** [m] */
	readonly distance: number;
	/** Mean length [m] of the triangles' sides. */
	readonly edge: number;
}

/**
 * Flattening moves vertices by about their distance from a plane. Less than this part of an edge is less than what flat triangles
 * resolve; coordinates that a file has rounded stay below it, curves of more than a few cells do not.
 */
const tolerance = 0.01;

/** Refuses sheets that are curved at rest. */
export function requireFlat(model: string, mesh: Mesh): void {
	const { vertex, distance, edge } = deviation(mesh);
	if (!(distance > tolerance * edge)) return;
	throw new Error(
		`${model}: the mesh is curved at rest: vertex ${vertex} lies ${Number(distance.toPrecision(2))} m, ${Number((distance / edge).toPrecision(2))} edge lengths, off a plane, and the model would pull it flat; take shellBending or curvedBending, which keep the shape, onPattern where there is a flat pattern, or { flatAtRest: true } for a sheet that is flat but for what bends it`,
	);
}

function deviation(mesh: Mesh): Deviation {
	const { positions, triangles } = mesh;
	let sum = 0;
	for (const [i, vertex] of triangles.entries())
		sum += edgeLength(
			positions,
			vertex,
			triangles[i % 3 === 2 ? i - 2 : i + 1],
		);
	const edge = sum / triangles.length;
	const { count, componentOf } = components(mesh);
	const pieces: Set<number>[] = Array.from({ length: count }, () => new Set());
	// Vertices that the mesh does not have are for `checkMesh` to find.
	for (const vertex of triangles) pieces[componentOf[vertex]]?.add(vertex);
	let [vertex, distance] = [0, 0];
	for (const piece of pieces) {
		const farthest = farthestFromPlane(mesh, [...piece]);
		if (farthest.distance > distance) ({ vertex, distance } = farthest);
	}
	return { vertex, distance, edge };
}

/** The plane goes through three vertices: the first, the one farthest from it, and the one farthest from the line between them. */
function farthestFromPlane(
	{ positions }: Mesh,
	vertices: readonly number[],
): { vertex: number; distance: number } {
	const at = (vertex: number): Point => {
		const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
		return [x, y, z];
	};
	const farthest = (measure: (p: Point) => number) => {
		let [vertex, distance] = [0, 0];
		for (const other of vertices) {
			const d = measure(subtract(at(other), origin));
			if (d > distance) [vertex, distance] = [other, d];
		}
		return { vertex, distance };
	};
	if (vertices.length === 0) return { vertex: 0, distance: 0 };
	const origin = at(vertices[0]);
	const along = (vertex: number) => subtract(at(vertex), origin);
	const length = (p: Point) => Math.hypot(...p);
	const axis = along(farthest(length).vertex);
	const side = along(farthest((p) => length(crossProduct(axis, p))).vertex);
	const normal = crossProduct(axis, side);
	return farthest((p) => Math.abs(dotProduct(normal, p)) / length(normal));
}
