/** The process around the command: signals in, exit status out. The command itself runs in a thread, which may be busy when a signal comes. */
import { constants } from "node:os";
import { Worker } from "node:worker_threads";
import type {
	CommandThreadData,
	CommandThreadMessage,
} from "./commandThread.ts";
import { exitStatus } from "./exitStatus.ts";
import { sharedWords } from "./sharedWords.ts";

/** A command that has not reacted for so long [ms] is in the middle of something, and is ended there. */
const patience = 600;

const words = new Int32Array(new SharedArrayBuffer(4 * sharedWords.count));
const tellWidth = () =>
	Atomics.store(words, sharedWords.columns, process.stderr.columns ?? 0);
tellWidth();
process.stderr.on("resize", tellWidth);
// A reader that has seen enough (`pliant --help | head -1`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code !== "EPIPE") throw error;
});

const data: CommandThreadData = {
	argv: process.argv.slice(2),
	isTTY: { stdout: process.stdout.isTTY, stderr: process.stderr.isTTY },
	words,
};
const thread = new Worker(new URL("./commandThread.js", import.meta.url), {
	workerData: data,
});
let lastWords = "stopped";
let isStopping = false;
let interruptStatus = 0;
let status: number = exitStatus.failure;

thread.on("message", (message: CommandThreadMessage) => {
	if (message.kind === "end") status = message.status;
	else if (message.kind === "stopping") isStopping = true;
	else if (message.kind === "lastWords") lastWords = message.text;
	else process[message.kind].write(message.text);
});
thread.on("error", (error) => end(error.message, exitStatus.failure));
thread.on("exit", () => {
	process.exitCode = interruptStatus || status;
});

for (const name of ["SIGINT", "SIGTERM"] as const)
	process.on(name, () => {
		// Who asks twice does not want to wait for files either.
		if (interruptStatus !== 0) end(lastWords, interruptStatus);
		interruptStatus = 128 + constants.signals[name];
		Atomics.store(words, sharedWords.interrupted, 1);
		setTimeout(() => {
			if (!isStopping) end(lastWords, interruptStatus);
		}, patience).unref();
	});

/** Ends the process wherever the command is. Files are whole at any moment, and the last checkpoint is there. */
function end(text: string, status: number): void {
	const showCursor = process.stderr.isTTY ? "\x1b[?25h\n" : "";
	process.stderr.write(`${showCursor}pliant: ${text}\n`);
	process.exit(status);
}
