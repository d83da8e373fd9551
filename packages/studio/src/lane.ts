/** One simulation with its view: a stage, the worker behind it, and the hand that touches it. */

import { element } from "./dom.ts";
import type { Frame, Opened, Request, SceneSource } from "./protocol.ts";
import { SimulationClient } from "./simulationClient.ts";
import { onTheme } from "./theme.ts";
import { Hand } from "./view/hand.ts";
import { SceneView } from "./view/sceneView.ts";
import { Stage } from "./view/stage.ts";

export interface LaneListener {
	opened(lane: Lane, opened: Opened): void;
	frame(lane: Lane, frame: Frame): void;
	failed(lane: Lane, message: string, lines: readonly number[]): void;
	file(name: string, bytes: Uint8Array<ArrayBuffer>): void;
}

export class Lane {
	readonly label = element("p", { className: "view-label" });
	readonly element = element("div", { className: "view" }, this.label);
	readonly stage = new Stage(this.element);
	readonly view = new SceneView(this.stage);
	readonly hand: Hand;
	source: SceneSource | undefined;
	current: Opened | undefined;
	/** Simulated time of the last frame [s]. */
	time = 0;
	private readonly client: SimulationClient;
	private readonly endTheme: () => void;
	/** While a scene is being opened, the last one that was asked for waits. */
	private isOpening = false;
	private waiting: Extract<Request, { kind: "open" }> | undefined;

	constructor(listener: LaneListener) {
		this.client = new SimulationClient({
			opened: (opened) => {
				this.current = opened;
				this.view.open(opened);
				listener.opened(this, opened);
				this.opened();
			},
			frame: (frame) => {
				this.view.take(frame);
				this.hand.show();
				listener.frame(this, frame);
			},
			failed: (message, lines) => {
				listener.failed(this, message, lines);
				this.opened();
			},
			file: listener.file,
		});
		this.hand = new Hand({
			stage: this.stage,
			view: this.view,
			make: (change) => this.send({ kind: "change", change }),
			unitStiffness: (body) => this.current?.unitStiffness[body] ?? 1,
		});
		this.endTheme = onTheme((theme) => this.stage.setTheme(theme));
	}

	/** @param keepState whether to go on from where the simulation is, with other values */
	open(source: SceneSource, { keepState = false } = {}): void {
		this.source = source;
		const request = { kind: "open", source, keepState } as const;
		if (this.isOpening) {
			this.waiting = request;
			return;
		}
		this.isOpening = true;
		this.client.send(request);
	}

	private opened(): void {
		this.isOpening = false;
		const { waiting } = this;
		if (!waiting) return;
		this.waiting = undefined;
		this.isOpening = true;
		this.client.send(waiting);
	}

	send(request: Request): void {
		this.client.send(request);
	}

	close(): void {
		this.endTheme();
		this.client.close();
		this.stage.dispose();
	}
}
