/** Good surfaces with one flaw. */
import { createMesh, type Mesh, vertexCount } from "../../src/mesh/index.ts";
import { edgeTopology } from "../../src/mesh/topology.ts";

/** Puts a vertex so far from the middle of an edge into one of its triangles: a cap, and two sound triangles. */
export function withCap(mesh: Mesh, triangle: number, height: number): Mesh {
	const [a, b, c] = mesh.triangles.subarray(3 * triangle, 3 * triangle + 3);
	const at = (v: number) => [...mesh.positions.subarray(3 * v, 3 * v + 3)];
	const place = at(a).map(
		(x, k) => ((1 - height) * (x + at(b)[k])) / 2 + height * at(c)[k],
	);
	const d = vertexCount(mesh);
	const triangles = [...mesh.triangles];
	triangles.splice(3 * triangle, 3, a, b, d, b, c, d, c, a, d);
	return createMesh({
		...mesh,
		positions: [...mesh.positions, ...place],
		triangles,
	});
}

/** Doubles a vertex at so small a distance: two triangles at each side of the new edge are needles. */
export function withNeedles(mesh: Mesh, edge: number, distance: number): Mesh {
	const { edges, edgeCells } = edgeTopology(mesh, "triangle");
	const [a, b] = edges.subarray(2 * edge, 2 * edge + 2);
	const at = (v: number) => [...mesh.positions.subarray(3 * v, 3 * v + 3)];
	const d = vertexCount(mesh);
	const place = at(a).map((x, k) => x + distance * (at(b)[k] - x));
	const triangles = [...mesh.triangles];
	const first = edgeCells.offsets[edge];
	for (const t of edgeCells.items.subarray(
		first,
		edgeCells.offsets[edge + 1],
	)) {
		const corners = triangles.slice(3 * t, 3 * t + 3);
		for (const [i, v] of corners.entries())
			if (v === a) triangles[3 * t + i] = d;
		triangles.push(...corners.map((v) => (v === b ? d : v)));
	}
	return createMesh({
		...mesh,
		positions: [...mesh.positions, ...place],
		triangles,
	});
}
