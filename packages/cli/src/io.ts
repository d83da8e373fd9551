/** What the command touches of its process: passed in, so that tests can pass their own. */

/** A terminal, a pipe or a file. */
export interface Output {
	write(text: string): unknown;
	/** Whether it is a terminal. */
	readonly isTTY?: boolean;
	/** Width of the terminal [characters]. */
	readonly columns?: number | undefined;
}

export interface Io {
	/** Takes results. */
	readonly stdout: Output;
	/** Takes progress and errors. */
	readonly stderr: Output;
	/** A Chromium that pictures may be drawn in. */
	readonly browser?: string | undefined;
	/** Aborted when the user wants to stop, which is seen in the middle of a step too. */
	readonly interrupt: { readonly aborted: boolean };
	/** Tells that this was seen: what has to be saved and closed may take its time from here on. */
	stopping(): void;
	/** What to tell where the program has to be ended in the middle of its work. */
	setLastWords(text: string): void;
}
