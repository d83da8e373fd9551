/** One simulation with its view: a stage, the worker behind it, and the hand that touches it. */

import { element } from "./dom.ts";
import type {
	Completions,
	Frame,
	Opened,
	Request,
	SceneSource,
} from "./protocol.ts";
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
	completions(found: Completions): void;
}

/** Positions of all points at a time [s]. */
interface Moment {
	readonly time: number;
	readonly points: readonly Float32Array[];
}

/** Moments that others can still be compared with. */
const rememberedMoments = 12;

export class Lane {
	readonly label = element("p", { className: "view-label" });
	readonly element = element("div", { className: "view" }, this.label);
	readonly stage = new Stage(this.element);
	readonly view = new SceneView(this.stage);
	readonly hand: Hand;
	source: SceneSource | undefined;
	/** What the gallery calls it. */
	name: string | undefined;
	current: Opened | undefined;
	/** How far points are [m] from where those of the first lane are at the same time, once that is known. */
	apart: readonly Float32Array[] | undefined;
	private readonly moments: Moment[] = [];
	/** Simulated time of the last frame [s]. */
	time = 0;
	private readonly client: SimulationClient;
	private readonly endTheme: () => void;
	/** While a scene is being opened, the last one that was asked for waits. */
	private isOpening = false;
	/** Whether it plays once the last scene that was asked for is open. */
	private startsPlaying = false;
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
				this.moments.push({ time: frame.time, points: this.view.points });
				if (this.moments.length > rememberedMoments) this.moments.shift();
				listener.frame(this, frame);
			},
			failed: (message, lines) => {
				listener.failed(this, message, lines);
				this.opened();
			},
			file: listener.file,
			completions: listener.completions,
		});
		this.hand = new Hand({
			stage: this.stage,
			view: this.view,
			make: (change) => this.send({ kind: "change", change }),
			unitStiffness: (body) => this.current?.unitStiffness[body] ?? 1,
		});
		this.endTheme = onTheme((theme) => this.stage.setTheme(theme));
	}

	/**
	 * @param keepState whether to go on from where the simulation is, with other values
	 * @param plays whether to play then, if it did not before
	 */
	open(source: SceneSource, { keepState = false, plays = false } = {}): void {
		this.source = source;
		this.startsPlaying ||= plays;
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
		if (!waiting) {
			if (this.startsPlaying) this.send({ kind: "play" });
			this.startsPlaying = false;
			return;
		}
		this.waiting = undefined;
		this.isOpening = true;
		this.client.send(waiting);
	}

	/** Compares the last frame with another simulation of the same points, as it was at the same time. */
	compareWith(other: Lane): void {
		const now = this.moments.at(-1);
		const then = other.moments.findLast(
			({ time }) => Math.abs(time - (now?.time ?? 0)) < 1e-9,
		);
		if (!now || !then) return;
		const sizes = ({ points }: Moment) => points.map((x) => x.length).join();
		if (sizes(now) !== sizes(then)) {
			this.apart = undefined;
			return;
		}
		this.apart = now.points.map((x, body) => {
			const y = then.points[body];
			return Float32Array.from({ length: x.length / 3 }, (_, i) =>
				Math.hypot(
					x[3 * i] - y[3 * i],
					x[3 * i + 1] - y[3 * i + 1],
					x[3 * i + 2] - y[3 * i + 2],
				),
			);
		});
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
