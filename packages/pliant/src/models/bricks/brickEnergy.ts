/** Energies that bricks are made of. */
import {
	add,
	div,
	dot,
	type Expr,
	length,
	mul,
	type Scalar,
	square,
	sub,
	sum,
	type Vector,
} from "../../energy/index.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { dotProduct } from "../geometry.ts";
import {
	type BrickSpring,
	boxCorners,
	combinedRest,
	meanEdgeShares,
	springVectors,
	twistShares,
} from "./brickShape.ts";
import { bodyDiagonalCorrection } from "./brickStiffness.ts";

/** The stiffness of each spring, of springs along one, two and three axes. */
export const stiffnessBySpring = <T>(
	springs: readonly BrickSpring[],
	edges: readonly T[],
	faces: readonly T[],
	body: T | undefined,
): T[] =>
	springs.map(({ axes }) => {
		if (axes.length === 1) return edges[axes[0]];
		if (axes.length === 3 || faces.length === 0) return body as T;
		return faces[3 - axes[0] - axes[1]];
	});

/** Σ ½ k (l − L)². */
export const springEnergy = (
	x: readonly Vector[],
	springs: readonly BrickSpring[],
	L: Vector,
	k: readonly Scalar[],
): Expr =>
	mul(
		0.5,
		sum(
			springVectors(x, springs).map((d, i) =>
				mul(k[i], square(sub(length(d), L[i]))),
			),
		),
	);

/** ½ sᵀA s of the elongations of mean edges. */
export const stretchEnergy = (
	edges: readonly Vector[],
	sides: Vector,
	A: readonly Vector[],
): Expr => {
	const s = edges.map((e, a) => sub(length(e), sides[a]));
	return mul(
		0.5,
		dot(
			s,
			A.map((row) => dot(row, s)),
		),
	);
};

/** Mean edges and twists: what the correction of a box depends on, as shares of its corners. */
export const correctionShares: readonly (readonly number[])[] = meanEdgeShares(
	boxCorners,
).map((shares, corner) => [...shares, ...twistShares[corner]]);

interface CorrectionMaterial {
	readonly youngModulus: number;
	readonly poissonRatio: number;
	readonly twistStiffness: number;
}

/** Rest data of `correctionEnergy`. */
export function correctionRest(
	X: readonly Vector3[],
	material: CorrectionMaterial,
) {
	const columns = combinedRest(X, correctionShares);
	const [edges, twists] = [columns.slice(0, 3), columns.slice(3)];
	const sides = edges.map((e) => Math.sqrt(dotProduct(e, e)));
	const { stretch, shear } = bodyDiagonalCorrection(sides, material);
	const { youngModulus: E, poissonRatio: nu, twistStiffness } = material;
	const GV = (E / (2 * (1 + nu))) * sides[0] * sides[1] * sides[2];
	return {
		sides,
		A: stretch,
		shear,
		cosines: pairs.map(
			([b, c]) => dotProduct(edges[b], edges[c]) / (sides[b] * sides[c]),
		),
		twist: (4 / 3) * twistStiffness * GV,
		warps: edges.map((e, a) => dotProduct(e, twists[a]) / sides[a]),
	};
}

/** The two axes beside each. */
const pairs = [
	[1, 2],
	[2, 0],
	[0, 1],
] as const;

/**
 * ½ sᵀA s + Σ ½ V (G − G_bc) (ê_b·ê_c)² + Σ ½ r 4/3 G V (t_b/L_c + t_c/L_b)²   of mean edges e_a and twists t_a = ê_a·q_a, with
 * differences from rest where cells are not quite boxes. The last term is what a uniform material has in a trilinear field, for r = 1.
 */
export function correctionEnergy(
	columns: readonly Vector[],
	rest: {
		readonly sides: Vector;
		readonly A: readonly Vector[];
		readonly shear: Vector;
		readonly cosines: Vector;
		readonly twist: Expr;
		readonly warps: Vector;
	},
): Expr {
	const [edges, twists] = [columns.slice(0, 3), columns.slice(3)];
	const directions = edges.map((e) => div(e, length(e)));
	const shears = pairs.map(([b, c], a) =>
		mul(
			rest.shear[a],
			square(sub(dot(directions[b], directions[c]), rest.cosines[a])),
		),
	);
	const t = directions.map((direction, a) =>
		sub(dot(direction, twists[a]), rest.warps[a]),
	);
	const warps = pairs.map(([b, c]) =>
		mul(
			rest.twist,
			square(add(div(t[b], rest.sides[c]), div(t[c], rest.sides[b]))),
		),
	);
	return add(
		stretchEnergy(edges, rest.sides, rest.A),
		mul(0.5, sum([...shears, ...warps])),
	);
}
