/** The command in a thread of its own, so that another one hears signals while a step is being taken. */
import { parentPort, workerData } from "node:worker_threads";
import { main } from "./command.ts";
import type { Output } from "./io.ts";
import { sharedWords } from "./sharedWords.ts";
import { findBrowser } from "./studio/browser.ts";

/** What the process tells the thread when it starts it. */
export interface CommandThreadData {
	readonly argv: readonly string[];
	readonly isTTY: Readonly<Record<"stdout" | "stderr", boolean>>;
	/** See `sharedWords`. */
	readonly words: Int32Array;
}

/** What the thread tells the process. */
export type CommandThreadMessage =
	| { readonly kind: "stdout" | "stderr"; readonly text: string }
	| { readonly kind: "lastWords"; readonly text: string }
	| { readonly kind: "stopping" }
	| { readonly kind: "end"; readonly status: number };

const { argv, isTTY, words } = workerData as CommandThreadData;
const tell = (message: CommandThreadMessage) =>
	parentPort?.postMessage(message);

const output = (kind: "stdout" | "stderr"): Output => ({
	isTTY: isTTY[kind],
	// Undefined where there is no terminal.
	get columns() {
		return Atomics.load(words, sharedWords.columns) || undefined;
	},
	write: (text) => tell({ kind, text }),
});

const status = await main(argv, {
	stdout: output("stdout"),
	stderr: output("stderr"),
	browser: findBrowser(),
	interrupt: {
		get aborted() {
			return Atomics.load(words, sharedWords.interrupted) === 1;
		},
	},
	stopping: () => tell({ kind: "stopping" }),
	setLastWords: (text) => tell({ kind: "lastWords", text }),
});
tell({ kind: "end", status });
