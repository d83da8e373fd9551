/**
 * Dual-quaternion skinning (Kavan et al. 2008; Gilles et al. 2011, eqs. 1, 2, 7, 8). A frame enters by its displacement from rest,
 * the dual quaternion a = q∘q̄⁻¹ = T q; a point is moved by the normalised blend.
 *
 * The normalisation needs no matrices of its own: with the point's own position taken into the blend, Q̃ₑ = Qₑ + ½ Q₀∘X̂,
 *
 *   x = 2 vec(Q̃ₑ∘Q₀*) / |Q₀|²,
 *   ∂x/∂Xₖ = (2 vec(W̃ₑₖ∘Q₀* + Q̃ₑ∘W₀ₖ*) − 2 x (Q₀·W₀ₖ)) / |Q₀|²,   W̃ₑₖ = Wₑₖ + ½ W₀ₖ∘X̂ + ½ Q₀∘êₖ,
 *
 * which is R X + t and R + Q N W of the paper, and whose derivatives follow by differentiation.
 */
import {
	add,
	constant,
	div,
	dot,
	type Expr,
	lengthSquared,
	mul,
	neg,
	sub,
	transpose,
	type Vector,
} from "../energy/index.ts";
import {
	conjugate,
	dualQuaternion,
	multiplyQuaternions,
	type Quaternion,
} from "./quaternion.ts";
import type { Skinning } from "./skinning.ts";

/** p∘q of expressions. */
function product(p: Vector, q: Vector): Expr[] {
	const [a, b, c, w] = p;
	const row = (...terms: [Expr, Expr][]) => terms;
	const sum = (positive: [Expr, Expr][], negative: [Expr, Expr][]) =>
		sub(
			dot(
				positive.map(([x]) => x),
				positive.map(([, y]) => y),
			),
			dot(
				negative.map(([x]) => x),
				negative.map(([, y]) => y),
			),
		);
	return [
		sum(row([w, q[0]], [a, q[3]], [b, q[2]]), row([c, q[1]])),
		sum(row([w, q[1]], [b, q[3]], [c, q[0]]), row([a, q[2]])),
		sum(row([w, q[2]], [c, q[3]], [a, q[1]]), row([b, q[0]])),
		sum(row([w, q[3]]), row([a, q[0]], [b, q[1]], [c, q[2]])),
	];
}

const conjugated = ([a, b, c, w]: Vector): Expr[] => [...neg([a, b, c]), w];
const zero = constant(0);
/** A vector as a quaternion. */
const pure = (v: Vector): Expr[] => [...v, zero];
const axes = [0, 1, 2].map((k) =>
	[0, 1, 2, 3].map((i) => constant(i === k ? 1 : 0)),
);

/** Q̃ₑ: the dual half with the point's own position in it. */
const carried = (real: Vector, dual: Vector, X: Vector): Expr[] =>
	add(dual, mul(0.5, product(real, pure(X))));

/** 2 vec(p∘q*). */
const translation = (p: Vector, q: Vector): Expr[] =>
	mul(2, product(p, conjugated(q)).slice(0, 3));

/** 1/|q|²: one division, however often it is used. */
const reciprocal = (q: Vector): Expr => div(1, lengthSquared(q));

function position(b: Vector, X: Vector): Expr[] {
	const real = b.slice(0, 4);
	const dual = carried(real, b.slice(4), X);
	return mul(reciprocal(real), translation(dual, real));
}

export const dualQuaternionSkinning: Skinning = {
	name: "dual-quaternion",
	coordinates: 8,
	turning: 4,
	antipodal: true,
	position,
	group: {
		compose: (c, d) => [
			...product(c.slice(0, 4), d.slice(0, 4)),
			...add(
				product(c.slice(0, 4), d.slice(4)),
				product(c.slice(4), d.slice(0, 4)),
			),
		],
		inverse: (c) => {
			const [real, dual] = [c.slice(0, 4), c.slice(4)];
			const back = mul(reciprocal(real), conjugated(real));
			return [...back, ...neg(product(product(back, dual), back))];
		},
	},
	deformationGradient: (b, W, X) => {
		const real = b.slice(0, 4);
		const dual = carried(real, b.slice(4), X);
		const x = position(b, X);
		const columns = transpose(W).map((column, k) => {
			const slopeReal = column.slice(0, 4);
			const slopeDual = add(
				carried(slopeReal, column.slice(4), X),
				mul(0.5, product(real, axes[k])),
			);
			const change = add(
				translation(slopeDual, real),
				translation(dual, slopeReal),
			);
			return mul(
				reciprocal(real),
				sub(change, mul(mul(2, dot(real, slopeReal)), x)),
			);
		});
		return transpose(columns);
	},
	place: (pose, rest, coordinates, tangent) => {
		// a = q∘q̄⁻¹ with q = q₀ + ε ½ t̂∘q₀, and the inverse of rest the conjugates of both halves.
		times(pose, 0, pose, 3, 0.5, scratch, dual);
		times(rest, 0, rest, 3, 0.5, scratch, restDual);
		for (let i = 0; i < 4; i++) {
			const sign = i < 3 ? -1 : 1;
			scratch[restReal + i] = sign * rest[3 + i];
			scratch[restDual + i] *= sign;
		}
		product4(pose, 3, scratch, restReal, coordinates, 0);
		product4(scratch, dual, scratch, restReal, coordinates, 4);
		product4(pose, 3, scratch, restDual, scratch, spare);
		for (let i = 0; i < 4; i++) coordinates[4 + i] += scratch[spare + i];
		// Turning about the frame's origin: δq₀ = ½ ω∘q₀ and δqₑ = ½ t̂∘δq₀. Translating: δqₑ = ½ τ∘q₀.
		for (let k = 0; k < 3; k++) {
			axis[0] = axis[1] = axis[2] = 0;
			axis[k] = 1;
			times(axis, 0, pose, 3, 0.5, scratch, turn);
			times(pose, 0, scratch, turn, 0.5, scratch, turnDual);
			product4(scratch, turn, scratch, restReal, scratch, spare);
			for (let i = 0; i < 4; i++) {
				tangent[6 * i + k] = scratch[spare + i];
				tangent[6 * i + 3 + k] = 0;
				tangent[6 * (4 + i) + 3 + k] = scratch[spare + i];
			}
			product4(scratch, turnDual, scratch, restReal, scratch, spare);
			for (let i = 0; i < 4; i++) tangent[6 * (4 + i) + k] = scratch[spare + i];
			product4(scratch, turn, scratch, restDual, scratch, spare);
			for (let i = 0; i < 4; i++)
				tangent[6 * (4 + i) + k] += scratch[spare + i];
		}
	},
	addCurvature: (pose, rest, h, out) => {
		// To second order, q₀ changes by −|ω|²/8 q₀ and qₑ by −|ω|²/16 t̂∘q₀ + ¼ τ∘ω∘q₀.
		const { real, dual, restReal, restDual } = halves(pose, rest);
		const a = multiplyQuaternions(real, restReal);
		const b = multiplyQuaternions(real, restDual);
		const c = multiplyQuaternions(dual, restReal);
		let bend = 0;
		for (let i = 0; i < 4; i++)
			bend -= (h[i] * a[i] + h[4 + i] * (b[i] + c[i])) / 4;
		for (let k = 0; k < 3; k++) {
			out[7 * k] += bend;
			const turn = multiplyQuaternions(half(k), real);
			for (let j = 0; j < 3; j++) {
				const both = multiplyQuaternions(
					multiplyQuaternions(half(j), turn),
					restReal,
				);
				let mixed = 0;
				for (let i = 0; i < 4; i++) mixed += h[4 + i] * both[i];
				out[6 * k + 3 + j] += mixed;
				out[6 * (3 + j) + k] += mixed;
			}
		}
	},
};

/** Half a unit vector, or half a position, as a quaternion. */
function half(k: number, position?: Float64Array): Quaternion {
	if (position) return [position[0] / 2, position[1] / 2, position[2] / 2, 0];
	return [k === 0 ? 0.5 : 0, k === 1 ? 0.5 : 0, k === 2 ? 0.5 : 0, 0];
}

/** Both halves of a frame's dual quaternion, and those of the inverse of its rest. */
function halves(pose: Float64Array, rest: Float64Array) {
	const current = dualQuaternion(pose, pose.subarray(3));
	const before = dualQuaternion(rest, rest.subarray(3));
	return {
		real: current.slice(0, 4),
		dual: current.slice(4),
		restReal: conjugate(before),
		restDual: conjugate(before.slice(4)),
	};
}

/** Room for `place`, which is called for every frame whenever frames move. */
const scratch = new Float64Array(24);
const [dual, restReal, restDual, turn, turnDual, spare] = [0, 4, 8, 12, 16, 20];
const axis = new Float64Array(3);

/** out = p∘q of quaternions that begin at offsets; out may be neither of them. */
function product4(
	p: Float64Array,
	i: number,
	q: Float64Array,
	j: number,
	out: Float64Array,
	k: number,
): void {
	const a = p[i];
	const b = p[i + 1];
	const c = p[i + 2];
	const w = p[i + 3];
	out[k] = w * q[j] + q[j + 3] * a + b * q[j + 2] - c * q[j + 1];
	out[k + 1] = w * q[j + 1] + q[j + 3] * b + c * q[j] - a * q[j + 2];
	out[k + 2] = w * q[j + 2] + q[j + 3] * c + a * q[j + 1] - b * q[j];
	out[k + 3] = w * q[j + 3] - a * q[j] - b * q[j + 1] - c * q[j + 2];
}

/** out = factor · v̂∘q of a vector and a quaternion. */
function times(
	v: Float64Array,
	i: number,
	q: Float64Array,
	j: number,
	factor: number,
	out: Float64Array,
	k: number,
): void {
	const a = factor * v[i];
	const b = factor * v[i + 1];
	const c = factor * v[i + 2];
	out[k] = q[j + 3] * a + b * q[j + 2] - c * q[j + 1];
	out[k + 1] = q[j + 3] * b + c * q[j] - a * q[j + 2];
	out[k + 2] = q[j + 3] * c + a * q[j + 1] - b * q[j];
	out[k + 3] = -a * q[j] - b * q[j + 1] - c * q[j + 2];
}
