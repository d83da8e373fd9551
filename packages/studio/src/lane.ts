/** One simulation with its view: a stage, the worker behind it, and the hand that touches it. */

import { element } from "./dom.ts";
import {
	type Change,
	type Completions,
	type Frame,
	type Looks,
	type Opened,
	plainLooks,
	type Request,
	type SceneSource,
} from "./protocol.ts";
import { SimulationClient } from "./simulationClient.ts";
import { onTheme } from "./theme.ts";
import { Aim } from "./view/aim.ts";
import { Ball } from "./view/ball.ts";
import { Gizmo, Inserter } from "./view/frameTools.ts";
import { Hand } from "./view/hand.ts";
import { ProbeTool } from "./view/probe.ts";
import { Ruler } from "./view/ruler.ts";
import { SceneView } from "./view/sceneView.ts";
import { Stage } from "./view/stage.ts";
import { Tools } from "./view/tool.ts";

export interface LaneListener {
	opened(lane: Lane, opened: Opened): void;
	frame(lane: Lane, frame: Frame): void;
	applied(lane: Lane, milliseconds: number): void;
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

type Asked = Extract<Request, { kind: "open" | "values" }>;

/** What is left to ask for of two requests, one after the other. */
function later(waiting: Asked | undefined, next: Asked): Asked {
	if (!waiting || next.kind === "open") return next;
	const isSame =
		waiting.kind === "values" && waiting.change.object === next.change.object;
	// What was to be opened has the values as well.
	return isSame
		? next
		: {
				kind: "open",
				source: next.source,
				keepState: waiting.kind === "values" || waiting.keepState,
			};
}

export class Lane {
	readonly label = element("p", { className: "view-label" });
	readonly element = element("div", { className: "view" }, this.label);
	readonly stage = new Stage(this.element);
	readonly view = new SceneView(this.stage);
	readonly hand: Hand;
	readonly ball: Ball;
	readonly probe: ProbeTool;
	readonly ruler: Ruler;
	readonly gizmo: Gizmo;
	readonly tools: Tools;
	/** What is seen of it besides shapes. */
	looks: Looks = plainLooks;
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
	private waiting: Asked | undefined;

	constructor(listener: LaneListener) {
		this.client = new SimulationClient({
			opened: (opened) => {
				this.current = opened;
				this.view.open(opened);
				this.tools.open(opened);
				listener.opened(this, opened);
				this.opened();
			},
			frame: (frame) => {
				this.view.take(frame);
				this.tools.show(frame);
				this.moments.push({ time: frame.time, points: this.view.points });
				if (this.moments.length > rememberedMoments) this.moments.shift();
				listener.frame(this, frame);
			},
			applied: (milliseconds) => {
				listener.applied(this, milliseconds);
				this.opened();
			},
			failed: (message, lines) => {
				listener.failed(this, message, lines);
				this.opened();
			},
			file: listener.file,
			completions: listener.completions,
		});
		const aim = new Aim(this.stage, this.view);
		const make = (change: Change) => this.send({ kind: "change", change });
		this.hand = new Hand({
			aim,
			make,
			unitStiffness: (body) => this.current?.unitStiffness[body] ?? 1,
		});
		this.ball = new Ball(aim, make);
		this.probe = new ProbeTool(aim, (probes) => this.look({ probes }));
		this.ruler = new Ruler(aim);
		this.gizmo = new Gizmo(aim, make);
		const { hand, ball, probe, ruler, gizmo } = this;
		const insert = new Inserter(aim, make);
		this.tools = new Tools(
			this.stage,
			{ hand, ball, probe, ruler, gizmo, insert },
			() => this.view.keepCamera(),
		);
		// Words stay at their points.
		this.stage.controls.addEventListener("change", () => {
			probe.show();
			ruler.show();
		});
		this.endTheme = onTheme((theme) => this.stage.setTheme(theme));
	}

	/**
	 * @param keepState whether to go on from where the simulation is, with other values
	 * @param plays whether to play then, if it did not before
	 */
	open(source: SceneSource, { keepState = false, plays = false } = {}): void {
		this.startsPlaying ||= plays;
		this.ask({ kind: "open", source, keepState });
	}

	/** Goes on with other values, of a scene that has them. */
	setValues(
		source: SceneSource,
		values: Omit<Extract<Change, { kind: "values" }>, "kind">,
	): void {
		this.ask({ kind: "values", source, change: { kind: "values", ...values } });
	}

	private ask(request: Asked): void {
		this.source = request.source;
		if (this.isOpening) {
			this.waiting = later(this.waiting, request);
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

	/** Shows something else besides. */
	look(looks: Partial<Looks>): void {
		this.looks = { ...this.looks, ...looks };
		this.send({ kind: "look", looks: this.looks });
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
