import type { Mesh } from "./mesh.ts";
import {
	edgeTopology,
	edgeValence,
	traverseAlike,
} from "./topology/edgeTopology.ts";

/**
 * The triangles to reverse, ascending, so that neighbours agree. In each connected piece the majority
 * keeps its orientation. One-sided pieces are left alone, and edges with more than two triangles
 * connect nothing.
 */
export function trianglesToReverse(mesh: Mesh): Uint32Array {
	const { triangles } = mesh;
	const topology = edgeTopology(mesh, "triangle");
	const { cellEdges, edgeCells } = topology;
	const unseen = 2;
	/** 0: as the first triangle of its piece, 1: reversed. */
	const side = new Uint8Array(triangles.length / 3).fill(unseen);
	const reversed: number[] = [];

	for (let first = 0; first < side.length; first++) {
		if (side[first] !== unseen) continue;
		side[first] = 0;
		const piece = [first];
		let orientable = true;
		for (let next = 0; next < piece.length; next++) {
			const triangle = piece[next];
			for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
				const edge = cellEdges[i];
				if (edgeValence(topology, edge) !== 2) continue;
				const start = edgeCells.offsets[edge];
				const [one, two] = edgeCells.items.subarray(start, start + 2);
				const neighbour = one === triangle ? two : one;
				const alike = traverseAlike(triangles, topology, edge, one, two);
				const wanted = alike ? 1 - side[triangle] : side[triangle];
				if (side[neighbour] === unseen) {
					side[neighbour] = wanted;
					piece.push(neighbour);
				} else if (side[neighbour] !== wanted) {
					orientable = false;
				}
			}
		}
		if (!orientable) continue;
		const others = piece.filter((triangle) => side[triangle] === 1);
		const minority = 2 * others.length > piece.length ? 0 : 1;
		for (const triangle of piece) {
			if (side[triangle] === minority) reversed.push(triangle);
		}
	}
	return Uint32Array.from(reversed).sort();
}
