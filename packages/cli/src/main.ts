/** The process around the command: signals in, exit status out. */
import { constants } from "node:os";
import { main } from "./command.ts";

const interrupt = new AbortController();
let interruptStatus = 0;
for (const name of ["SIGINT", "SIGTERM"] as const)
	process.once(name, () => {
		interruptStatus = 128 + constants.signals[name];
		interrupt.abort();
	});
// A reader that has seen enough (`pliant --help | head -1`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code !== "EPIPE") throw error;
});

const status = await main(process.argv.slice(2), {
	stdout: process.stdout,
	stderr: process.stderr,
	interrupt: interrupt.signal,
});
process.exitCode = interruptStatus || status;
