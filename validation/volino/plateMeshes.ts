/** The meshes on which plates are checked, with edges of about 1. */
import { randomNumbers } from "pliant/testing";
import { delaunay } from "../delaunay.ts";
import type { PlanarMesh } from "../planarMesh.ts";

type Point = readonly [number, number];

export interface PlateMesh extends PlanarMesh {
	readonly name: string;
	/** Whether an edge with this middle is far from the boundary, where patterns are whole. */
	readonly isInner: (x: number, y: number) => boolean;
}

/** Cells along each side. */
const n = 24;
const rowHeight = Math.sqrt(3) / 2;
/** A little less, so that what lies on the limit is inside. */
const before = (limit: number) => limit - 1e-9;
const inSquare =
	(low: number, high: number) =>
	(x: number, y: number): boolean =>
		x >= before(low) &&
		x < before(high) &&
		y >= before(low) &&
		y < before(high);

function equilateral(): PlateMesh {
	const vertices = lattice((i, j): Point => [i + j / 2, j * rowHeight]);
	const inner = inSquare(n / 3, (2 * n) / 3);
	return {
		name: "equilateral",
		vertices,
		triangles: cellsOf().flatMap(([a, b, c, d]) => [
			[a, b, d],
			[b, c, d],
		]),
		isInner: (x, y) => inner(x - y / rowHeight / 2, y / rowHeight),
	};
}

type Cut = "one diagonal" | "alternating" | "four per cell";

function grid(cut: Cut, aspect: 1 | 2): PlateMesh {
	const vertices: Point[] = lattice((i, j): Point => [i * aspect, j]);
	const inner = inSquare(n / 3, (2 * n) / 3);
	return {
		name: `grid, ${cut}, ${aspect}:1`,
		triangles: cellsOf().flatMap((corners, cell) => {
			const [a, b, c, d] = corners;
			const [i, j] = [cell % n, Math.floor(cell / n)];
			if (cut === "four per cell") {
				const middle = vertices.push([(i + 0.5) * aspect, j + 0.5]) - 1;
				return corners.map((v, k) => [v, corners[(k + 1) % 4], middle]);
			}
			return cut === "one diagonal" || (i + j) % 2 === 0
				? [
						[a, b, c],
						[a, c, d],
					]
				: [
						[a, b, d],
						[b, c, d],
					];
		}),
		vertices,
		isInner: (x, y) => inner(x / aspect, y),
	};
}

function irregular(kind: "jittered" | "random"): PlateMesh {
	const number = randomNumbers(4);
	const between = (low: number, high: number) =>
		low + ((high - low) * (number() + 1)) / 2;
	const points =
		kind === "jittered"
			? lattice(
					(i, j): Point => [
						i + (j % 2) / 2 + between(-0.175, 0.175),
						j * rowHeight + between(-0.175, 0.175),
					],
				)
			: Array.from(
					{ length: n * n },
					(): Point => [between(0, n), between(0, n * 0.866)],
				);
	return {
		name:
			kind === "jittered"
				? "jittered near-equilateral Delaunay"
				: "random-point Delaunay",
		...delaunay(points),
		isInner: (x, y) => x >= 4 && x < n - 4 && y >= 4 && y < n * 0.866 - 4,
	};
}

const lattice = (point: (i: number, j: number) => Point): Point[] =>
	Array.from({ length: (n + 1) ** 2 }, (_, v) =>
		point(v % (n + 1), Math.floor(v / (n + 1))),
	);

/** The corners of each cell, counter-clockwise from the lower left, row by row. */
const cellsOf = (): number[][] =>
	Array.from({ length: n * n }, (_, cell) => {
		const corner = Math.floor(cell / n) * (n + 1) + (cell % n);
		return [corner, corner + 1, corner + n + 2, corner + n + 1];
	});

export const plateMeshes = (): readonly PlateMesh[] => [
	equilateral(),
	grid("one diagonal", 1),
	grid("one diagonal", 2),
	grid("alternating", 1),
	grid("four per cell", 1),
	grid("four per cell", 2),
	irregular("jittered"),
	irregular("random"),
];
