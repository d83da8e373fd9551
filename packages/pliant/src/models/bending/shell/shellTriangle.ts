/**
 * The bending of one triangle of a shell, from the normals at the midpoints of its edges (Grinspun, Gingold, Reisman and Zorin 2006,
 * "Computing discrete shape operators on general meshes"). Across edge i the normal turns by
 *
 *   φ_i = ½ θ_i + ξ_i
 *
 * from the triangle to the midpoint: half the angle θ to the neighbour, and ξ, an unknown of the edge that its other triangle sees with
 * the opposite sign. The second fundamental form, in coordinates of the rest shape, is
 *
 *   b = Σ_i (L_i / A) (η_i / η̄_i) φ_i n_i ⊗ n_i,   W = (A/2) B [(tr S)² − 2 (1 − ν) det S],   S = b − b̄
 *
 * with rest lengths L_i, area A and outward normals n_i of the edges in the rest plane. The heights η over the edges, present over rest,
 * make b the pull-back of the present curvature whatever the stretch. Without them a sheet that is stretched by λ = 1.3 and rolled up
 * has 0.59 of the energy on grids of one diagonal per cell, and 0.76 on those of two: angles alone do not tell a curvature.
 *
 *          4 ───── 0 ───── 5        vertices 0, 1, 2 of the triangle; 3, 4, 5 of its neighbours, opposite these;
 *           \    7/ \8    /         6, 7, 8 inner nodes, on the edges opposite
 *            \   /   \   /
 *             \ /  6  \ /           The inner node of an edge from p to q is at  ½ (p + q) + ξ (q − p): the rotation is kept as a place
 *              1 ───── 2            along the edge, so that nodes are points in space like all others and the energy does not
 *               \     /             notice rigid motion of all of them. A second term keeps them on the line of the edge, against
 *                \   /              nothing but their own little weight.
 *                 \ /
 *                  3                Where there is no neighbour its share of θ is 0, and the vertex any.
 *
 * Damping is the same form of the rate of b, times ζ.
 */
import {
	add,
	cross,
	directionalDerivative,
	div,
	dot,
	type Expr,
	frozen,
	gradient,
	length,
	lengthSquared,
	mul,
	sub,
	sum,
	type Vector,
} from "../../../energy/index.ts";
import { elementModel, type Symbols } from "../../elementModel.ts";
import { restArea, restLength } from "../../geometry.ts";
import { between, finite, positive } from "../../parameters.ts";
import { dihedralAngle } from "../dihedralAngle.ts";
import { dampingTime } from "../hingeMaterial.ts";
import { restAngle } from "../restHinge.ts";

/** Ends of the edge opposite each vertex, in the triangle's sense. */
const edgeEnds = [
	[1, 2],
	[2, 0],
	[0, 1],
] as const;

const share = finite({
	unit: "1",
	meaning: "how much of the angle to the neighbour is this triangle's",
	typical: 0.5,
});
const turn = finite({
	unit: "1",
	meaning: "1 where the normal at the edge is free to turn, else 0",
	typical: 1,
});

type Rest = {
	stiffness: number[];
	rest: number[];
	heights: number[];
	shares: number[];
	turns: number[];
	guides: number[];
	dampingTime: number;
};

export const shellTriangle = elementModel({
	name: "shell-bending",
	about:
		"A triangle of shell bending, with its neighbours and the inner nodes of its edges.",
	domain: "patch",
	material: {
		bendingRigidity: positive({
			unit: "N·m",
			meaning: "bending rigidity",
			typical: 1e-4,
		}),
		poissonRatio: between(-1, 1, {
			unit: "1",
			meaning: "Poisson ratio of bending",
			typical: 0.3,
		}),
		...{ share0: share, share1: share, share2: share },
		...{ turn0: turn, turn1: turn, turn2: turn },
		dampingTime,
	},
	rest: ({ X, material }): Rest => {
		const { bendingRigidity: B, poissonRatio: nu } = material;
		const { share0, share1, share2, turn0, turn1, turn2 } = material;
		const shares = [share0, share1, share2];
		const turns = [turn0, turn1, turn2];
		const A = restArea(X.slice(0, 3));
		const L = edgeEnds.map(([p, q]) => restLength([X[p], X[q]]));
		return {
			/** Stiffness of φ_i and φ_j; det S has no part in it for i = j. */
			stiffness: [0, 1, 2].flatMap((i) =>
				[0, 1, 2].map(
					(j) =>
						B *
						((L[i] * L[j]) / A -
							(i === j ? 0 : ((1 - nu) * 4 * A) / (L[i] * L[j]))),
				),
			),
			rest: shares.map((s, i) => (s === 0 ? 0 : s * restAngle(hingeAt(X, i)))),
			heights: L.map((l) => l / (2 * A)),
			shares,
			turns: turns.map((t, i) => t / L[i] ** 2),
			/** As stiff as along the edge. */
			guides: turns.map((t, i) => (t * B) / (A * L[i] ** 2)),
			dampingTime: material.dampingTime,
		};
	},
	energy: (context) => {
		const { stiffness, guides } = context;
		const { bends, astray } = measures(context);
		return add(
			halfSquare(stiffness, bends),
			mul(0.5, dot(guides, astray.map(lengthSquared))),
		);
	},
	// Gauss and Newton's: exact at rest, and where a flat sheet is stretched.
	positive: (context) => {
		const { stiffness, guides, x } = context;
		const { bends, chords, arms } = measures(context);
		const nodes = x.flat();
		const linear = bends.map((bend) =>
			dot(frozen(gradient(bend, nodes)), nodes),
		);
		const astray = chords.map((chord, i) =>
			add(cross(arms[i], frozen(chord)), cross(frozen(arms[i]), chord)),
		);
		return add(
			halfSquare(stiffness, linear),
			mul(0.5, dot(guides, astray.map(lengthSquared))),
		);
	},
	dissipation: {
		by: "dampingTime",
		potential: (context) => {
			const { stiffness, dampingTime, x, v } = context;
			const { bends } = measures(context);
			const rates = directionalDerivative(bends, x.flat(), v.flat());
			return mul(dampingTime, halfSquare(stiffness, rates));
		},
	},
	keepsCurvature: true,
});

/** The triangle and its neighbour across edge i, in the order of hinges. */
function hingeAt<T>(nodes: readonly T[], i: number): T[] {
	const [p, q] = edgeEnds[i];
	return [nodes[i], nodes[3 + i], nodes[p], nodes[q]];
}

/** ½ Σ k_ij b_i b_j. */
function halfSquare(k: Vector, b: readonly Expr[]): Expr {
	const terms = b.flatMap((p, i) =>
		b.map((q, j) => mul(k[3 * i + j], mul(p, q))),
	);
	return mul(0.5, sum(terms));
}

/** What the energy is made of, for the three edges: present minus rest (η/η̄) φ, and how far inner nodes are off the lines of their edges. */
function measures({
	x,
	rest,
	heights,
	shares,
	turns,
}: { readonly x: readonly Vector[] } & Symbols<Rest>) {
	const normal = cross(sub(x[1], x[0]), sub(x[2], x[0]));
	const doubleArea = length(normal);
	const chords = edgeEnds.map(([p, q]) => sub(x[q], x[p]));
	const arms = edgeEnds.map(([p, q], i) =>
		sub(x[6 + i], mul(0.5, add(x[p], x[q]))),
	);
	const bends = edgeEnds.map((_, i) => {
		const angle = dihedralAngle(hingeAt(x, i));
		const turned = add(
			mul(shares[i], angle),
			mul(turns[i], dot(arms[i], chords[i])),
		);
		const height = mul(heights[i], div(doubleArea, length(chords[i])));
		return sub(mul(height, turned), rest[i]);
	});
	const astray = chords.map((chord, i) => cross(arms[i], chord));
	return { bends, chords, arms, astray };
}
