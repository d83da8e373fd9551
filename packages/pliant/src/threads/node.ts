/// <reference types="node" />
/** Threads in Node. */
import { Worker } from "node:worker_threads";
import type { Threads } from "../numerics/threads.ts";

/** So many threads for a simulation, the calling one included. They never keep the process alive. */
export function nodeThreads(count: number): Threads {
	return {
		count,
		start: ({ onMessage, onEnd }) => {
			const worker = new Worker(new URL("./nodeWorker.js", import.meta.url));
			worker.unref();
			worker.on("message", onMessage);
			worker.on("error", (error) => onEnd(error.message));
			worker.on("exit", (code) => onEnd(`it ended with status ${code}`));
			return {
				postMessage: (message) => worker.postMessage(message),
				terminate: () => void worker.terminate(),
			};
		},
	};
}
