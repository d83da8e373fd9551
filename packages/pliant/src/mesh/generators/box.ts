import {
	requireCounts,
	requireOneOf,
	requireOptions,
	requirePositives,
	requireVector3,
} from "../../checks.ts";
import { createMesh, type Mesh, type Vector3 } from "../mesh.ts";

export interface BoxOptions {
	/** Extent along x, y, z [m]. Default [1, 1, 1]. */
	readonly size?: Vector3;
	/** Cubes along x, y, z. Default [4, 4, 4]. */
	readonly cells?: Vector3;
	/** Default "tetrahedra". */
	readonly elements?: "hexahedra" | "tetrahedra";
	/**
	 * How each cube is cut into tetrahedra; neighbouring cubes always fit. Default "six".
	 * - "six": six of one shape around the diagonal from the minimum to the maximum corner, the same
	 *   in every cube
	 * - "five": a regular one in the middle and four at the corners, mirrored from cube to cube, so
	 *   that no diagonal is favoured
	 */
	readonly split?: "five" | "six";
	/** The minimum corner [m]. Default [0, 0, 0]. */
	readonly origin?: Vector3;
}

/**
 * A solid block. Vertices go along x first, then y, then z.
 * Groups: its sides "x-min", "x-max", "y-min", "y-max", "z-min", "z-max".
 */
export function box(options: BoxOptions = {}): Mesh {
	requireOptions("box", options, [
		"size",
		"cells",
		"elements",
		"split",
		"origin",
	]);
	const {
		size = [1, 1, 1],
		cells = [4, 4, 4],
		elements = "tetrahedra",
		split = "six",
		origin = [0, 0, 0],
	} = options;
	requirePositives("box: size", size, 3);
	requireCounts("box: cells", cells, 3);
	requireOneOf("box: elements", elements, ["hexahedra", "tetrahedra"]);
	requireOneOf("box: split", split, ["five", "six"]);
	requireVector3("box: origin", origin);
	const [nx, ny, nz] = cells;

	const positions: number[] = [];
	const groups: Record<string, number[]> = {
		"x-min": [],
		"x-max": [],
		"y-min": [],
		"y-max": [],
		"z-min": [],
		"z-max": [],
	};
	for (let k = 0; k <= nz; k++) {
		for (let j = 0; j <= ny; j++) {
			for (let i = 0; i <= nx; i++) {
				const vertex = positions.length / 3;
				[i, j, k].forEach((place, axis) => {
					if (place === 0) groups[`${"xyz"[axis]}-min`].push(vertex);
					if (place === cells[axis]) groups[`${"xyz"[axis]}-max`].push(vertex);
					positions.push(origin[axis] + (size[axis] * place) / cells[axis]);
				});
			}
		}
	}

	const cutCube =
		elements === "hexahedra"
			? asHexahedron
			: split === "five"
				? cutInFive
				: cutInSix;
	const solids: number[] = [];
	for (let k = 0; k < nz; k++) {
		for (let j = 0; j < ny; j++) {
			for (let i = 0; i < nx; i++) {
				for (const corner of cutCube(i + j + k)) {
					const [x, y, z] = [corner & 1, (corner >> 1) & 1, corner >> 2];
					solids.push(((k + z) * (ny + 1) + j + y) * (nx + 1) + i + x);
				}
			}
		}
	}
	return createMesh({ positions, [elements]: solids, groups });
}

// The corners of a cube are numbered x + 2y + 4z, with x, y, z either 0 or 1.

const asHexahedron = () => [0, 1, 3, 2, 4, 5, 7, 6];

/** From corner 0 to corner 7 along the three axes, in each of the six possible orders. */
const cutInSix = () => [
	...[0, 1, 3, 7],
	...[0, 3, 2, 7],
	...[0, 2, 6, 7],
	...[0, 6, 4, 7],
	...[0, 4, 5, 7],
	...[0, 5, 1, 7],
];

/**
 * The four corners whose grid indices have an even sum form the middle tetrahedron; each other corner
 * is cut off with its neighbours. Diagonals then join even vertices only, which is why cubes fit.
 */
const cutInFive = (cubeIndexSum: number) =>
	cubeIndexSum % 2 === 0
		? [
				...[0, 5, 3, 6],
				...[1, 3, 0, 5],
				...[2, 0, 3, 6],
				...[4, 6, 5, 0],
				...[7, 5, 6, 3],
			]
		: [
				...[1, 2, 4, 7],
				...[0, 1, 2, 4],
				...[3, 2, 1, 7],
				...[5, 4, 7, 1],
				...[6, 7, 4, 2],
			];
