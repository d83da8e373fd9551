/**
 * Triangular quadratic springs (TRQS): TRBS with 2 L_i (l_i − L_i) in place of l_i² − L_i². Delingette 2008, eq. 20.
 *
 *   W = Σ_i ½ κ_i dl_i² + Σ_k γ_k dl_i dl_j,   dl_i = l_i − L_i,   edge i opposite vertex i
 *   κ_i = 2 L_i² k_i,   γ_k = 2 L_i L_j c_k   with the k and c of TRBS
 *
 * The small strains of TRBS, but not a function of strain alone: beyond |dl/L| = 10 % the stiffness follows the mesh. It stays
 * linear along edges, so it softens less in compression than TRBS.
 *
 * Damping replaces dl_i by dl_i + ζ dl_i/dt: the potential ζ W(dl/dt) in the velocities. Strain relaxes with the time ζ.
 *
 * The Hessian is Σ M_ij u_i u_jᵀ + Σ p_i (1 − u_i u_iᵀ) in the edges of directions u_i, with the positive definite M of κ and γ and
 * p_i = T_i/l_i of the tensions T = M dl. The positive variant keeps M. Out of the plane, where an edge may push while the triangle
 * as a whole is taut, it takes the positive part of the 2×2 matrix of all three p; in the plane max(p_i, 0).
 */
import {
	add,
	cross,
	div,
	dot,
	type Expr,
	frozen,
	length,
	lengthSquared,
	less,
	max,
	mul,
	select,
	square,
	sub,
	sum,
	type Vector,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import { leastStretch } from "../springs/spring.ts";
import { dampingTime } from "../springs/springNet.ts";
import { membraneMaterial, membraneModuli } from "./membraneMaterial.ts";
import { positivePart } from "./positiveMembrane.ts";
import {
	quadraticForm,
	springCoefficients,
	triangleEdges,
} from "./triangleSprings.ts";

/** T_k = κ_k dl_k + γ_j dl_i + γ_i dl_j. */
const tensions = (kappa: Vector, gamma: Vector, dl: Vector): Expr[] =>
	[0, 1, 2].map((k) => {
		const [i, j] = [(k + 1) % 3, (k + 2) % 3];
		return sum([
			mul(kappa[k], dl[k]),
			mul(gamma[j], dl[i]),
			mul(gamma[i], dl[j]),
		]);
	});

export const trqs = elementModel({
	name: "trqs",
	about:
		"Membrane as triangular quadratic springs: TRBS for strains below 10 %, stiffer in compression; beyond that its stiffness follows the mesh.",
	source: "Delingette 2008, eq. 20",
	domain: "triangle",
	material: { ...membraneMaterial, dampingTime },
	rest: ({ X, material }) => {
		const { L2, k, c } = springCoefficients(X, material);
		const L = L2.map(Math.sqrt);
		return {
			L,
			kappa: k.map((k, i) => 2 * L2[i] * k),
			gamma: c.map((c, i) => 2 * L[(i + 1) % 3] * L[(i + 2) % 3] * c),
			dampingTime: material.dampingTime,
		};
	},
	energy: ({ x, L, kappa, gamma }) =>
		quadraticForm(
			kappa,
			gamma,
			triangleEdges(x).map((e, i) => sub(length(e), L[i])),
		),
	positive: ({ x, L, kappa, gamma }) => {
		const edges = triangleEdges(x);
		const l = edges.map((e, i) => max(length(e), mul(leastStretch, L[i])));
		const u = frozen(edges.map((e, i) => div(e, l[i])));
		const p = tensions(
			kappa,
			gamma,
			l.map((length, i) => sub(length, L[i])),
		).map((tension, i) => div(tension, l[i]));
		const along = edges.map((e, i) => dot(u[i], e));
		const out = edges.map((e) => dot(frozen(normal(edges)), e));
		const [[a, b], [, c]] = frozen(
			positivePart([
				[add(p[0], p[2]), p[2]],
				[p[2], add(p[1], p[2])],
			]),
		);
		const outOfPlane = sum([
			mul(a, square(out[0])),
			mul(2, mul(b, mul(out[0], out[1]))),
			mul(c, square(out[1])),
		]);
		const inPlane = sum(
			edges.map((e, i) =>
				mul(
					frozen(max(p[i], 0)),
					sub(lengthSquared(e), add(square(along[i]), square(out[i]))),
				),
			),
		);
		return add(
			quadraticForm(kappa, gamma, along),
			mul(0.5, add(inPlane, outOfPlane)),
		);
	},
	dissipation: {
		by: "dampingTime",
		potential: ({ x, v, kappa, gamma, dampingTime }) => {
			const edges = triangleEdges(x);
			return mul(
				dampingTime,
				quadraticForm(
					kappa,
					gamma,
					triangleEdges(v).map((rate, i) =>
						div(dot(rate, edges[i]), length(edges[i])),
					),
				),
			);
		},
	},
	linearised: membraneModuli,
});

/** Zero where the triangle has no area. */
function normal([first, second]: readonly Vector[]): Expr[] {
	const n = cross(first, second);
	const size = length(n);
	return div(n, select(less(0, size), size, 1));
}
