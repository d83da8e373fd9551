/**
 * Spring of small displacements u = x − X: the bar of linear elasticity, which all strain measures come to.
 * Delingette 2008, section II-D.
 *
 *   W = EA/(2L³) ((u₂ − u₁)·(X₂ − X₁))²
 *
 * Printed without the ½. Elongation counts along the edge at rest, so that the stiffness is constant; a rotation by φ counts as the
 * compression 1 − cos φ. It is the tangent of every spring at rest.
 */
import { dot, mul, square, sub } from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import { restLength, subtract } from "../geometry.ts";
import { axialStiffness } from "./spring.ts";

export const linearSpring = elementModel({
	name: "linear-spring",
	about:
		"Spring of small displacements, with a constant stiffness matrix: for trusses that hardly move, since turning strains it.",
	source: "Delingette 2008, section II-D",
	domain: "edge",
	rotationInvariant: false,
	material: { axialStiffness },
	rest: ({ X, material: { axialStiffness } }) => {
		const L = restLength(X);
		const scale = Math.sqrt(axialStiffness / L);
		return {
			direction: subtract(X[1], X[0]).map((e) => (scale * e) / L),
			atRest: scale * L,
		};
	},
	energy: ({ x: [a, b], direction, atRest }) =>
		mul(0.5, square(sub(dot(direction, sub(b, a)), atRest))),
	positive: "exact",
	linearised: ({ axialStiffness }) => ({ axialStiffness }),
});
