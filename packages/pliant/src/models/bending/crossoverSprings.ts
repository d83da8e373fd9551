/**
 * Crossover springs: one between the vertices A and B that face each other across an edge, as spring meshes have it.
 *
 *   W = ½ k (l − L)²,   k = 16 B l_CD L² / ((h_A + h_B)³ (h_A h_B κ)²),   damping ½ ζ k (dl/dt)²
 *
 * The distance of A and B falls with the square of the angle, l − L ≈ −h_A h_B θ²/(2L), so the energy grows with the fourth power of
 * curvature: there is no such thing as their rigidity. k is chosen so that at one curvature κ, small against 1/h, a folded pair has the moment
 * of the rigidity B that calibrated bending gives it, and so has a sheet of equilateral triangles or of squares that is bent across a
 * family of edges. At half of this curvature the rigidity is a quarter; at other angles it is down to 0.41; k grows with 1/h⁴ as a mesh is refined, and
 * resists stretching as well. For comparison with other models, and with programs that have nothing else.
 *
 * Springs are as long at rest as the rest shape has them. Curved shapes are kept, but not told from their mirror image.
 */
import {
	add,
	div,
	dot,
	frozen,
	length,
	lengthSquared,
	max,
	mul,
	square,
	sub,
} from "../../energy/index.ts";
import type { Mesh, Vector3 } from "../../mesh/mesh.ts";
import { hinges } from "../../mesh/topology.ts";
import { type AppliedModel, elementModel } from "../elementModel.ts";
import { restLength } from "../geometry.ts";
import type { MeshModel } from "../meshModel.ts";
import {
	checkMaterial,
	type Material,
	nonNegative,
	positive,
} from "../parameters.ts";
import { leastStretch } from "../springs/spring.ts";
import { bendingRigidity, dampingTime } from "./hingeMaterial.ts";
import { restHinge } from "./restHinge.ts";

const name = "crossover-springs";

/** One of the springs. */
export const crossoverSpring = elementModel({
	name,
	about: "A spring between two vertices across an edge.",
	domain: "pair",
	material: {
		stiffness: nonNegative({
			unit: "N/m",
			meaning: "force over elongation",
			typical: 10,
		}),
		dampingTime,
	},
	rest: ({ X, material: { stiffness, dampingTime } }) => ({
		L: restLength(X),
		stiffness,
		dampingTime,
	}),
	energy: ({ x: [a, b], L, stiffness }) =>
		mul(0.5, mul(stiffness, square(sub(length(sub(b, a)), L)))),
	positive: ({ x: [a, b], L, stiffness }) => {
		const e = sub(b, a);
		const l = max(length(e), mul(leastStretch, L));
		const along = square(dot(frozen(div(e, l)), e));
		const p = frozen(max(sub(1, div(L, l)), 0));
		return mul(
			mul(0.5, stiffness),
			add(along, mul(p, sub(lengthSquared(e), along))),
		);
	},
	dissipation: {
		by: "dampingTime",
		potential: ({ x: [a, b], v: [u, w], stiffness, dampingTime }) => {
			const e = sub(b, a);
			return mul(
				mul(0.5, mul(stiffness, dampingTime)),
				div(square(dot(sub(w, u), e)), lengthSquared(e)),
			);
		},
	},
});

const parameters = {
	bendingRigidity,
	referenceCurvature: positive({
		unit: "1/m",
		meaning:
			"the one curvature at which the sheet has this rigidity, as moment over curvature",
		typical: 20,
	}),
	dampingTime,
};

/** k over B [1/m²], for the four vertices of a hinge. */
export function crossoverStiffness(
	X: readonly Vector3[],
	referenceCurvature: number,
): number {
	const { l, hA, hB } = restHinge(X);
	const [A, B] = X;
	return (
		(16 * l * restLength([A, B]) ** 2) /
		((hA + hB) ** 3 * (hA * hB * referenceCurvature) ** 2)
	);
}

function apply(given: Material<typeof parameters>): AppliedModel {
	const material = checkMaterial(name, parameters, given);
	const { bendingRigidity, referenceCurvature, dampingTime } = material;
	if (
		typeof bendingRigidity !== "number" ||
		typeof referenceCurvature !== "number" ||
		typeof dampingTime !== "number"
	)
		throw new Error(
			`${name}: its parameters are numbers for the whole sheet, not for each element`,
		);
	return {
		model: crossoverSpring,
		material,
		prepare: (mesh) => {
			const quadruples = hinges(mesh);
			const count = quadruples.length / 4;
			const elements = new Uint32Array(2 * count);
			const stiffness = new Float64Array(count);
			for (let i = 0; i < count; i++) {
				const vertices = quadruples.subarray(4 * i, 4 * i + 4);
				elements.set(vertices.subarray(0, 2), 2 * i);
				stiffness[i] =
					bendingRigidity *
					crossoverStiffness(restPositions(mesh, vertices), referenceCurvature);
			}
			return { elements, material: { stiffness, dampingTime } };
		},
	};
}

const restPositions = ({ positions }: Mesh, vertices: Uint32Array): Vector3[] =>
	Array.from(vertices, (v) => [
		positions[3 * v],
		positions[3 * v + 1],
		positions[3 * v + 2],
	]);

export const crossoverSprings: MeshModel<typeof parameters> = Object.assign(
	apply,
	{
		modelName: name,
		about:
			"Springs across edges: energy grows with the fourth power of curvature, so the rigidity is right at one curvature only.",
		source: "spring meshes, such as Provot 1995",
		domain: "hinge" as const,
		material: parameters,
	},
);
