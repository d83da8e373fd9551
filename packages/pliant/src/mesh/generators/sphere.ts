import {
	requireCount,
	requireInRange,
	requireOptions,
	requirePositive,
} from "../../checks.ts";
import { createMesh, type Mesh } from "../mesh.ts";
import { edgeTopology } from "../topology/edgeTopology.ts";

export interface SphereOptions {
	/** [m]. Default 1. */
	readonly radius?: number;
	/** How often each triangle of the icosahedron is split into four: 20·4ⁿ triangles. Default 3. */
	readonly subdivisions?: number;
}

/** Five million triangles: a slip of the finger beyond that would ask for all memory. */
const mostSubdivisions = 9;

/** An icosphere around the origin, normals outward. */
export function sphere(options: SphereOptions = {}): Mesh {
	requireOptions("sphere", options, ["radius", "subdivisions"]);
	const { radius = 1, subdivisions = 3 } = options;
	requirePositive("sphere: radius", radius);
	requireCount("sphere: subdivisions", subdivisions, 0);
	requireInRange("sphere: subdivisions", subdivisions, 0, mostSubdivisions);
	let mesh = icosahedron;
	for (let level = 0; level < subdivisions; level++) mesh = splitInFour(mesh);
	return createMesh({
		positions: ontoSphere(mesh.positions, radius),
		triangles: mesh.triangles,
	});
}

/** Puts a vertex on the middle of every edge, pushed out to the unit sphere. */
function splitInFour(mesh: Mesh): Mesh {
	const { edges, cellEdges } = edgeTopology(mesh, "triangle");
	const old = mesh.positions;
	const positions = new Float64Array(old.length + 1.5 * edges.length);
	for (let i = 0; i < edges.length; i += 2) {
		for (let axis = 0; axis < 3; axis++) {
			positions[old.length + 1.5 * i + axis] =
				old[3 * edges[i] + axis] + old[3 * edges[i + 1] + axis];
		}
	}
	positions.set(ontoSphere(positions, 1));
	positions.set(old);

	const triangles = new Uint32Array(4 * mesh.triangles.length);
	const firstMiddle = old.length / 3;
	for (let start = 0; start < mesh.triangles.length; start += 3) {
		const [a, b, c] = mesh.triangles.subarray(start, start + 3);
		const bc = firstMiddle + cellEdges[start];
		const ca = firstMiddle + cellEdges[start + 1];
		const ab = firstMiddle + cellEdges[start + 2];
		triangles.set([a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca], 4 * start);
	}
	return createMesh({ positions, triangles });
}

function ontoSphere(positions: Float64Array, radius: number): Float64Array {
	const onSphere = new Float64Array(positions.length);
	for (let i = 0; i < positions.length; i += 3) {
		const scale =
			radius / Math.hypot(positions[i], positions[i + 1], positions[i + 2]);
		for (let axis = 0; axis < 3; axis++) {
			onSphere[i + axis] = scale * positions[i + axis];
		}
	}
	return onSphere;
}

const golden = (1 + Math.sqrt(5)) / 2;

/** Three golden rectangles in the coordinate planes, before their vertices are put on the unit sphere. */
const goldenRectangles = Float64Array.of(
	...[-1, golden, 0, 1, golden, 0, -1, -golden, 0, 1, -golden, 0],
	...[0, -1, golden, 0, 1, golden, 0, -1, -golden, 0, 1, -golden],
	...[golden, 0, -1, golden, 0, 1, -golden, 0, -1, -golden, 0, 1],
);

const icosahedron = createMesh({
	positions: ontoSphere(goldenRectangles, 1),
	triangles: [
		...[0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11],
		...[1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8],
		...[3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9],
		...[4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1],
	],
});
