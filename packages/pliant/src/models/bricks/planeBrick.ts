/**
 * A rectangle as a net of springs with the right moduli: 4 edges, 2 diagonals, and a corrective energy in its mean edges, as `brick` has
 * it. Baudet et al. 2009, eqs 3 and 4, with the sides l and h:
 *
 *   W = Σ ½ k (l − L)² + ½ sᵀA s,   k_d = E (l² + h²)/(4 l h (1 + ν)),   k_l = E (h² (3ν + 2) − l²)/(4 l h (1 + ν))
 *   A_lh = E (3ν − 1)/(2 (1 − ν²)),   A_ll = ν A_lh h/l,   A_hh = ν A_lh l/h
 *
 * Two triangles are a rectangle where they have their longest edge in common. In space it is a membrane, which does not resist bending.
 */
import { add } from "../../energy/index.ts";
import { rectangles } from "../../mesh/topology.ts";
import { elementModel } from "../elementModel.ts";
import { membraneMaterial } from "../membrane/membraneMaterial.ts";
import {
	springEnergy,
	stiffnessBySpring,
	stretchEnergy,
} from "./brickEnergy.ts";
import { negativeSprings, requireStiffness } from "./brickParameters.ts";
import {
	brickSides,
	combined,
	meanEdgeShares,
	rectangleCorners,
	springLengths,
	springsAlong,
} from "./brickShape.ts";

const springs = springsAlong(rectangleCorners, 1, 2);
const shares = meanEdgeShares(rectangleCorners);

export const planeBrick = elementModel({
	name: "plane-brick",
	about:
		"Membrane as springs along the edges and diagonals of rectangles, with a corrective energy: right E, ν and G at small strain.",
	source: "Baudet et al. 2009, eqs 3 and 4",
	domain: "rectangle",
	material: { ...membraneMaterial, negativeSprings },
	checkMesh: (mesh) => {
		rectangles(mesh);
	},
	rest: ({ X, material }) => {
		const { youngModulus2d: E, poissonRatio: nu, negativeSprings } = material;
		const sides = brickSides(X, rectangleCorners);
		const [l, h] = sides;
		const share = E / (4 * l * h * (1 + nu));
		const edges = [
			share * (h * h * (3 * nu + 2) - l * l),
			share * (l * l * (3 * nu + 2) - h * h),
		];
		requireStiffness(edges, sides, nu, negativeSprings);
		const across = (E * (3 * nu - 1)) / (2 * (1 - nu * nu));
		return {
			L: springLengths(X, springs),
			edges,
			diagonal: share * (l * l + h * h),
			sides,
			A: [
				[(nu * across * h) / l, across],
				[across, (nu * across * l) / h],
			],
		};
	},
	energy: ({ x, L, edges, diagonal, sides, A }) =>
		add(
			springEnergy(
				x,
				springs,
				L,
				stiffnessBySpring(springs, edges, [], diagonal),
			),
			stretchEnergy(combined(x, shares), sides, A),
		),
});
