/**
 * Linear blend skinning: x = Σ wᵢ (Aᵢ X + cᵢ) with Aᵢ = Rᵢ R̄ᵢᵀ and cᵢ = tᵢ − Aᵢ t̄ᵢ. A frame enters by A, by rows, and c. It shrinks
 * where frames are turned against each other; here for comparison.
 */
import { add, dot, type Expr, type Vector } from "../energy/index.ts";
import { conjugate, multiplyQuaternions, rotationOf } from "./quaternion.ts";
import type { Skinning } from "./skinning.ts";

const axes = [0, 1, 2];

const rows = (a: Vector): Vector[] =>
	axes.map((i) => a.slice(3 * i, 3 * i + 3));

function position(b: Vector, X: Vector): Expr[] {
	return rows(b).map((row, i) => add(dot(row, X), b[9 + i]));
}

export const linearBlendSkinning: Skinning = {
	name: "linear-blend",
	coordinates: 12,
	turning: 9,
	antipodal: false,
	position,
	deformationGradient: (b, W, X) => {
		const slopes = axes.map((k) =>
			position(
				W.map((row) => row[k]),
				X,
			),
		);
		return rows(b).map((row, i) =>
			add(
				row,
				axes.map((k) => slopes[k][i]),
			),
		);
	},
	place: (pose, rest, coordinates, tangent) => {
		const A = displacement(pose, rest);
		const arm = carry(A, rest);
		for (let i = 0; i < 9; i++) coordinates[i] = A[i];
		for (let i = 0; i < 3; i++) coordinates[9 + i] = pose[i] - arm[i];
		tangent.fill(0, 0, 72);
		for (const k of axes) {
			for (const column of axes) {
				const turn = crossAxis(k, [A[column], A[3 + column], A[6 + column]]);
				for (const row of axes) tangent[6 * (3 * row + column) + k] = turn[row];
			}
			const turn = crossAxis(k, arm);
			for (const row of axes) {
				tangent[6 * (9 + row) + k] = -turn[row];
				tangent[6 * (9 + row) + 3 + k] = row === k ? 1 : 0;
			}
		}
	},
	addCurvature: (pose, rest, h, out) => {
		const A = displacement(pose, rest);
		const arm = carry(A, rest);
		// To second order, turning by ω adds ½ (ω ωᵀ − |ω|²) A.
		const add = (v: readonly number[], f: readonly number[]) => {
			const along = v[0] * f[0] + v[1] * f[1] + v[2] * f[2];
			for (const i of axes)
				for (const j of axes)
					out[6 * i + j] +=
						(v[i] * f[j] + v[j] * f[i]) / 2 - (i === j ? along : 0);
		};
		for (const column of axes)
			add(
				[A[column], A[3 + column], A[6 + column]],
				[h[column], h[3 + column], h[6 + column]],
			);
		add(arm, [-h[9], -h[10], -h[11]]);
	},
};

/** R R̄ᵀ by rows. */
const displacement = (pose: Float64Array, rest: Float64Array): number[] =>
	rotationOf(
		multiplyQuaternions(pose.subarray(3), conjugate(rest.subarray(3))),
	);

const carry = (A: readonly number[], t: ArrayLike<number>): number[] =>
	axes.map((i) => A[3 * i] * t[0] + A[3 * i + 1] * t[1] + A[3 * i + 2] * t[2]);

/** eₖ × v. */
function crossAxis(k: number, v: readonly number[]): number[] {
	const out = [0, 0, 0];
	out[(k + 1) % 3] = -v[(k + 2) % 3];
	out[(k + 2) % 3] = v[(k + 1) % 3];
	return out;
}
