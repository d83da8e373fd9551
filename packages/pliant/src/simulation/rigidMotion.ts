import {
	createEigenWorkspace,
	decomposeSymmetric,
} from "../system/symmetricEigen.ts";

/** What is left of displacements of points without their translation and small rotation, as a sum of squares. */
export function rigidRemainder(
	positions: Float64Array,
	displacements: Float64Array,
): number {
	const centre = mean(positions);
	const way = mean(displacements);
	const turn = rotation(positions, displacements, centre);
	let left = 0;
	for (let i = 0; i < positions.length; i += 3)
		for (let k = 0; k < 3; k++) {
			const [a, b] = [(k + 1) % 3, (k + 2) % 3];
			const rigid =
				way[k] +
				turn[a] * (positions[i + b] - centre[b]) -
				turn[b] * (positions[i + a] - centre[a]);
			left += (displacements[i + k] - rigid) ** 2;
		}
	return left;
}

function mean(points: Float64Array): [number, number, number] {
	const sum: [number, number, number] = [0, 0, 0];
	for (let i = 0; i < points.length; i++) sum[i % 3] += points[i];
	return sum.map((s) => (3 * s) / points.length) as [number, number, number];
}

/** The rotation nearest to displacements u of points r from their centre: Σ (r² − r rᵀ) ω = Σ r × u. About the axis of a line there is none. */
function rotation(
	positions: Float64Array,
	u: Float64Array,
	centre: readonly number[],
): number[] {
	const J = new Float64Array(9);
	const moment = [0, 0, 0];
	for (let i = 0; i < positions.length; i += 3) {
		const r = [0, 1, 2].map((k) => positions[i + k] - centre[k]);
		const square = r[0] ** 2 + r[1] ** 2 + r[2] ** 2;
		for (let k = 0; k < 3; k++) {
			const [a, b] = [(k + 1) % 3, (k + 2) % 3];
			moment[k] += r[a] * u[i + b] - r[b] * u[i + a];
			J[4 * k] += square;
			for (let j = 0; j < 3; j++) J[3 * k + j] -= r[k] * r[j];
		}
	}
	const eigen = createEigenWorkspace(3);
	decomposeSymmetric(J, 3, eigen);
	const least = 1e-12 * Math.max(...eigen.values);
	const turn = [0, 0, 0];
	for (const [k, value] of eigen.values.entries()) {
		if (!(value > least)) continue;
		const axis = eigen.vectors.subarray(3 * k, 3 * k + 3);
		const amount = axis.reduce((sum, a, j) => sum + a * moment[j], 0) / value;
		for (let j = 0; j < 3; j++) turn[j] += amount * axis[j];
	}
	return turn;
}
