/** What engineers read off symmetric tensors, given as xx, yy, zz, xy, yz, xz each. */
import { requireNumbers } from "../checks.ts";
import { tensorSize } from "./cellTensors.ts";
import { createEigenWorkspace, decomposeSymmetric } from "./symmetricEigen.ts";

/** Von Mises's equivalent stress, √(3/2 s:s) with the deviator s, of each tensor. */
export function vonMises(tensors: Float64Array): Float64Array {
	requireNumbers("vonMises: tensors", tensors);
	return Float64Array.from({ length: tensors.length / tensorSize }, (_, i) => {
		const [xx, yy, zz, xy, yz, xz] = tensors.subarray(
			tensorSize * i,
			tensorSize * (i + 1),
		);
		return Math.sqrt(
			0.5 * ((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) +
				3 * (xy ** 2 + yz ** 2 + xz ** 2),
		);
	});
}

export interface PrincipalValues {
	/** 3 per tensor, the largest first. */
	readonly values: Float64Array;
	/** Unit vectors, xyz per value. */
	readonly directions: Float64Array;
}

export function principalValues(tensors: Float64Array): PrincipalValues {
	requireNumbers("principalValues: tensors", tensors);
	const count = tensors.length / tensorSize;
	const values = new Float64Array(3 * count);
	const directions = new Float64Array(9 * count);
	const workspace = createEigenWorkspace(3);
	for (let i = 0; i < count; i++) {
		const [xx, yy, zz, xy, yz, xz] = tensors.subarray(
			tensorSize * i,
			tensorSize * (i + 1),
		);
		decomposeSymmetric(
			Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz),
			3,
			workspace,
		);
		const order = [0, 1, 2].sort(
			(a, b) => workspace.values[b] - workspace.values[a],
		);
		for (const [k, from] of order.entries()) {
			values[3 * i + k] = workspace.values[from];
			for (let r = 0; r < 3; r++)
				directions[9 * i + 3 * k + r] = workspace.vectors[3 * from + r];
		}
	}
	return { values, directions };
}
