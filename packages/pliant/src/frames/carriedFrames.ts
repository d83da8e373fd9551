/**
 * Frames that others carry: each moves by the normalised blend m = N(Σ c a) of frames before it, as a point of the body with an
 * orientation would. They have no degrees of freedom. A frame that is inserted into a deformed body is blended relative to one
 * (`FrameModel.insert`).
 */
import {
	conjugate,
	dualQuaternion,
	multiplyDual,
	multiplyQuaternions,
	normalizedDual,
	poseOf,
} from "../mappings/quaternion.ts";
import { velocitySize } from "../mappings/skinning.ts";
import type { FramePlaces } from "./framePlaces.ts";

export interface CarriedFrame {
	/** Its number among all frames. */
	readonly frame: number;
	/** Those that carry it, all before it, and their weights. */
	readonly carriers: readonly number[];
	readonly weights: readonly number[];
}

/** Weights with the signs that quaternions need to be blended. */
function signedWeights(
	{ carriers, weights }: CarriedFrame,
	places: FramePlaces,
): number[] {
	const heaviest = carriers[weights.indexOf(Math.max(...weights))];
	return weights.map((w, k) => w * places.sign(carriers[k], heaviest));
}

function blendOf(carried: CarriedFrame, places: FramePlaces): number[] {
	const weights = signedWeights(carried, places);
	const a = places.coordinates.array;
	return Array.from({ length: 8 }, (_, r) =>
		carried.carriers.reduce(
			(sum, frame, k) => sum + weights[k] * a[8 * frame + r],
			0,
		),
	);
}

/** Sets the pose of a carried frame from those that carry it, whose coordinates are up to date. */
export function placeCarried(carried: CarriedFrame, places: FramePlaces): void {
	const rest = places.restPose(carried.frame);
	const m = normalizedDual(blendOf(carried, places));
	const q = multiplyDual(m, dualQuaternion(rest, rest.subarray(3)));
	places.pose(carried.frame).set(poseOf(q));
	places.updateFrame(carried.frame);
}

/** Derivatives of its velocities by those of each frame that carries it: 6×6 by rows. */
export function carriedJacobians(
	carried: CarriedFrame,
	places: FramePlaces,
): Float64Array[] {
	const b = blendOf(carried, places);
	const weights = signedWeights(carried, places);
	const m = normalizedDual(b);
	const rest = places.restPose(carried.frame);
	const restDual = dualQuaternion(rest, rest.subarray(3));
	const q = multiplyDual(m, restDual);
	return carried.carriers.map((frame, k) => {
		const tangent = places.tangent(frame);
		const out = new Float64Array(velocitySize * velocitySize);
		for (let c = 0; c < velocitySize; c++) {
			const rate = Array.from(
				{ length: 8 },
				(_, r) => weights[k] * tangent[velocitySize * r + c],
			);
			const velocity = velocityOf(
				q,
				multiplyDual(normalizedRate(b, m, rate), restDual),
			);
			for (let r = 0; r < velocitySize; r++)
				out[velocitySize * r + c] = velocity[r];
		}
		return out;
	});
}

const dot4 = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
	a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];

/** The rate of N(b) for a rate of b: (d − m (m*∘d's scalar part)) / λ, in dual numbers. */
function normalizedRate(
	b: readonly number[],
	m: readonly number[],
	d: readonly number[],
): number[] {
	const n = Math.hypot(b[0], b[1], b[2], b[3]);
	const s = dot4(b, b.slice(4)) / n;
	const [m0, me, d0, de] = [
		m.slice(0, 4),
		m.slice(4),
		d.slice(0, 4),
		d.slice(4),
	];
	// The part along m, a dual number, goes; then division by n + ε s.
	const along = dot4(m0, d0);
	const alongDual = dot4(m0, de) + dot4(me, d0);
	const real = d0.map((x, i) => (x - m0[i] * along) / n);
	const dual = de.map(
		(x, i) => (x - m0[i] * alongDual - me[i] * along - s * real[i]) / n,
	);
	return [...real, ...dual];
}

/** Angular velocity and that of the origin, from the rate of a unit dual quaternion. */
function velocityOf(q: readonly number[], rate: readonly number[]): number[] {
	const back = conjugate(q);
	const turn = multiplyQuaternions(rate.slice(0, 4), back);
	const a = multiplyQuaternions(rate.slice(4), back);
	const b = multiplyQuaternions(q.slice(4), conjugate(rate));
	return [
		...[2 * turn[0], 2 * turn[1], 2 * turn[2]],
		...[0, 1, 2].map((k) => 2 * (a[k] + b[k])),
	];
}
