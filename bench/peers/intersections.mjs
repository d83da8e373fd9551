/** Edges of a mesh that pass through its triangles, decided exactly, for any engine's positions. */
import { edgeMeetsTriangle } from "pliant/colliders";

/** @returns how many there are; edges and triangles with a common vertex are left out */
export function countIntersections(positions, triangles) {
	const x = Float64Array.from(positions);
	const edges = new Set();
	for (let t = 0; t < triangles.length; t += 3)
		for (let k = 0; k < 3; k++) {
			const [a, b] = [triangles[t + k], triangles[t + ((k + 1) % 3)]];
			edges.add(Math.min(a, b) * x.length + Math.max(a, b));
		}
	const range = (vertices, k) => {
		const at = vertices.map((v) => x[3 * v + k]);
		return [Math.min(...at), Math.max(...at)];
	};
	const boxOf = (vertices) => [0, 1, 2].map((k) => range(vertices, k));
	const things = [];
	for (const key of edges) {
		const vertices = [Math.floor(key / x.length), key % x.length];
		things.push({ vertices, box: boxOf(vertices) });
	}
	for (let t = 0; t < triangles.length; t += 3) {
		const vertices = [triangles[t], triangles[t + 1], triangles[t + 2]];
		things.push({ vertices, box: boxOf(vertices) });
	}
	// A sweep along the first axis.
	things.sort((a, b) => a.box[0][0] - b.box[0][0]);
	let active = [];
	let count = 0;
	for (const one of things) {
		active = active.filter(({ box }) => box[0][1] >= one.box[0][0]);
		for (const other of active) {
			if (one.vertices.length === other.vertices.length) continue;
			if (
				[1, 2].some(
					(k) =>
						one.box[k][0] > other.box[k][1] || other.box[k][0] > one.box[k][1],
				)
			)
				continue;
			const [edge, triangle] =
				one.vertices.length === 2 ? [one, other] : [other, one];
			if (edge.vertices.some((v) => triangle.vertices.includes(v))) continue;
			if (edgeMeetsTriangle(x, ...edge.vertices, ...triangle.vertices)) count++;
		}
		active.push(one);
	}
	return count;
}
