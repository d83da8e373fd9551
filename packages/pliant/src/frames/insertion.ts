/**
 * Frames that are inserted into a deformed body while it runs (Gilles et al. 2011, section 4.4), so that nothing jumps.
 *
 * Where the paper adds the new frame to the blend with its weight u, which moves every point within its range to the rigid motion of the
 * frame, here it is added relative to the motion that the body has there anyway,
 *
 *   b = Σ wᵢ aᵢ + u (a − m),   m = N(Σ wᵢ(X₀) aᵢ)
 *
 * with m the body's own motion at the new frame's rest origin X₀ (`carriedFrames.ts`). The frame starts on it, a = m with its velocity,
 * so b and its rate are what they were: positions, velocities and energy are continuous. Since m follows rigid motions, so does the blend.
 */
import { type Expr, evaluate, inputs } from "../energy/index.ts";
import type { Skinning } from "../mappings/skinning.ts";
import type { Vector3 } from "../mesh/mesh.ts";
import type { FramePlaces } from "./framePlaces.ts";
import type { Influences } from "./influences.ts";
import type { WeightField } from "./weights/weightField.ts";

export interface Insertion {
	/** The new frame and the one after it that it is relative to, by their numbers among all. */
	readonly frame: number;
	readonly carried: number;
	/** The weight, as a field of one frame. */
	readonly weight: WeightField;
}

/** The weights of points with those of an inserted frame; `isReached` gets a flag for each point that it reaches. */
export function withInsertion(
	{ offsets, frames, weights, gradients }: Influences,
	positions: Float64Array,
	{ frame, carried, weight }: Insertion,
	isReached = new Uint8Array(positions.length / 3),
): Influences {
	const count = isReached.length;
	const u = new Float64Array(count);
	const du = new Float64Array(3 * count);
	let reached = 0;
	for (let point = 0; point < count; point++) {
		const own = du.subarray(3 * point, 3 * point + 3);
		weight.evaluate(
			positions.subarray(3 * point, 3 * point + 3),
			u.subarray(point, point + 1),
			own,
		);
		if (u[point] === 0 && !own[0] && !own[1] && !own[2]) continue;
		if (!Number.isFinite(u[point] + own[0] + own[1] + own[2]))
			throw new Error(
				`insertFrame: the weight at point ${point} is ${u[point]}, its gradient [${own}]; they must be finite`,
			);
		isReached[point] = 1;
		reached++;
	}
	const length = frames.length + 2 * reached;
	const out = {
		offsets: new Uint32Array(count + 1),
		frames: new Uint32Array(length),
		weights: new Float64Array(length),
		gradients: new Float64Array(3 * length),
	};
	let to = 0;
	for (let point = 0; point < count; point++) {
		for (let k = offsets[point]; k < offsets[point + 1]; k++, to++) {
			out.frames[to] = frames[k];
			out.weights[to] = weights[k];
			for (let i = 0; i < 3; i++)
				out.gradients[3 * to + i] = gradients[3 * k + i];
		}
		if (isReached[point])
			for (const [number, sign] of [
				[frame, 1],
				[carried, -1],
			]) {
				out.frames[to] = number;
				out.weights[to] = sign * u[point];
				for (let i = 0; i < 3; i++)
					out.gradients[3 * to + i] = sign * du[3 * point + i];
				to++;
			}
		out.offsets[point + 1] = to;
	}
	return out;
}

/** The insertions but one, with the numbers that their frames have without its two. */
export function withoutInsertion(
	insertions: readonly Insertion[],
	removed: Insertion,
): Insertion[] {
	return insertions
		.filter((one) => one !== removed)
		.map(({ frame, carried, weight }) =>
			frame < removed.frame
				? { frame, carried, weight }
				: { frame: frame - 2, carried: carried - 2, weight },
		);
}

/** Flags of points that a frame reaches. */
export function reachOf(
	{ offsets, frames }: Influences,
	frame: number,
): Uint8Array {
	return Uint8Array.from({ length: offsets.length - 1 }, (_, point) =>
		frames.subarray(offsets[point], offsets[point + 1]).includes(frame) ? 1 : 0,
	);
}

/** Position and deformation gradient of one point, by the interpreter. */
export function evaluatePoint(
	places: FramePlaces,
	{ frames, weights, gradients }: Influences,
	X: ArrayLike<number>,
): { x: Vector3; F: number[] } {
	const { unknowns, outputs } = formulas(places.skinning);
	const { coordinates: size } = places.skinning;
	const heaviest = frames[weights.indexOf(Math.max(...weights))];
	const values = new Map<Expr, number>();
	for (const [r, row] of unknowns.Y.entries())
		for (const [c, unknown] of row.entries()) {
			let sum = 0;
			for (const [k, frame] of frames.entries())
				sum +=
					places.sign(frame, heaviest) *
					(c === 0 ? weights[k] : gradients[3 * k + c - 1]) *
					places.coordinates.array[size * frame + r];
			values.set(unknown, sum);
		}
	for (const [k, unknown] of unknowns.X.entries()) values.set(unknown, X[k]);
	const [x, y, z, ...F] = evaluate(outputs, (e) => values.get(e) as number);
	return { x: [x, y, z], F };
}

const known = new Map<Skinning, ReturnType<typeof makeFormulas>>();

function formulas(skinning: Skinning) {
	const made = known.get(skinning) ?? makeFormulas(skinning);
	known.set(skinning, made);
	return made;
}

function makeFormulas(skinning: Skinning) {
	const Y = Array.from({ length: skinning.coordinates }, (_, r) =>
		inputs(`Y${r}`, 4),
	);
	const X = inputs("X", 3);
	const b = Y.map(([first]) => first);
	const F = skinning.deformationGradient(
		b,
		Y.map((row) => row.slice(1)),
		X,
	);
	return {
		unknowns: { Y, X },
		outputs: [...skinning.position(b, X), ...F.flat()],
	};
}

/** x with F x = d, of a 3×3 matrix by rows. */
export function solve3(F: readonly number[], d: readonly number[]): number[] {
	const [a, b, c] = [F.slice(0, 3), F.slice(3, 6), F.slice(6)];
	const cross = (u: readonly number[], v: readonly number[]) => [
		u[1] * v[2] - u[2] * v[1],
		u[2] * v[0] - u[0] * v[2],
		u[0] * v[1] - u[1] * v[0],
	];
	const [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)];
	const determinant = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
	return [0, 1, 2].map(
		(k) => (bc[k] * d[0] + ca[k] * d[1] + ab[k] * d[2]) / determinant,
	);
}
