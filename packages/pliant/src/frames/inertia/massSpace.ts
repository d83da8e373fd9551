/**
 * Where the mass of a body of frames is: coordinates y of all its matter, functions of where the frames are, with a constant mass matrix m.
 * Inertia is that of points in space, whatever moves them.
 */
export interface MassSpace {
	/** How many numbers y has. */
	readonly length: number;
	/** [kg] */
	readonly mass: number;
	/** Writes y where the frames are. */
	positions(out: Float64Array): void;
	/** Writes J·Ω: the rates of y where frames have velocities, six numbers each. */
	velocities(frames: Float64Array, out: Float64Array): void;
	/** out = m · a. */
	weigh(a: Float64Array, out: Float64Array): void;
	/** The size [N] of forces on y, given a length of the body [m]. */
	size(f: Float64Array, arm: number): number;
	/** out += Jᵀ f: torques and forces on frames. */
	pull(f: Float64Array, out: Float64Array): void;
	/** out += factor · Jᵀ m J, dense by rows. */
	addMass(factor: number, out: Float64Array): void;
	/** out += Σ f · ∂²y by the frames' motions, where that is known. */
	addCurvature?(f: Float64Array, out: Float64Array): void;
	/** Writes the rate of change of y under an acceleration [m/s²] of all matter. */
	fall(acceleration: ArrayLike<number>, out: Float64Array): void;
}
