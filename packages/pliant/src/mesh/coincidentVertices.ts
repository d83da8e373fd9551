import { type Mesh, vertexCount } from "./mesh.ts";

/**
 * For each vertex the one that may stand for it: the first earlier one within `distance` [m] that
 * stands for itself, or itself. Chains of close vertices do not collapse, since nothing moves farther
 * than `distance`.
 *
 * Vertices are hashed by the cube of side `distance` they lie in; a match can only be in the same
 * cube or one of its 26 neighbours.
 */
export function coincidentVertices(mesh: Mesh, distance: number): Uint32Array {
	const { positions } = mesh;
	const count = vertexCount(mesh);
	const bucketCount = 2 ** Math.ceil(Math.log2(2 * count + 1));
	const none = -1;
	const firstInBucket = new Int32Array(bucketCount).fill(none);
	const nextInBucket = new Int32Array(count).fill(none);
	const bucketOf = (i: number, j: number, k: number) =>
		(Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791)) &
		(bucketCount - 1);
	const isClose = (a: number, b: number) =>
		Math.hypot(
			positions[3 * a] - positions[3 * b],
			positions[3 * a + 1] - positions[3 * b + 1],
			positions[3 * a + 2] - positions[3 * b + 2],
		) <= distance;

	const representatives = new Uint32Array(count);
	for (let vertex = 0; vertex < count; vertex++) {
		const [i, j, k] = [0, 1, 2].map((axis) =>
			Math.floor(positions[3 * vertex + axis] / distance),
		);
		let lowest = vertex;
		for (let neighbour = 0; neighbour < 27; neighbour++) {
			const bucket = bucketOf(
				i + (neighbour % 3) - 1,
				j + (Math.floor(neighbour / 3) % 3) - 1,
				k + Math.floor(neighbour / 9) - 1,
			);
			for (let v = firstInBucket[bucket]; v !== none; v = nextInBucket[v]) {
				if (v < lowest && isClose(v, vertex)) lowest = v;
			}
		}
		representatives[vertex] = lowest;
		if (lowest !== vertex) continue;
		const bucket = bucketOf(i, j, k);
		nextInBucket[vertex] = firstInBucket[bucket];
		firstInBucket[bucket] = vertex;
	}
	return representatives;
}
