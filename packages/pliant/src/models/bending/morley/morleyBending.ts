/**
 * Bending that has the rigidity asked for on every mesh: the Morley plate element for each coordinate, its slopes taken from the vertices around
 * (morleyForm.ts). What remains is a constant quadratic form of the vertices, and since that does not notice translations, it is a
 * sum over pairs of them:
 *
 *   W = ½ Σ k_ab (|x_a − x_b|² − |X_a − X_b|²)
 *
 * The second part is constant and sums to zero for flat sheets; it keeps the terms small while a sheet hardly stretches. Forces are
 * linear and the stiffness is constant, as with linear bending. Some k are negative; the sum is positive semi-definite.
 *
 * Rest shapes that are curved would be pulled flat: they are refused (flatness.ts), unless the sheet is said to be flat at rest, and bent into
 * its mesh. Triangles between three held vertices are clamps; a held edge alone is a hinge.
 */
import { lengthSquared, mul, sub } from "../../../energy/index.ts";
import { type AppliedModel, elementModel } from "../../elementModel.ts";
import { restLength } from "../../geometry.ts";
import type { MeshModel } from "../../meshModel.ts";
import {
	between,
	checkMaterial,
	finite,
	type Material,
	nonNegative,
} from "../../parameters.ts";
import { requireFlat } from "./flatness.ts";
import { morleyForm } from "./morleyForm.ts";

/** One of the pairs. */
export const pairOfMorley = elementModel({
	name: "morley-bending",
	about: "A pair of vertices of Morley bending.",
	domain: "pair",
	material: {
		stiffness: finite({
			unit: "N/m",
			meaning: "the pair's coefficient",
			typical: 1e-3,
		}),
	},
	rest: ({ X, material: { stiffness } }) => ({
		stiffness,
		restSquared: restLength(X) ** 2,
	}),
	energy: ({ x: [a, b], stiffness, restSquared }) =>
		mul(0.5, mul(stiffness, sub(lengthSquared(sub(a, b)), restSquared))),
	// Not of each pair, but of their sum.
	positive: "exact",
	pairStiffness: "stiffness",
});

const parameters = {
	bendingRigidity: nonNegative({
		unit: "N·m",
		meaning:
			"bending rigidity: moment per width over curvature, of a wide sheet",
		typical: 1e-4,
	}),
	poissonRatio: between(-1, 1, {
		unit: "1",
		meaning: "Poisson ratio of bending",
		typical: 0.3,
		default: 0,
	}),
};

/** How Morley bending takes a mesh. */
export interface MorleyOptions {
	/** The sheet is flat at rest, as cloth and paper are made, whatever the shape of its mesh; a curved one then has energy, and tends to be flat. */
	readonly flatAtRest?: boolean;
}

const name = "morley-bending";

function apply(
	given: Material<typeof parameters>,
	{ flatAtRest = false }: MorleyOptions = {},
): AppliedModel {
	const material = checkMaterial(name, parameters, given);
	const { bendingRigidity, poissonRatio } = material;
	if (typeof bendingRigidity !== "number" || typeof poissonRatio !== "number")
		throw new Error(
			`${name}: its parameters are numbers for the whole sheet, not for each element`,
		);
	return {
		model: pairOfMorley,
		material,
		...(!flatAtRest &&
			bendingRigidity > 0 && {
				checkMesh: (mesh) => requireFlat(name, mesh),
			}),
		prepare: (mesh, isHeld) => {
			const { pairs, stiffness } = morleyForm(mesh, poissonRatio, isHeld);
			const scaled = stiffness.map((k) => bendingRigidity * k);
			return { elements: pairs, material: { stiffness: scaled } };
		},
	};
}

export const morleyBending: MeshModel<typeof parameters, MorleyOptions> =
	Object.assign(apply, {
		modelName: name,
		about:
			"Bending of the rigidity asked for on every mesh, with forces linear in positions.",
		source:
			"Morley 1968, for each coordinate of a sheet, slopes from the vertices around",
		domain: "hinge" as const,
		material: parameters,
	});
