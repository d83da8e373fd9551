import {
	requireCounts,
	requireOneOf,
	requireOptions,
	requirePositives,
	requireVector3,
} from "../../checks.ts";
import { createMesh, type Mesh, type Vector3 } from "../mesh.ts";

export type GridDiagonal = "right" | "left" | "alternating" | "crossed";

export interface GridOptions {
	/** Width and height [m]. Default [1, 1]. */
	readonly size?: readonly [number, number];
	/** Cells along the width and the height. Default [10, 10]. */
	readonly cells?: readonly [number, number];
	/**
	 * How each cell is cut into triangles. Default "alternating".
	 * - "right": from the lower left to the upper right
	 * - "left": from the lower right to the upper left
	 * - "alternating": right and left like the colours of a chessboard, right in the lower left cell
	 * - "crossed": both, with an extra vertex in the middle of the cell
	 */
	readonly diagonal?: GridDiagonal;
	/** "xy": stands upright, normal +z. "xz": lies flat, height along +z, normal +y. Default "xy". */
	readonly plane?: "xy" | "xz";
	/** The lower left corner [m]. Default [0, 0, 0]. */
	readonly origin?: Vector3;
}

/**
 * A rectangle of triangles. Vertices go row by row from the lower left; the middles of crossed
 * cells follow. Groups: "bottom", "top", "left", "right", and the corners "bottom-left" … "top-right".
 */
export function grid(options: GridOptions = {}): Mesh {
	requireOptions("grid", options, [
		"size",
		"cells",
		"diagonal",
		"plane",
		"origin",
	]);
	const {
		size = [1, 1],
		cells = [10, 10],
		diagonal = "alternating",
		plane = "xy",
		origin = [0, 0, 0],
	} = options;
	requirePositives("grid: size", size, 2);
	requireCounts("grid: cells", cells, 2);
	requireOneOf("grid: diagonal", diagonal, Object.keys(cutCell));
	requireOneOf("grid: plane", plane, ["xy", "xz"]);
	requireVector3("grid: origin", origin);
	const [nx, ny] = cells;
	const vertexAt = (i: number, j: number) => j * (nx + 1) + i;
	const middleOf = (i: number, j: number) => vertexAt(0, ny + 1) + j * nx + i;

	const positions: number[] = [];
	const addVertex = (i: number, j: number) => {
		const u = (size[0] * i) / nx;
		const v = (size[1] * j) / ny;
		const [y, z] = plane === "xy" ? [v, 0] : [0, v];
		positions.push(origin[0] + u, origin[1] + y, origin[2] + z);
	};
	for (let j = 0; j <= ny; j++) {
		for (let i = 0; i <= nx; i++) addVertex(i, j);
	}
	if (diagonal === "crossed") {
		for (let j = 0; j < ny; j++) {
			for (let i = 0; i < nx; i++) addVertex(i + 0.5, j + 0.5);
		}
	}

	const triangles: number[] = [];
	for (let j = 0; j < ny; j++) {
		for (let i = 0; i < nx; i++) {
			const corners: Corners = [
				vertexAt(i, j),
				vertexAt(i + 1, j),
				vertexAt(i + 1, j + 1),
				vertexAt(i, j + 1),
			];
			triangles.push(...cutCell[diagonal](corners, i + j, middleOf(i, j)));
		}
	}
	// x×z points to −y, so triangles counter-clockwise in (x, z) would face down.
	if (plane === "xz") reverseTriangles(triangles);

	const row = (j: number) => upTo(nx).map((i) => vertexAt(i, j));
	const column = (i: number) => upTo(ny).map((j) => vertexAt(i, j));
	return createMesh({
		positions,
		triangles,
		groups: {
			bottom: row(0),
			top: row(ny),
			left: column(0),
			right: column(nx),
			"bottom-left": [vertexAt(0, 0)],
			"bottom-right": [vertexAt(nx, 0)],
			"top-left": [vertexAt(0, ny)],
			"top-right": [vertexAt(nx, ny)],
		},
	});
}

/** Counter-clockwise from the lower left. */
type Corners = readonly [number, number, number, number];

const cutRight = ([a, b, c, d]: Corners) => [a, b, c, a, c, d];
const cutLeft = ([a, b, c, d]: Corners) => [a, b, d, b, c, d];

const cutCell: Record<
	GridDiagonal,
	(corners: Corners, colour: number, middle: number) => number[]
> = {
	right: cutRight,
	left: cutLeft,
	alternating: (corners, colour) =>
		colour % 2 === 0 ? cutRight(corners) : cutLeft(corners),
	crossed: ([a, b, c, d], _, m) => [a, b, m, b, c, m, c, d, m, d, a, m],
};

function reverseTriangles(triangles: number[]): void {
	for (let start = 0; start < triangles.length; start += 3) {
		const b = triangles[start + 1];
		triangles[start + 1] = triangles[start + 2];
		triangles[start + 2] = b;
	}
}

function upTo(last: number): number[] {
	return Array.from({ length: last + 1 }, (_, i) => i);
}
