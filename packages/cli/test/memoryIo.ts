import type { Io } from "../src/io.ts";

/** An Io that keeps what is written. */
export function memoryIo({ isTTY = false, columns = 80 } = {}) {
	const written = { stdout: "", stderr: "" };
	const output = (name: keyof typeof written) => ({
		isTTY,
		columns,
		write: (text: string) => {
			written[name] += text;
		},
	});
	const interrupt = new AbortController();
	const io: Io = {
		stdout: output("stdout"),
		stderr: output("stderr"),
		interrupt: interrupt.signal,
		stopping: () => {},
		setLastWords: () => {},
	};
	return { io, written, interrupt };
}
