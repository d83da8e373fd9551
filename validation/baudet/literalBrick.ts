/**
 * A brick with corrective forces as the paper has them, from the forces of its springs rather than from an energy:
 *
 *   c = (1 − H K⁻¹) g,   g_a = Σ T ξ_a (û·ê_a)   over springs of tension T and direction û that take ξ_a steps along axis a
 *
 * pushes the four vertices on either side of axis a apart by ± c_a/4 along the mean edge ê_a. Momenta are kept; energy is not, so it is for comparison
 * with the figures only.
 */
import type { Vector3 } from "pliant";
import { bodyDiagonalCorrection, bodyDiagonalSprings } from "pliant/models";

/** Sides −1 or 1 of the corners along x, y, z. */
export const corners: readonly Vector3[] = [-1, 1].flatMap((z) =>
	[-1, 1].flatMap((y) => [-1, 1].map((x): Vector3 => [x, y, z])),
);

const axes = [0, 1, 2] as const;

/** Forces [N] on the corners, in the order of `corners`. */
export function literalForces(
	x: readonly Vector3[],
	sides: Vector3,
	moduli: { readonly youngModulus: number; readonly poissonRatio: number },
): number[][] {
	const { edges, body } = bodyDiagonalSprings(sides, moduli);
	const forces = corners.map(() => [0, 0, 0]);
	const directions = axes.map((a) => {
		const e = axes.map((k) =>
			corners.reduce((sum, corner, p) => sum + (corner[a] * x[p][k]) / 4, 0),
		);
		return e.map((c) => c / Math.hypot(...e));
	});
	const g = [0, 0, 0];
	for (const [q, b] of corners.entries())
		for (const [p, a] of corners.slice(0, q).entries()) {
			const steps = axes.map((k) => (b[k] - a[k]) / 2);
			const along = axes.filter((k) => steps[k] !== 0);
			if (along.length === 2) continue;
			const rest = Math.hypot(...along.map((k) => sides[k]));
			const d = axes.map((k) => x[q][k] - x[p][k]);
			const length = Math.hypot(...d);
			const stiffness = along.length === 1 ? edges[along[0]] : body;
			const pull = d.map((c) => (stiffness * (length - rest) * c) / length);
			for (const k of axes) {
				forces[p][k] += pull[k];
				forces[q][k] -= pull[k];
				g[k] +=
					steps[k] * pull.reduce((sum, c, i) => sum + c * directions[k][i], 0);
			}
		}
	const c = corrective(g, sides, moduli);
	for (const [p, corner] of corners.entries())
		for (const a of axes)
			for (const k of axes)
				forces[p][k] += (corner[a] * c[a] * directions[a][k]) / 4;
	return forces;
}

/** (1 − H K⁻¹) g = −A K⁻¹ g, with A = H − K. */
function corrective(
	g: readonly number[],
	L: Vector3,
	moduli: { readonly youngModulus: number; readonly poissonRatio: number },
): number[] {
	const { edges, body } = bodyDiagonalSprings(L, moduli);
	const { stretch } = bodyDiagonalCorrection(L, moduli);
	const d2 = L.reduce((sum, side) => sum + side * side, 0);
	// K = diag(4k) + 4 k_d L Lᵀ/d², whose inverse is that of Sherman and Morrison.
	const share = edges.map((k, a) => L[a] / (4 * k));
	const by = (v: readonly number[], w: readonly number[]) =>
		v.reduce((sum, c, a) => sum + c * w[a], 0);
	const factor =
		(((4 * body) / d2) * by(share, g)) / (1 + ((4 * body) / d2) * by(share, L));
	const s = edges.map((k, a) => g[a] / (4 * k) - factor * share[a]);
	return stretch.map((row) => -by(row, s));
}
