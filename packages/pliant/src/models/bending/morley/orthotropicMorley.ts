/**
 * Morley bending of sheets whose threads bend differently: woven and knitted cloth, paper, laminates. As morleyBending.ts, with the
 * rigidities of an orthotropic plate,
 *
 *   W = Σ_T A/2 [D₁₁ |x_ss|² + D₂₂ |x_tt|² + 2 D₁₂ x_ss·x_tt + 4 D₆₆ |x_st|²],   s along the warp, t along the weft.
 *
 * D₁₁ = D₂₂ = B, D₁₂ = ν B and D₆₆ = ½ (1 − ν) B is the isotropic plate. Narrow strips along the warp have D₁₁ − D₁₂²/D₂₂.
 *
 * Curvature at rest is not there: the second derivatives at rest would have to turn with the normals of the triangles, and the
 * form would not be constant.
 */
import type { AppliedModel } from "../../elementModel.ts";
import type { MeshModel } from "../../meshModel.ts";
import {
	checkMaterial,
	finite,
	type Material,
	nonNegative,
} from "../../parameters.ts";
import { warpAngle } from "../../warp.ts";
import { requireFlat } from "./flatness.ts";
import { type MorleyOptions, pairOfMorley } from "./morleyBending.ts";
import { morleyForm } from "./morleyForm.ts";

const rigidityOf = (meaning: string, typical: number) =>
	nonNegative({ unit: "N·m", meaning, typical });

const parameters = {
	warpRigidity: rigidityOf(
		"moment per width over curvature where the warp bends, of a wide sheet, D11",
		1e-5,
	),
	weftRigidity: rigidityOf(
		"moment per width over curvature where the weft bends, of a wide sheet, D22",
		5e-6,
	),
	twistRigidity: rigidityOf(
		"twisting moment per width over twice the twist, D66; of isotropic sheets (1 − ν)/2 of the rigidity",
		3e-6,
	),
	couplingRigidity: finite({
		unit: "N·m",
		meaning:
			"moment where the weft bends over curvature of the warp, D12; of isotropic sheets ν times the rigidity",
		typical: 1e-6,
		default: 0,
	}),
	warpAngle,
};

const name = "orthotropic-morley";

function apply(
	given: Material<typeof parameters>,
	{ flatAtRest = false }: MorleyOptions = {},
): AppliedModel {
	const material = checkMaterial(name, parameters, given);
	const { warpAngle, ...rigidities } = material;
	for (const [key, value] of Object.entries(rigidities))
		if (typeof value !== "number")
			throw new Error(
				`${name}: ${key} is a list; it is a number for the whole sheet, and only warpAngle may differ between triangles`,
			);
	const {
		warpRigidity: D11,
		weftRigidity: D22,
		couplingRigidity: D12,
		twistRigidity: D66,
	} = rigidities as Record<keyof typeof rigidities, number>;
	if (D12 ** 2 > D11 * D22)
		throw new Error(
			`${name}: couplingRigidity is ${D12}; its square must not exceed warpRigidity times weftRigidity, which is ${D11 * D22}`,
		);
	return {
		model: pairOfMorley,
		material,
		...(!flatAtRest && { checkMesh: (mesh) => requireFlat(name, mesh) }),
		prepare: (mesh, isHeld) => {
			const count = mesh.triangles.length / 3;
			if (typeof warpAngle !== "number" && warpAngle.length !== count)
				throw new Error(
					`${name}: warpAngle has ${warpAngle.length} values; the mesh has ${count} triangles, give one for each`,
				);
			const plate = { D11, D22, D12, D66, warpAngle };
			const { pairs, stiffness } = morleyForm(mesh, plate, isHeld);
			return { elements: pairs, material: { stiffness } };
		},
	};
}

export const orthotropicMorley: MeshModel<typeof parameters, MorleyOptions> =
	Object.assign(apply, {
		modelName: name,
		about:
			"Bending of the rigidities asked for along warp, weft and in twist on every mesh, with forces linear in positions.",
		source:
			"Morley 1968 with the rigidities of an orthotropic plate, for each coordinate of a sheet",
		domain: "hinge" as const,
		material: parameters,
	});
