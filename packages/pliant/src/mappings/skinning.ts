/**
 * How points follow frames: each frame enters by a few numbers a(frame), its coordinates, that say how it was displaced from
 * rest; a point blends them linearly and is a function of the blend,
 *
 *   b = Σ wᵢ aᵢ,   W = Σ aᵢ ∇wᵢ,   x = x(b, X),   F = F(b, W, X).
 *
 * Only x and F are formulas to be differentiated, whatever the number of frames.
 */
import type { Expr, Matrix, Vector } from "../energy/index.ts";

/** Velocities of a frame: angular [rad/s], then of its origin [m/s], in the axes of the world. */
export const velocitySize = 6;

export interface Skinning {
	readonly name: "dual-quaternion" | "linear-blend";
	/** Numbers by which a frame enters. */
	readonly coordinates: number;
	/** How many of them, from the first on, do not change when a frame is translated. */
	readonly turning: number;
	/**
	 * Writes the coordinates of a frame, and their derivatives by its velocities, coordinates × 6 by rows. Poses are positions
	 * and quaternions.
	 */
	readonly place: (
		pose: Float64Array,
		rest: Float64Array,
		coordinates: Float64Array,
		tangent: Float64Array,
	) => void;
	/**
	 * Adds Σ h·∂²a/∂δ∂δ to a 6×6 matrix by rows: how the coordinates bend along the frame's motions, turning by a rotation vector and
	 * translating by δ.
	 */
	readonly addCurvature: (
		pose: Float64Array,
		rest: Float64Array,
		h: ArrayLike<number>,
		out: Float64Array,
	) => void;
	/** Whether a and −a are the same displacement, so that signs have to be chosen before blending. */
	readonly antipodal: boolean;
	/** Position of the point whose rest position is X. */
	readonly position: (b: Vector, X: Vector) => Expr[];
	/**
	 * Displacements as a group, where blends of coordinates are displacements too: c∘d, first d and then c, linear in both, and its
	 * inverse. Points that follow c∘b go where c takes those that follow b.
	 */
	readonly group?: {
		readonly compose: (c: Vector, d: Vector) => Expr[];
		readonly inverse: (c: Vector) => Expr[];
	};
	/** ∂x/∂X, of W[coordinate][axis]. */
	readonly deformationGradient: (b: Vector, W: Matrix, X: Vector) => Expr[][];
}
