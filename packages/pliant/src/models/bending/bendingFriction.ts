/**
 * Friction between the fibres of threads that are bent: Kawabata's hysteresis of bending. Each triangle has two springs that slip, Jenkins elements, one for the
 * curvature κ of the warp and one for that of the weft, from where they slipped to, κ_p:
 *
 *   W = A m/κ_y Σ (c (κ − κ_p) − ½ c²),   c = κ − κ_p within ±κ_y
 *
 * They resist with m at most, and slip as far as it takes to be within κ_y: so they hold what was bent, and what moves loses energy. A sheet that is rolled up at an angle φ from the
 * warp has curvatures κ cos² φ and κ sin² φ along its threads, so friction resists with m in every direction. Twist bends no thread, and meets no friction.
 *
 * Curvatures are combinations of the angles θ to the three neighbours, by τ = 3 sin θ/(2 + cos θ), which is θ within 1 % up to 60° and does not jump where triangles are folded onto each other.
 * Of the combinations of three angles only one gives every quadratic surface its curvature: the angle at an edge of length l between triangles of heights h and h', whose vertices
 * opposite are at the fractions a and a' of it, is
 *
 *   θ = ½ κ_tt l² ((a² − a)/h + (a'² − a')/h') + κ_tn l (a − a') + ½ κ_nn (h + h')
 *
 * for curvatures along the edge, in twist and across it. Where the six vertices lie near a conic, which no surface would be told from, and at the rim and at clamps, κ = Σ (l/A) w θ n ⊗ n takes its place, Morley's
 * without what it takes from further away (morley/morleyForm.ts), with shares w by the heights of both triangles. That alone made loops of Kawabata's test 0 to 11 % too wide on irregular discs, and up to half too wide on grids of
 * crossed cells. Springs at hinges, one for each edge, had to be scaled for the folds of a mesh that go the other way: loops were then right to 12 % in the mean over an irregular disc, 0.6 to 1.8 times as wide as
 * they should be on grids, and twist met 1.7 times the friction of bending.
 *
 * The positive variant keeps W″ ∇κ ∇κᵀ.
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
	sum,
	type Vector,
} from "../../energy/index.ts";
import type { Mesh, Vector3 } from "../../mesh/mesh.ts";
import { type AppliedModel, elementModel } from "../elementModel.ts";
import {
	crossProduct,
	dotProduct,
	restArea,
	restLength,
	triangleShapeGradients,
} from "../geometry.ts";
import type { MeshModel } from "../meshModel.ts";
import {
	checkMaterial,
	finite,
	type Material,
	nonNegative,
	positive,
} from "../parameters.ts";
import { warpAngle, warpDirection } from "../warp.ts";
import { angleParts } from "./dihedralAngle.ts";
import { measureSheet } from "./morley/sheet.ts";
import { restHinge } from "./restHinge.ts";

/** Vertices at the ends of the edge opposite each vertex, in the triangle's sense. */
const edgeEnds = [
	[1, 2],
	[2, 0],
	[0, 1],
] as const;

/** τ of an edge, in the order of a hinge. */
function foldOf(hinge: readonly Vector[]): Expr {
	const [sine, cosine] = angleParts(hinge);
	const size = sqrt(add(square(sine), square(cosine)));
	return div(mul(3, sine), add(mul(2, size), cosine));
}

interface Slipping {
	readonly x: readonly Vector[];
	/** What of the angles makes up the curvatures of warp and weft [1/m]. */
	readonly warp: Vector;
	readonly weft: Vector;
	/** Curvatures that they slipped to. */
	readonly slipped: Vector;
}

/** How far warp and weft are bent from where they slipped to. */
function bentSince({ x, warp, weft, slipped }: Slipping): [Expr, Expr] {
	const folds = edgeEnds.map(([C, D], A) =>
		foldOf([x[A], x[3 + A], x[C], x[D]]),
	);
	return [sub(dot(warp, folds), slipped[0]), sub(dot(weft, folds), slipped[1])];
}

const within = (bent: Expr, limit: Expr): Expr =>
	max(min(bent, limit), neg(limit));

/** By how much a triangle that is coarse for the curvature to which it resists may be bent before it slips: height times curvature. */
const largestYield = 0.75;

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
	warpAngle,
};

const share = finite({
	unit: "1",
	meaning: "how much of the angle to the neighbour is this triangle's",
	typical: 0.5,
});

const name = "bending-friction";

/** What of the angles at its edges makes up the curvatures of warp and weft in a triangle [1/m]. */
type Curvatures = readonly [warp: number[], weft: number[]];

/** Outward normals of a triangle's edges times l/(2 A), in axes along warp and weft. */
function edgeNormals(own: readonly Vector3[], warpAngle: number): number[][] {
	const [c, s] = warpDirection(own, warpAngle);
	return triangleShapeGradients(own).map(([u, v]) => [
		-(c * u + s * v),
		-(c * v - s * u),
	]);
}

/** By shares of the angles. */
function sharedCurvatures(
	own: readonly Vector3[],
	shares: readonly number[],
	warpAngle: number,
): Curvatures {
	const A = restArea(own);
	const parts = edgeNormals(own, warpAngle).map(([n1, n2], i) => {
		const [p, q] = edgeEnds[i];
		const scale = (4 * A * shares[i]) / restLength([own[p], own[q]]);
		return [scale * n1 * n1, scale * n2 * n2];
	});
	return [parts.map(([warp]) => warp), parts.map(([, weft]) => weft)];
}

/** How much larger than 1 over a height they may be for six vertices that are near a conic. */
const largestFit = 6;

/** Those of the quadratic surface through all six vertices, unfolded into a plane; none near a conic. */
function fittedCurvatures(
	X: readonly Vector3[],
	warpAngle: number,
): Curvatures | undefined {
	const own = X.slice(0, 3);
	const normals = edgeNormals(own, warpAngle);
	/** The angles of unit curvatures of warp and weft, and of their twist. */
	const [p, q, r] = edgeEnds.map(([C, D], A) => {
		const { l, hA, hB, unfolded } = restHinge([X[A], X[3 + A], X[C], X[D]]);
		const [a, b] = [unfolded[0][0] / l, unfolded[1][0] / l];
		const along = 0.5 * l * l * ((a * a - a) / hA + (b * b - b) / hB);
		const twist = l * (a - b);
		const across = 0.5 * (hA + hB);
		// From C to D the triangle is to the left, and n to the right.
		const size = Math.hypot(normals[A][0], normals[A][1]);
		const [n1, n2] = [-normals[A][0] / size, -normals[A][1] / size];
		const [t1, t2] = [n2, -n1];
		return [
			along * t1 * t1 + twist * t1 * n1 + across * n1 * n1,
			along * t2 * t2 + twist * t2 * n2 + across * n2 * n2,
			2 * along * t1 * t2 + twist * (t1 * n2 + t2 * n1) + 2 * across * n1 * n2,
		] as Vector3;
	});
	// By Cramer's rule: the rows of the inverse of (p; q; r) that give the first two.
	const columns = [crossProduct(q, r), crossProduct(r, p), crossProduct(p, q)];
	const determinant = dotProduct(p, columns[0]);
	const fitted = [0, 1].map((k) => columns.map((c) => c[k] / determinant));
	const height = 0.5 / Math.max(...normals.map(([u, v]) => Math.hypot(u, v)));
	return fitted.flat().every((w) => Math.abs(w) * height < largestFit)
		? [fitted[0], fitted[1]]
		: undefined;
}

/** One of the triangles. */
export const slippingTriangle = elementModel({
	name,
	about:
		"A triangle whose threads resist being bent up to a moment, and slip beyond.",
	domain: "star",
	material: { ...parameters, share0: share, share1: share, share2: share },
	rest: ({ X, material }) => {
		const { frictionMoment, yieldCurvature, warpAngle } = material;
		const shares = [material.share0, material.share1, material.share2];
		const own = X.slice(0, 3);
		const A = restArea(own);
		const lengths = edgeEnds.map(([p, q]) => restLength([X[p], X[q]]));
		const [warp, weft] =
			(shares.every((w) => w > 0 && w < 1) && fittedCurvatures(X, warpAngle)) ||
			sharedCurvatures(own, shares, warpAngle);
		const height = (2 * A) / Math.max(...lengths);
		const limit = Math.min(yieldCurvature, largestYield / height);
		return {
			stiffness: (A * frictionMoment) / limit,
			limit,
			warp,
			weft,
			slipped: [0, 0],
		};
	},
	energy: ({ stiffness, limit, ...slipping }) =>
		mul(
			stiffness,
			sum(
				bentSince(slipping).map((bent) => {
					const c = within(bent, limit);
					return sub(mul(c, bent), mul(0.5, square(c)));
				}),
			),
		),
	positive: ({ stiffness, limit, ...slipping }) => {
		const nodes = slipping.x.flat();
		const change = sub(nodes, frozen(nodes));
		return mul(
			0.5,
			sum(
				bentSince(slipping).map((bent) => {
					const holds = less(square(bent), square(limit));
					return mul(
						frozen(select(holds, stiffness, 0)),
						square(dot(frozen(gradient(bent, nodes)), change)),
					);
				}),
			),
		);
	},
	memory: {
		of: "slipped",
		next: ({ limit, ...slipping }) =>
			bentSince(slipping).map((bent, k) =>
				add(slipping.slipped[k], sub(bent, within(bent, limit))),
			),
	},
});

/** All triangles with their neighbours; where there is none any vertex serves, and its share is 0. */
function stars(mesh: Mesh, isHeld: (vertex: number) => boolean) {
	const { triangles, edgeOf, sides, shares } = measureSheet(mesh, isHeld, name);
	const count = triangles.length / 3;
	const elements = new Uint32Array(6 * count);
	for (let side = 0; side < 3 * count; side++) {
		const [t, i] = [Math.floor(side / 3), side % 3];
		const edge = edgeOf[side];
		const [one, other] = sides.subarray(2 * edge, 2 * edge + 2);
		const beyond = one === side ? other : one;
		elements[6 * t + i] = triangles[side];
		elements[6 * t + 3 + i] = triangles[beyond < 0 ? side : beyond];
	}
	const sharesOf = (i: number) =>
		Float64Array.from({ length: count }, (_, t) => shares[3 * t + i]);
	return {
		elements,
		shares: { share0: sharesOf(0), share1: sharesOf(1), share2: sharesOf(2) },
	};
}

function apply(given: Material<typeof parameters>): AppliedModel {
	const material = checkMaterial(name, parameters, given);
	return {
		model: slippingTriangle,
		material,
		prepare: (mesh, isHeld) => {
			const { elements, shares } = stars(mesh, isHeld);
			return { elements, material: { ...material, ...shares } };
		},
	};
}

export const bendingFriction: MeshModel<typeof parameters> = Object.assign(
	apply,
	{
		modelName: name,
		about:
			"Friction between fibres, which resists bending of warp and weft up to a moment, then slips and holds what was bent; beside a model of bending.",
		source:
			"the hysteresis of Kawabata's bending test, with two springs and sliders of Jenkins 1962 in each triangle",
		domain: "hinge" as const,
		material: parameters,
	},
);
