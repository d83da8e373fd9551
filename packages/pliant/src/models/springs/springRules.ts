/** Nets of springs that imitate a membrane or a solid, by the rule that gives a cell's edges their stiffness. */
import { localEdges } from "../../mesh/cellShape.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { restLength, restVolume } from "../geometry.ts";
import { membraneMaterial } from "../membrane/membraneMaterial.ts";
import {
	cotangentsAndSquaredLengths,
	springCoefficients,
} from "../membrane/triangleSprings.ts";
import { between } from "../parameters.ts";
import { solidMaterial } from "../solid/solidMaterial.ts";
import { springNet } from "./springNet.ts";

/** The tensile springs of TRQS: κ_i = 2 L_i² k_i. */
export const tensileSprings = springNet({
	name: "tensile-springs",
	about:
		"TRQS without its angular springs: a plain spring mesh, right for ν = 1/3 on equilateral triangles only.",
	source: "Delingette 2008, eq. 20 with γ = 0",
	domain: "triangle",
	material: membraneMaterial,
	stiffness: (X, material) => {
		const { L2, k } = springCoefficients(X, material);
		return k.map((k, i) => 2 * L2[i] * k);
	},
});

/**
 * Van Gelder's coefficients, eq. 27: of the edge c with the opposite angle γ, in a triangle of area A,
 *
 *   k_c = E/(1 + ν) A/c² + Eν/(1 − ν²) cot γ / 2
 *
 * ν = 0 gives eq. 29, E A/c², which sets Young's modulus right in the mean over directions; whatever ν is asked for, a
 * net of springs has 1/3. For ν > 0 edges opposite an obtuse angle may get less than nothing, which is refused.
 */
export const vanGelderPart = (
	{
		area,
		lengthSquared,
		cotangent,
	}: {
		readonly area: number;
		readonly lengthSquared: number;
		/** Of the opposite angle. */
		readonly cotangent: number;
	},
	{ youngModulus2d: E, poissonRatio: nu }: VanGelderMaterial,
): number =>
	((E / (1 + nu)) * area) / lengthSquared +
	((E * nu) / (1 - nu * nu)) * (cotangent / 2);

interface VanGelderMaterial {
	readonly youngModulus2d: number;
	readonly poissonRatio: number;
}

export function vanGelderStiffness(
	X: readonly Vector3[],
	material: VanGelderMaterial,
): number[] {
	const { area, cot, L2 } = cotangentsAndSquaredLengths(X);
	return cot.map((cotangent, i) =>
		vanGelderPart({ area, lengthSquared: L2[i], cotangent }, material),
	);
}

export const vanGelder = springNet({
	name: "van-gelder",
	about:
		"Spring mesh with Van Gelder's coefficients: near a membrane's Young modulus, with a Poisson ratio of 1/3 whatever is asked for.",
	source: "Van Gelder 1998, eq. 27",
	domain: "triangle",
	material: {
		youngModulus2d: membraneMaterial.youngModulus2d,
		poissonRatio: between(-1, 1, {
			unit: "1",
			meaning:
				"Poisson ratio in the formula, 0 for the simple rule k = E·area/length²",
			typical: 0.1,
			default: 0,
		}),
	},
	stiffness: vanGelderStiffness,
});

/**
 * k = ¾ E cot γ. Since Σ cot γ e⊗e = 2A·1 over a triangle's edges, uniform dilation is in equilibrium on any mesh, with the
 * stiffness of a membrane of this Young modulus and the Poisson ratio 1/3.
 */
export function cotangentStiffness(
	X: readonly Vector3[],
	{ youngModulus2d: E }: { readonly youngModulus2d: number },
): number[] {
	return cotangentsAndSquaredLengths(X).cot.map(
		(cotangent) => 0.75 * E * cotangent,
	);
}

export const cotangentSprings = springNet({
	name: "cotangent-springs",
	about:
		"Spring mesh with stiffness by the cotangent of the opposite angle: expands evenly on any mesh without obtuse angles; Poisson ratio 1/3.",
	source: "Van Gelder 1998, hydrostatic states",
	domain: "triangle",
	material: { youngModulus2d: membraneMaterial.youngModulus2d },
	stiffness: cotangentStiffness,
});

/** k = E V/c² of each edge c of a tetrahedron, eq. 30. */
export function tetrahedralStiffness(
	X: readonly Vector3[],
	{ youngModulus: E }: { readonly youngModulus: number },
): number[] {
	const volume = restVolume(X);
	return localEdges.tetrahedron.map(
		([a, b]) => (E * volume) / restLength([X[a], X[b]]) ** 2,
	);
}

export const tetrahedralSprings = springNet({
	name: "tetrahedral-springs",
	about:
		"Spring mesh along the edges of tetrahedra: Young's modulus in the mean over directions, Poisson ratio 1/4 always; does not resist inversion.",
	source: "Van Gelder 1998, eq. 30",
	domain: "tetrahedron",
	material: { youngModulus: solidMaterial.youngModulus },
	stiffness: tetrahedralStiffness,
});
