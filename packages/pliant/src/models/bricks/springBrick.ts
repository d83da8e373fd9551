/**
 * A box as a net of springs alone, with diagonals of its faces (configuration M1) and of its body besides (M3).
 *
 *   W = Σ ½ k (l − L)²
 *
 * Springs alone are isotropic for ν = 1/4 only (Baudet et al. 2009, eqs 5 to 7), so there is no Poisson ratio to give. The paper has
 * cubes; `faceDiagonalSprings` is for boxes, too.
 */
import type { Vector3 } from "../../mesh/mesh.ts";
import { elementModel } from "../elementModel.ts";
import { nonNegative } from "../parameters.ts";
import { solidMaterial } from "../solid/solidMaterial.ts";
import { springEnergy, stiffnessBySpring } from "./brickEnergy.ts";
import {
	negativeSprings,
	requireBoxes,
	requireStiffness,
} from "./brickParameters.ts";
import {
	type BrickSpring,
	boxCorners,
	brickSides,
	springLengths,
	springsAlong,
} from "./brickShape.ts";
import { faceDiagonalSprings } from "./brickStiffness.ts";

const common = {
	source: "Baudet et al. 2009, eqs 5 to 7",
	domain: "hexahedron",
	checkMesh: requireBoxes,
} as const;

const material = {
	youngModulus: solidMaterial.youngModulus,
	negativeSprings,
} as const;

function springRest(
	X: readonly Vector3[],
	springs: readonly BrickSpring[],
	values: { readonly youngModulus: number; readonly negativeSprings: number },
	bodyShare: number,
) {
	const sides = brickSides(X, boxCorners);
	const { edges, faces, body } = faceDiagonalSprings(
		sides,
		values.youngModulus,
		bodyShare,
	);
	const given = [...edges, ...faces];
	requireStiffness(given, [...sides, ...sides], 1 / 4, values.negativeSprings);
	return {
		L: springLengths(X, springs),
		k: stiffnessBySpring(springs, edges, faces, body),
	};
}

const faceDiagonals = springsAlong(boxCorners, 1, 2);

export const faceBrick = elementModel({
	...common,
	name: "brick-m1",
	about:
		"Solid as springs along the edges and face diagonals of boxes: Poisson ratio 1/4 always.",
	material,
	rest: ({ X, material }) => springRest(X, faceDiagonals, material, 0),
	energy: ({ x, L, k }) => springEnergy(x, faceDiagonals, L, k),
});

const allDiagonals = springsAlong(boxCorners, 1, 2, 3);

export const fullBrick = elementModel({
	...common,
	name: "brick-m3",
	about:
		"Solid as springs along the edges and all diagonals of boxes: Poisson ratio 1/4 always.",
	material: {
		...material,
		bodyShare: nonNegative({
			unit: "1",
			meaning:
				"share of the body diagonals: 0 as in M1, 1 as in M2 with a Poisson ratio of 1/4",
			typical: 0.4,
			default: 0.5,
		}),
	},
	rest: ({ X, material }) =>
		springRest(X, allDiagonals, material, material.bodyShare),
	energy: ({ x, L, k }) => springEnergy(x, allDiagonals, L, k),
});
