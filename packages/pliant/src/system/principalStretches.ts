/** Principal stretches of cells and their directions, from Green's strain. */
import { cellPositions } from "../mesh/cellPositions.ts";
import {
	type CellKind,
	cellCount,
	type Mesh,
	type Vector3,
} from "../mesh/mesh.ts";
import { restLength, subtract, triangleAxes } from "../models/geometry.ts";
import { tensorAxes, tensorSize } from "./cellTensors.ts";
import { createEigenWorkspace, decomposeSymmetric } from "./symmetricEigen.ts";

export interface PrincipalStretches {
	/** Stretches per cell: 1 along edges, 2 in triangles, 3 in solids. */
	readonly count: number;
	/** `count` per cell, the largest first. */
	readonly values: Float64Array;
	/** Unit vectors at rest, xyz per value. */
	readonly directions: Float64Array;
}

/** Square roots of the eigenvalues of C = 2E + 1 by Green's strain E of cells, and its eigenvectors. */
export function principalStretches(
	mesh: Mesh,
	kind: CellKind,
	strain: Float64Array,
): PrincipalStretches {
	const count = stretchesPerCell[kind];
	const values = new Float64Array(count * cellCount(mesh, kind));
	const directions = new Float64Array(3 * values.length);
	const workspace = createEigenWorkspace(count);
	const C = new Float64Array(count * count);
	for (let cell = 0; count * cell < values.length; cell++) {
		const axes = cellAxes[kind](cellPositions(mesh, kind, cell));
		const own = strain.subarray(tensorSize * cell);
		for (let a = 0; a < count; a++)
			for (let b = 0; b < count; b++)
				C[count * a + b] =
					2 * component(own, axes[a], axes[b]) + (a === b ? 1 : 0);
		decomposeSymmetric(C, count, workspace);
		const order = axes
			.map((_, k) => k)
			.sort((j, k) => workspace.values[k] - workspace.values[j]);
		for (const [place, k] of order.entries()) {
			const at = count * cell + place;
			values[at] = Math.sqrt(Math.max(0, workspace.values[k]));
			for (let r = 0; r < 3; r++)
				directions[3 * at + r] = axes.reduce(
					(sum, axis, a) => sum + workspace.vectors[count * k + a] * axis[r],
					0,
				);
		}
	}
	return { count, values, directions };
}

const stretchesPerCell: Readonly<Record<CellKind, number>> = {
	edge: 1,
	triangle: 2,
	tetrahedron: 3,
	hexahedron: 3,
};

/** u·Tw of a symmetric tensor T. */
function component(T: Float64Array, u: Vector3, w: Vector3): number {
	let sum = 0;
	for (let k = 0; k < tensorSize; k++) {
		const [r, c] = tensorAxes[k];
		sum += T[k] * (r === c ? u[r] * w[r] : u[r] * w[c] + u[c] * w[r]);
	}
	return sum;
}

const spaceAxes: readonly Vector3[] = [
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
];

/** Orthonormal vectors that span a cell at rest. */
const cellAxes: Readonly<
	Record<CellKind, (X: readonly Vector3[]) => readonly Vector3[]>
> = {
	edge: ([a, b]) => {
		const length = restLength([a, b]);
		const [x, y, z] = subtract(b, a);
		return [[x / length, y / length, z / length]];
	},
	triangle: triangleAxes,
	tetrahedron: () => spaceAxes,
	hexahedron: () => spaceAxes,
};
