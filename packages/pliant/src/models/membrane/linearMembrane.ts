/**
 * Linear membrane: the constant-strain triangle of small displacements u = x − X, as in tensor-mass models.
 * Delingette 2008, section IV-A.
 *
 *   W = ½ Σ u_iᵀ B_ij u_j,   B_ij = A [λ D_i⊗D_j + μ D_j⊗D_i + μ (D_i·D_j) P]
 *
 * Printed without the area, and with the paper's μ, which is twice the shear modulus μ here. Its identity is the
 * projection P onto the triangle's plane: with the identity of space the triangle would resist turning out of its plane.
 * It is written with three modes of strain, ½ (y₁² + y₂² + y₃²): dilation √(A(λ + μ)) (ε₁₁ + ε₂₂) and the shears √(Aμ) (ε₁₁ − ε₂₂)
 * and √(Aμ) 2ε₁₂, each linear in positions.
 *
 * Rotations count as strain: a rotation by φ in the plane as the compression 1 − cos φ. It is the tangent of TRBS and TRQS at rest.
 */
import { add, dot, mul, square, sub, sum } from "../../energy/index.ts";
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
		const [, D1, D2] = triangleShapeGradients(X);
		const [t1, t2] = triangleAxes(X);
		const dilation = Math.sqrt(restArea(X) * (lambda + mu));
		const shear = Math.sqrt(restArea(X) * mu);
		/** What a mode has of the displacement of a vertex relative to the first one. */
		const modes = ([u, v]: readonly [number, number]) => [
			t1.map((_, r) => dilation * (u * t1[r] + v * t2[r])),
			t1.map((_, r) => shear * (u * t1[r] - v * t2[r])),
			t1.map((_, r) => shear * (v * t1[r] + u * t2[r])),
		];
		// At rest ε + 1 is the identity.
		return { second: modes(D1), third: modes(D2), atRest: 2 * dilation };
	},
	energy: ({ x: [p0, p1, p2], second, third, atRest }) => {
		const y = second.map((mode, k) =>
			add(dot(mode, sub(p1, p0)), dot(third[k], sub(p2, p0))),
		);
		return mul(
			0.5,
			sum([square(sub(y[0], atRest)), square(y[1]), square(y[2])]),
		);
	},
	positive: "exact",
	linearised: membraneModuli,
});
