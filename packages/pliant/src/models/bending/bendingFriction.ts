/**
 * Friction between the fibres of a fabric that is bent: Kawabata's hysteresis of bending. Each hinge has a spring that slips, a Jenkins element. With the angle θ
 * from where it slipped to, measured by τ = 2 tan(θ/2),
 *
 *   W = m l/τ_y (c τ − ½ c²),   c = τ within ±τ_y,   θ_y = κ_y (h_A + h_B)/3
 *
 * It resists with m l at most, and slips as far as it takes to be within θ_y: so it holds what was bent, and what moves loses energy. On every mesh
 * Σ l θ is the integral of the curvature of a bent sheet, whatever the direction of edges; friction resists Σ l |θ|, so where some hinges of a mesh fold the other way, m is
 * made smaller by the ratio of the two, in the mean over all directions of bending.
 *
 * Angles count from where it slipped to, so that they do not jump where triangles are folded onto each other. The positive variant keeps W″ ∇τ ∇τᵀ.
 */
import {
	add,
	div,
	dot,
	type Expr,
	frozen,
	gradient,
	less,
	max,
	min,
	mul,
	neg,
	select,
	sqrt,
	square,
	sub,
	type Vector,
} from "../../energy/index.ts";
import { vertexPosition } from "../../mesh/cellPositions.ts";
import type { Mesh } from "../../mesh/mesh.ts";
import { hinges } from "../../mesh/topology.ts";
import { type AppliedModel, elementModel } from "../elementModel.ts";
import type { MeshModel } from "../meshModel.ts";
import {
	checkMaterial,
	type Material,
	nonNegative,
	positive,
} from "../parameters.ts";
import { angleParts } from "./dihedralAngle.ts";
import { restHinge } from "./restHinge.ts";

interface Slipping {
	readonly x: readonly Vector[];
	/** τ_y. */
	readonly limit: Expr;
	/** Cosine and sine of the angle that it slipped to. */
	readonly slipped: Vector;
}

/** Cosine and sine of how far it is bent from where it slipped to. */
function bentSince({ x, slipped: [c, s] }: Slipping): [Expr, Expr] {
	const [sine, cosine] = angleParts(x);
	const size = sqrt(add(square(sine), square(cosine)));
	return [
		div(add(mul(cosine, c), mul(sine, s)), size),
		div(sub(mul(sine, c), mul(cosine, s)), size),
	];
}

/** τ. */
const measureOf = ([cosine, sine]: Vector): Expr =>
	div(mul(2, sine), add(1, cosine));

const within = (measure: Expr, limit: Expr): Expr =>
	max(min(measure, limit), neg(limit));

/** The product of complex numbers: angles add up. */
const turned = ([a, b]: Vector, [c, d]: Vector): [Expr, Expr] => [
	sub(mul(a, c), mul(b, d)),
	add(mul(a, d), mul(b, c)),
];

/** Of a hinge that is coarse for the curvature to which it resists [rad]. */
const largestYieldAngle = 0.5;

const parameters = {
	frictionMoment: nonNegative({
		unit: "N",
		meaning: "moment per width at which it slips; half of Kawabata's 2HB",
		typical: 2e-4,
	}),
	yieldCurvature: positive({
		unit: "1/m",
		meaning: "curvature to which it resists before it slips",
		typical: 10,
		default: 10,
	}),
};

const name = "bending-friction";

/** One of the hinges. */
export const slippingHinge = elementModel({
	name,
	about: "A hinge that resists being folded up to a moment, and slips beyond.",
	domain: "hinge",
	material: parameters,
	rest: ({ X, material: { frictionMoment, yieldCurvature } }) => {
		const { l, hA, hB } = restHinge(X);
		const yieldAngle = Math.min(
			(yieldCurvature * (hA + hB)) / 3,
			largestYieldAngle,
		);
		const limit = 2 * Math.tan(yieldAngle / 2);
		return {
			stiffness: (frictionMoment * l) / limit,
			limit,
			slipped: [1, 0],
		};
	},
	energy: ({ stiffness, ...slipping }) => {
		const measure = measureOf(bentSince(slipping));
		const c = within(measure, slipping.limit);
		return mul(stiffness, sub(mul(c, measure), mul(0.5, square(c))));
	},
	positive: ({ x, stiffness, limit, slipped }) => {
		const measure = measureOf(bentSince({ x, limit, slipped }));
		const nodes = x.flat();
		const change = dot(
			frozen(gradient(measure, nodes)),
			sub(nodes, frozen(nodes)),
		);
		const holds = less(square(measure), square(limit));
		return mul(0.5, mul(frozen(select(holds, stiffness, 0)), square(change)));
	},
	memory: {
		of: "slipped",
		next: (slipping) => {
			const { limit, slipped } = slipping;
			const bent = bentSince(slipping);
			const measure = measureOf(bent);
			// Back by θ_y from where it is.
			const half = mul(select(less(0, measure), -0.5, 0.5), limit);
			const back = [sub(1, square(half)), mul(2, half)];
			const next = turned(slipped, turned(bent, back));
			const size = sqrt(dot(next, next));
			const slips = less(square(limit), square(measure));
			return next.map((part, i) => select(slips, div(part, size), slipped[i]));
		},
	},
});

/** Directions of bending in a right angle. */
const directions = 8;

/** Σ l |θ| over Σ l θ of a sheet that is bent, in the mean over all directions. */
function foldingRatio(mesh: Mesh, elements: Uint32Array): number {
	let sum = 0;
	let sumOfSizes = 0;
	for (let i = 0; i < elements.length; i += 4) {
		const X = Array.from(elements.subarray(i, i + 4), (v) =>
			vertexPosition(mesh, v),
		);
		const { l, hA, hB, unfolded, alpha } = restHinge(X);
		for (let d = 0; d < 2 * directions; d++) {
			const angle = (Math.PI * d) / (2 * directions);
			const [c, s] = [Math.cos(angle), Math.sin(angle)];
			let r = 0;
			for (const [J, [along, across]] of unfolded.entries())
				r += 0.5 * alpha[J][0] * (c * along + s * across) ** 2;
			const theta = l * r * (1 / hA + 1 / hB);
			sum += theta;
			sumOfSizes += Math.abs(theta);
		}
	}
	return sum > 0 ? sumOfSizes / sum : 1;
}

function apply(given: Material<typeof parameters>): AppliedModel {
	const material = checkMaterial(name, parameters, given);
	const { frictionMoment, yieldCurvature } = material;
	if (typeof frictionMoment !== "number" || typeof yieldCurvature !== "number")
		throw new Error(
			`${name}: its parameters are numbers for the whole sheet, not for each element`,
		);
	return {
		model: slippingHinge,
		material,
		prepare: (mesh) => {
			const elements = hinges(mesh);
			const share = frictionMoment / foldingRatio(mesh, elements);
			return { elements, material: { frictionMoment: share, yieldCurvature } };
		},
	};
}

export const bendingFriction: MeshModel<typeof parameters> = Object.assign(
	apply,
	{
		modelName: name,
		about:
			"Friction between fibres, which resists bending up to a moment, then slips and holds what was bent; beside a model of bending.",
		source:
			"the hysteresis of Kawabata's bending test, with the spring and slider of Jenkins 1962 at each hinge",
		domain: "hinge" as const,
		material: parameters,
	},
);
