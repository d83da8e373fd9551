export const exitStatus = {
	success: 0,
	/** The simulation diverged, or a check found errors. */
	failure: 1,
	/** The arguments, or the files they name, cannot be used. */
	usage: 2,
	/** The user stopped it: 128 + SIGINT. */
	interrupted: 130,
} as const;
