/**
 * Friction between the threads of a fabric that is sheared, where they cross: Kawabata's hysteresis of shear. Each triangle has a spring that slips, a Jenkins
 * element. With the shear γ = F₁·F₂ between warp and weft, which is 2 E₁₂ of Green's strain, from where it slipped to,
 *
 *   W = A s/γ_y (c (γ − γ_p) − ½ c²),   c = γ − γ_p within ±γ_y
 *
 * It resists with s at most, and slips as far as it takes to be within γ_y: so it holds what was sheared, and what moves loses energy. A loop that goes
 * far enough on either side is 2 s wide, which is Kawabata's 2HG.
 *
 * The positive variant keeps the part of the Hessian that stiffness makes, and of the other, which the force τ makes, the pull along one diagonal, ¼ |τ| |F₁ ± F₂|².
 */
import {
	abs,
	add,
	deformationGradient,
	type Expr,
	frozen,
	less,
	type Matrix,
	max,
	min,
	mul,
	multiply,
	neg,
	ofLinearMap,
	select,
	square,
	sub,
	trace,
	transpose,
} from "../../energy/index.ts";
import { elementModel } from "../elementModel.ts";
import { restArea, triangleShapeGradients } from "../geometry.ts";
import { nonNegative, positive } from "../parameters.ts";
import { warpAngle, warpDirection } from "../warp.ts";

/** γ, off the diagonal of FᵀF. */
const shearOf = (F: Matrix): Expr => multiply(transpose(F), F)[0][1];

const within = (shear: Expr, limit: Expr): Expr =>
	max(min(shear, limit), neg(limit));

export const shearFriction = elementModel({
	name: "shear-friction",
	about:
		"Friction between threads that cross, which resists shear up to a force, then slips and holds what was sheared; beside a membrane.",
	source:
		"the hysteresis of Kawabata's shear test, with the spring and slider of Jenkins 1962 in each triangle",
	domain: "triangle",
	material: {
		frictionForce: nonNegative({
			unit: "N/m",
			meaning:
				"shear force per width at which it slips; half of Kawabata's 2HG",
			typical: 0.4,
		}),
		yieldShear: positive({
			unit: "rad",
			meaning: "shear to which it resists before it slips",
			typical: 0.07,
			default: Math.PI / 360,
		}),
		warpAngle,
	},
	rest: ({ X, material: { frictionForce, yieldShear, warpAngle } }) => {
		const [c, s] = warpDirection(X, warpAngle);
		return {
			threadGradients: triangleShapeGradients(X).map(([u, v]) => [
				c * u + s * v,
				c * v - s * u,
			]),
			stiffness: (restArea(X) * frictionForce) / yieldShear,
			limit: yieldShear,
			slipped: [0],
		};
	},
	energy: ({ x, threadGradients, stiffness, limit, slipped: [slipped] }) =>
		ofLinearMap(x, threadGradients, (F) => {
			const shear = sub(shearOf(F), slipped);
			const c = within(shear, limit);
			return mul(stiffness, sub(mul(c, shear), mul(0.5, square(c))));
		}),
	positive: ({ x, threadGradients, stiffness, limit, slipped: [slipped] }) =>
		ofLinearMap(x, threadGradients, (F) => {
			const C = multiply(transpose(F), F);
			const shear = sub(C[0][1], slipped);
			const holds = less(square(shear), square(limit));
			const change = multiply(frozen(transpose(F)), F);
			const force = frozen(mul(stiffness, within(shear, limit)));
			return add(
				mul(
					0.5,
					mul(
						frozen(select(holds, stiffness, 0)),
						square(
							sub(add(change[0][1], change[1][0]), frozen(mul(2, C[0][1]))),
						),
					),
				),
				mul(0.25, add(mul(abs(force), trace(C)), mul(2, mul(force, C[0][1])))),
			);
		}),
	memory: {
		of: "slipped",
		next: ({ x, threadGradients, limit, slipped: [slipped] }) => {
			const shear = sub(
				shearOf(deformationGradient(x, threadGradients)),
				slipped,
			);
			return [add(slipped, sub(shear, within(shear, limit)))];
		},
	},
});
