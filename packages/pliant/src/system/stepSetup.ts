/** Rayleigh damping: forces −(mass · M + stiffness · K) v. */
export interface RayleighDamping {
	/** α [1/s]. */
	readonly mass: number;
	/** β [s]. */
	readonly stiffness: number;
}

/** The backward Euler step that an implicit substep, or statics, solves. */
export interface StepSetup {
	/** h [s]: length of the substep. */
	readonly length: number;
	/** Time [s] for which the velocities at the end of the substep act, from x* on; infinite for statics. */
	readonly duration: number;
	/** τ [s]: time for which the forces at the end of the substep act, from v* on; infinite for statics. */
	readonly forceDuration: number;
	/** e: weight of the remembered rates against those at the end of the substep; see `time/integrators/alphaMethod.ts`. */
	readonly memoryWeight: number;
	/** True if the motion before the substep is unknown. */
	readonly isFirst: boolean;
	/** True if something touches, so that positions follow the velocities of the end. */
	readonly hasContact: boolean;
	/** Dissipation is evaluated at x* + weight · τ v*. */
	readonly dissipationWeight: number;
	/** Time [s] at which loads are taken. */
	readonly time: number;
	/** Time [s] at which the substep begins. Colliders are there then. */
	readonly fromTime: number;
	/** Time [s] of the targets of constrained vertices, and of the colliders. */
	readonly targetTime: number;
	/** Fraction of the loads that acts. */
	readonly loadFactor: number;
	/** Fraction of the way from where they are to their targets that constrained vertices are moved. */
	readonly targetFraction: number;
}

export const noStep: StepSetup = {
	length: Number.POSITIVE_INFINITY,
	duration: Number.POSITIVE_INFINITY,
	forceDuration: Number.POSITIVE_INFINITY,
	memoryWeight: 0,
	isFirst: true,
	hasContact: false,
	dissipationWeight: 1,
	time: 0,
	fromTime: 0,
	targetTime: 0,
	targetFraction: 1,
	loadFactor: 1,
};
