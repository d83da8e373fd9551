/**
 * Linear membrane: the constant-strain triangle of small displacements u = x − X, as in tensor-mass models.
 * Delingette 2008, section IV-A.
 *
 *   W = ½ Σ u_iᵀ B_ij u_j,   B_ij = A [λ D_i⊗D_j + μ D_j⊗D_i + μ (D_i·D_j) P]
 *
 * Printed without the area, and with the paper's μ, which is twice the shear modulus μ here. Its identity is the
 * projection P onto the triangle's plane: with the identity of space the triangle would resist turning out of its plane.
 * It is written with the strain ε = ½ (tᵀF + Fᵀt) − 1, where t are the axes of the rest plane: A (½ λ (tr ε)² + μ ε:ε).
 *
 * Rotations count as strain: a rotation by φ in the plane as the compression 1 − cos φ. It is the tangent of TRBS and TRQS at rest.
 */
import {
	add,
	contract,
	identity,
	mul,
	multiply,
	ofLinearMap,
	square,
	sub,
	trace,
	transpose,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import { restArea, triangleAxes, triangleShapeGradients } from "../geometry.ts";
import {
	membraneMaterial,
	membraneModuli,
	planeLameParameters,
} from "./membraneMaterial.ts";

export const linearMembrane = elementModel({
	name: "linear-membrane",
	about:
		"Membrane of small displacements, with a constant stiffness matrix: for strains and rotations below some percent, since turning strains it.",
	source: "Delingette 2008, section IV-A",
	domain: "triangle",
	rotationInvariant: false,
	material: membraneMaterial,
	rest: ({ X, material }) => {
		const { lambda, mu } = planeLameParameters(material);
		return {
			shapeGradients: triangleShapeGradients(X),
			axes: triangleAxes(X),
			areaLambda: restArea(X) * lambda,
			areaMu: restArea(X) * mu,
		};
	},
	energy: ({ x, shapeGradients, axes, areaLambda, areaMu }) =>
		ofLinearMap(x, shapeGradients, (F) => {
			const G = multiply(axes, F);
			const strain = sub(mul(0.5, add(G, transpose(G))), identity(2));
			return add(
				mul(0.5, mul(areaLambda, square(trace(strain)))),
				mul(areaMu, contract(strain, strain)),
			);
		}),
	positive: "exact",
	linearised: membraneModuli,
});
