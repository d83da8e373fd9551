/** Threads in a browser. */
import type { Threads } from "../numerics/threads.ts";

/** So many threads for a simulation, the calling one included; one where the page is not cross-origin isolated, which has no shared memory. */
export function webThreads(count: number): Threads {
	return {
		count: globalThis.crossOriginIsolated ? count : 1,
		start: ({ onMessage, onEnd }) => {
			const worker = new Worker(new URL("./webWorker.js", import.meta.url), {
				type: "module",
			});
			worker.addEventListener("message", ({ data }) => onMessage(data));
			worker.addEventListener("error", ({ message }) => onEnd(message));
			return worker;
		},
	};
}
