/** What an implicit step, or statics, sets out to solve. */
/** Rayleigh damping: forces −(mass · M + stiffness · K) v. */
export interface RayleighDamping {
	/** α [1/s]. */
	readonly mass: number;
	/** β [s]. */
	readonly stiffness: number;
}

export interface StepSetup {
	/** h [s]; infinite for statics. */
	readonly duration: number;
	/** Dissipation is evaluated at x* + weight · h v*. */
	readonly dissipationWeight: number;
	/** Time [s] at which loads are taken. */
	readonly time: number;
	/** Time [s] at which the step begins, which is where colliders are then. */
	readonly fromTime: number;
	/** Time [s] of the targets of constrained vertices, and of the colliders. */
	readonly targetTime: number;
	/** Fraction of the loads that acts. */
	readonly loadFactor: number;
	/** Fraction of the way from where they are to their targets that constrained vertices are moved. */
	readonly targetFraction: number;
	/** p of x* = x + p (x − x before). */
	readonly past: number;
	/** Whether what is solved for is the middle of the step. */
	readonly isMidpoint: boolean;
}

export const noStep: StepSetup = {
	duration: Number.POSITIVE_INFINITY,
	dissipationWeight: 1,
	time: 0,
	fromTime: 0,
	targetTime: 0,
	targetFraction: 1,
	loadFactor: 1,
	past: 0,
	isMidpoint: false,
};
