/**
 * A box as a net of springs with the right moduli: 12 along its edges, 4 along the diagonals of its body (configuration M2), and a corrective
 * energy in its mean edges e_a = ¼ Σ of the four parallel ones. Baudet et al. 2009, eqs 8 to 11.
 *
 *   W = Σ ½ k (l − L)² + ½ sᵀA s + Σ ½ V (G − G_bc) (ê_b·ê_c)² + Σ ½ r 4/3 G V (t_b/L_c + t_c/L_b)²,   s_a = |e_a| − L_a
 *
 * The paper corrects by forces across each edge that are proportional to the force along it. They have no energy; A = H − K is
 * the energy with the same forces at small strain. The third term is ours: it gives boxes that are no cubes their three shear moduli. So is the
 * last: springs of M2 do not resist twisting, u_x ~ y z and so on, and bars one brick thick had no torsional stiffness without it. Affine motions do
 * not notice it, so it leaves E, ν and G as they are; bending hardly does (0.04 % of a cantilever's tip).
 */
import { add } from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import {
	correctionEnergy,
	correctionRest,
	correctionShares,
	springEnergy,
	stiffnessBySpring,
} from "./brickEnergy.ts";
import {
	brickMaterial,
	requireBoxes,
	requireStiffness,
} from "./brickParameters.ts";
import {
	boxCorners,
	combined,
	springLengths,
	springsAlong,
} from "./brickShape.ts";
import { bodyDiagonalSprings } from "./brickStiffness.ts";

export const bodyDiagonals = springsAlong(boxCorners, 1, 3);

export const brick = elementModel({
	name: "brick",
	about:
		"Solid as springs along the edges and body diagonals of boxes, with a corrective energy: right E, ν and G at small strain; too stiff in bending.",
	source: "Baudet et al. 2009, eqs 8 to 11",
	domain: "hexahedron",
	material: brickMaterial,
	checkMesh: requireBoxes,
	rest: ({ X, material }) => {
		const correction = correctionRest(X, material);
		const { edges, body } = bodyDiagonalSprings(correction.sides, material);
		const { poissonRatio, negativeSprings } = material;
		requireStiffness(edges, correction.sides, poissonRatio, negativeSprings);
		return {
			...correction,
			L: springLengths(X, bodyDiagonals),
			edges,
			body,
		};
	},
	energy: ({ x, L, edges, body, ...correction }) =>
		add(
			springEnergy(
				x,
				bodyDiagonals,
				L,
				stiffnessBySpring(bodyDiagonals, edges, [], body),
			),
			correctionEnergy(combined(x, correctionShares), correction),
		),
});
