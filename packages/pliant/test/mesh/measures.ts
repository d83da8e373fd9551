import {
	type CellKind,
	cellCount,
	cellMeasure,
	edgeTopology,
	type Mesh,
	vertexCount,
} from "../../src/mesh/index.ts";

/** Length, area or volume of all cells of one kind together. */
export function total(mesh: Mesh, kind: CellKind): number {
	return cellMeasure(mesh, kind).reduce((sum, each) => sum + each, 0);
}

/** Vertices − edges + triangles: 2 for a closed sphere, 1 for a disc, 0 for a tube. */
export function eulerCharacteristic(mesh: Mesh): number {
	const edges = edgeTopology(mesh, "triangle").edges.length / 2;
	return vertexCount(mesh) - edges + cellCount(mesh, "triangle");
}

/** Volume inside a closed surface of triangles, positive if they face outward. */
export function enclosedVolume(
	positions: Float64Array,
	triangles: Uint32Array,
): number {
	let volume = 0;
	for (let i = 0; i < triangles.length; i += 3) {
		const [a, b, c] = [0, 1, 2].map((corner) => 3 * triangles[i + corner]);
		const [ax, ay, az] = positions.subarray(a, a + 3);
		const [bx, by, bz] = positions.subarray(b, b + 3);
		const [cx, cy, cz] = positions.subarray(c, c + 3);
		volume +=
			(ax * (by * cz - bz * cy) +
				ay * (bz * cx - bx * cz) +
				az * (bx * cy - by * cx)) /
			6;
	}
	return volume;
}
