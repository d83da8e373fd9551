/** What the command touches of its process: passed in, so that tests can pass their own. */

/** A terminal, a pipe or a file. */
export interface Output {
	write(text: string): unknown;
	/** Whether it is a terminal. */
	readonly isTTY?: boolean;
	/** Width of the terminal [characters]. */
	readonly columns?: number;
}

export interface Io {
	/** Takes results. */
	readonly stdout: Output;
	/** Takes progress and errors. */
	readonly stderr: Output;
	/** Aborted when the user wants to stop. */
	readonly interrupt: AbortSignal;
}
