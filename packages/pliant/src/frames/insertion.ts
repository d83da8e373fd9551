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
	/** The new frame and the one that it is relative to, by their numbers among all. */
	readonly frame: number;
	readonly carried: number;
	/** Of one frame. */
	readonly weight: WeightField;
}

/** The weights of points with those of inserted frames; `isChanged` gets a flag for each point that they reach. */
export function withInsertions(
	base: Influences,
	positions: Float64Array,
	insertions: readonly Insertion[],
	isChanged?: Uint8Array,
): Influences {
	if (insertions.length === 0) return base;
	const count = positions.length / 3;
	const offsets = new Uint32Array(count + 1);
	const frames: number[] = [];
	const weights: number[] = [];
	const gradients: number[] = [];
	const u = new Float64Array(1);
	const du = new Float64Array(3);
	for (let point = 0; point < count; point++) {
		for (let k = base.offsets[point]; k < base.offsets[point + 1]; k++) {
			frames.push(base.frames[k]);
			weights.push(base.weights[k]);
			gradients.push(...base.gradients.subarray(3 * k, 3 * k + 3));
		}
		const X = positions.subarray(3 * point, 3 * point + 3);
		for (const { frame, carried, weight } of insertions) {
			weight.evaluate(X, u, du);
			if (u[0] === 0 && !du[0] && !du[1] && !du[2]) continue;
			frames.push(frame, carried);
			weights.push(u[0], -u[0]);
			gradients.push(...du, ...du.map((g) => -g));
			if (isChanged) isChanged[point] = 1;
		}
		offsets[point + 1] = frames.length;
	}
	return {
		offsets,
		frames: Uint32Array.from(frames),
		weights: Float64Array.from(weights),
		gradients: Float64Array.from(gradients),
	};
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
