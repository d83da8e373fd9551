import { requireMesh } from "../../checks.ts";
import { vertexPosition } from "../cellPositions.ts";
import type { Mesh } from "../mesh.ts";
import { edgeTopology } from "./edgeTopology.ts";

/** How far from a right angle corners may be, as the cosine: more than rounding of files. */
const skew = 1e-4;

/**
 * The rectangles that pairs of triangles form, as 4 vertices each, counter-clockwise, in the order of their first triangles.
 *
 *     d-----c
 *     |   / |      triangles (a, b, c) and (c, d, a), their longest edge in common
 *     | /   |
 *     a-----b
 *
 * Throws where a triangle is not half of a rectangle.
 */
export function rectangles(mesh: Mesh): Uint32Array {
	requireMesh("rectangles", mesh);
	const { triangles } = mesh;
	const { cellEdges, edgeCells } = edgeTopology(mesh, "triangle");
	const corner = (triangle: number, k: number) =>
		triangles[3 * triangle + (k % 3)];
	/** The corner that faces the longest edge. */
	const apex = (triangle: number) => {
		const squares = [0, 1, 2].map((k) =>
			distanceSquared(mesh, corner(triangle, k + 1), corner(triangle, k + 2)),
		);
		return squares.indexOf(Math.max(...squares));
	};
	const found: number[] = [];
	for (let t = 0; 3 * t < triangles.length; t++) {
		const k = apex(t);
		const edge = cellEdges[3 * t + k];
		const cells = edgeCells.items.subarray(
			edgeCells.offsets[edge],
			edgeCells.offsets[edge + 1],
		);
		const other = cells.find((cell) => cell !== t);
		const isPair =
			cells.length === 2 &&
			other !== undefined &&
			cellEdges[3 * other + apex(other)] === edge;
		const around = isPair && [
			corner(t, k + 2),
			corner(t, k),
			corner(t, k + 1),
			corner(other, apex(other)),
		];
		if (!around || !isRectangle(mesh, around))
			throw new Error(
				`triangle ${t} is not half of a rectangle; rectangles are cut in two along a diagonal, as grid does with every 'diagonal' but "crossed"`,
			);
		if (t < other) found.push(...around);
	}
	return Uint32Array.from(found);
}

function distanceSquared(mesh: Mesh, v: number, w: number): number {
	const [a, b] = [vertexPosition(mesh, v), vertexPosition(mesh, w)];
	return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

/** Whether corners face each other across one middle at one distance. */
function isRectangle(mesh: Mesh, around: readonly number[]): boolean {
	const [a, b, c, d] = around.map((v) => vertexPosition(mesh, v));
	const diagonal = Math.sqrt(distanceSquared(mesh, around[0], around[2]));
	const off = Math.hypot(...a.map((x, k) => x + c[k] - b[k] - d[k]));
	const other = Math.sqrt(distanceSquared(mesh, around[1], around[3]));
	return off < skew * diagonal && Math.abs(other - diagonal) < skew * diagonal;
}
