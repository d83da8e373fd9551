/** The worker that simulates, seen from the page. */
import type {
	Completions,
	Frame,
	Opened,
	Request,
	Response,
} from "./protocol.ts";

export interface Listener {
	opened(opened: Opened): void;
	/** The arrays of the frame are the listener's until it returns. */
	frame(frame: Frame): void;
	/** Other values were taken without opening anew. */
	applied(milliseconds: number): void;
	failed(message: string, lines: readonly number[]): void;
	file(name: string, bytes: Uint8Array<ArrayBuffer>): void;
	completions(found: Completions): void;
}

export class SimulationClient {
	private readonly worker = new Worker(
		new URL("./worker/simulationWorker.ts", import.meta.url),
		{ type: "module", name: "simulation" },
	);

	constructor(listener: Listener) {
		this.worker.onmessage = ({ data }: MessageEvent<Response>) => {
			switch (data.kind) {
				case "opened":
					return listener.opened(data);
				case "frame": {
					listener.frame(data);
					const transfer = data.points.map(
						({ buffer }) => buffer as ArrayBuffer,
					);
					this.worker.postMessage(
						{ kind: "taken", buffers: data.points } satisfies Request,
						transfer,
					);
					return;
				}
				case "applied":
					return listener.applied(data.milliseconds);
				case "completions":
					return listener.completions(data);
				case "failed":
					return listener.failed(data.message, data.lines);
				case "file":
					return listener.file(data.name, data.bytes);
			}
		};
		this.worker.onerror = ({ message }) =>
			listener.failed(`The simulation stopped: ${message}`, []);
	}

	send(request: Request): void {
		this.worker.postMessage(request);
	}

	close(): void {
		this.worker.terminate();
	}
}
