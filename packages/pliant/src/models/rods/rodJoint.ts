/**
 * Two edges of a rod and what joins them: stretching of the edges, bending and twist of the joint.
 *
 *            3         4        vertices 0, 1, 2; inner nodes 3 and 4 are marks at the side of the rod, beside the middle of each edge:
 *            ·         ·        they tell how it has turned about itself. With t along an edge, s from its middle to its mark,
 *       0 ───┴─── 1 ───┴─── 2     d = s − (s·t) t made a unit vector, m = t × d, each edge has a frame (d, m, t).
 *
 * The rotation R between the frames, R_ij = eᵢ·eⱼ' in the first one's axes, has an axis n and an angle φ, and
 *
 *   ω = 4 tan(φ/4) n = 4 (t·m' − m·t', d·t' − t·d', m·d' − d·m') / (c (2 + c)),   c² = 1 + tr R
 *   W = 1/(2 l) [EI_d (ω_d − ω̄_d)² + EI_m (ω_m − ω̄_m)² + GJ (ω_t − ω̄_t)²] + Σ_edges ½ EA L (|e|/L − 1)²
 *
 * with l the length that the joint stands for. That is Kirchhoff's rod; for small angles it is the discrete elastic rod of Bergou et al. 2008. Theirs has
 * 2 tan(φ/2), with which a twisted ring of 40 edges buckles 2.1 % late instead of 1.0 %, and counts twist from a frame that is carried along in time; here
 * marks are points in space like all nodes, energies do not notice rigid motion of all of them, and there is no history. Two weak terms keep a mark at its
 * distance and in the middle of its edge, against nothing: neither ω nor |e| depends on that.
 */
import {
	add,
	cross,
	div,
	dot,
	type Expr,
	length,
	mul,
	sqrt,
	square,
	sub,
	sum,
	type Vector,
} from "../../energy/index.ts";
import type { Vector3 } from "../../mesh/mesh.ts";
import { elementModel } from "../elementModel.ts";
import { crossProduct, dotProduct, restLength, subtract } from "../geometry.ts";
import { finite, nonNegative, positive } from "../parameters.ts";

const rigidity = (what: string) =>
	positive({ unit: "N·m²", meaning: what, typical: 1e-3 });
const share = nonNegative({
	unit: "1",
	meaning: "how much of an edge's stretching is this joint's",
	typical: 0.5,
});
const freedom = nonNegative({
	unit: "1",
	meaning: "0 where the edge is a clamp, else 1",
	typical: 1,
});

export const rodJoint = elementModel({
	name: "rod",
	about: "Two edges of a rod: stretching, bending and twist.",
	domain: "joint",
	material: {
		axialStiffness: positive({ unit: "N", meaning: "EA", typical: 1e3 }),
		bendingRigidityD: rigidity("EI of bending about d"),
		bendingRigidityM: rigidity("EI of bending about m"),
		torsionalRigidity: rigidity("GJ"),
		twist: finite({
			unit: "rad/m",
			meaning: "twist of the rest shape",
			typical: 0,
		}),
		straight: nonNegative({
			unit: "1",
			meaning:
				"1 where it is straight at rest, 0 where it has the mesh's shape",
			typical: 0,
		}),
		...{ share0: share, share1: share },
		...{ free0: freedom, free1: freedom },
	},
	rest: ({ X, material }) => {
		const { axialStiffness: EA, torsionalRigidity: GJ } = material;
		const { share0, share1, free0, free1, straight, twist } = material;
		const L = [restLength([X[0], X[1]]), restLength([X[1], X[2]])];
		const l = (free0 * L[0] + free1 * L[1]) / 2;
		const marks = [markOf(X[0], X[1], X[3]), markOf(X[1], X[2], X[4])] as const;
		const omega = relativeRotation(marks[0].frame, marks[1].frame);
		const { bendingRigidityD, bendingRigidityM } = material;
		return {
			stiffness: [bendingRigidityD / l, bendingRigidityM / l, GJ / l],
			rest: [
				straight ? 0 : omega[0],
				straight ? 0 : omega[1],
				omega[2] + twist * l,
			],
			lengths: L,
			stretching: [(share0 * EA) / L[0], (share1 * EA) / L[1]],
			alongs: marks.map(({ along }) => along),
			asides: marks.map(({ aside }) => aside),
			/** As stiff as twisting by the same way of the mark. */
			guides: marks.map(
				({ aside }, i) => ([share0, share1][i] * GJ) / (L[i] * aside ** 2),
			),
		};
	},
	energy: ({ x, stiffness, rest, lengths, stretching, ...mark }) => {
		const { alongs, asides, guides } = mark;
		const edges = [
			edgeFrame(x[0], x[1], x[3]),
			edgeFrame(x[1], x[2], x[4]),
		] as const;
		const omega = rotationBetween(...edges);
		const terms = [
			...omega.map((w, i) => mul(stiffness[i], square(sub(w, rest[i])))),
			...edges.flatMap((edge, i) => [
				mul(stretching[i], square(sub(edge.size, lengths[i]))),
				mul(guides[i], square(sub(edge.along, alongs[i]))),
				mul(guides[i], square(sub(edge.aside, asides[i]))),
			]),
		];
		return mul(0.5, sum(terms));
	},
});

interface EdgeFrame {
	readonly size: Expr;
	/** The mark, from the middle of the edge: along it, and away from it. */
	readonly along: Expr;
	readonly aside: Expr;
	readonly d: Vector;
	readonly m: Vector;
	readonly t: Vector;
}

function edgeFrame(from: Vector, to: Vector, mark: Vector): EdgeFrame {
	const e = sub(to, from);
	const size = length(e);
	const t = div(e, size);
	const s = sub(mark, mul(0.5, add(from, to)));
	const along = dot(s, t);
	const side = sub(s, mul(along, t));
	const aside = length(side);
	const d = div(side, aside);
	return { size, along, aside, d, m: cross(t, d), t };
}

/** ω of the second frame against the first. */
function rotationBetween(a: EdgeFrame, b: EdgeFrame): Expr[] {
	const trace = sum([dot(a.d, b.d), dot(a.m, b.m), dot(a.t, b.t)]);
	// 2 cos(φ/2).
	const c = sqrt(add(1, trace));
	const scale = div(4, mul(c, add(2, c)));
	return [
		sub(dot(a.t, b.m), dot(a.m, b.t)),
		sub(dot(a.d, b.t), dot(a.t, b.d)),
		sub(dot(a.m, b.d), dot(a.d, b.m)),
	].map((component) => mul(scale, component));
}

/** d, m, t at rest. */
type RestFrame = readonly [Vector3, Vector3, Vector3];

/** The frame of an edge, and where its mark is from its middle: along it and away from it. */
function markOf(from: Vector3, to: Vector3, mark: Vector3) {
	const t = unit(subtract(to, from));
	const s = subtract(mark, middle(from, to));
	const along = dotProduct(s, t);
	const d = unit(subtract(s, [along * t[0], along * t[1], along * t[2]]));
	const frame: RestFrame = [d, crossProduct(t, d), t];
	return { along, aside: dotProduct(s, d), frame };
}

function relativeRotation(a: RestFrame, b: RestFrame): Vector3 {
	const R = (i: number, j: number) => dotProduct(a[i], b[j]);
	const c = Math.sqrt(1 + R(0, 0) + R(1, 1) + R(2, 2));
	const scale = 4 / (c * (2 + c));
	return [
		scale * (R(2, 1) - R(1, 2)),
		scale * (R(0, 2) - R(2, 0)),
		scale * (R(1, 0) - R(0, 1)),
	];
}

function middle(a: Vector3, b: Vector3): Vector3 {
	return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

function unit(a: Vector3): Vector3 {
	const size = Math.sqrt(dotProduct(a, a));
	return [a[0] / size, a[1] / size, a[2] / size];
}
