/** Play, step, reset, and what the simulation says of itself. */

import { element, short } from "../dom.ts";
import type { Frame, Opened, Request } from "../protocol.ts";

/** Number of steps over which the mean cost is taken. */
const remembered = 30;

const figureNames = {
	time: "time",
	speed: "real time",
	cost: "per step",
	substeps: "substeps",
	iterations: "iterations",
	error: "est. error",
} as const;

type FigureName = keyof typeof figureNames;

const explanations: Readonly<Record<FigureName, string>> = {
	time: "Simulated time.",
	speed:
		"Simulated seconds per second of this computer at the present cost of steps; shown motion is never faster than the clock.",
	cost: "Milliseconds to compute one step, mean of the last ones.",
	substeps: "Number of substeps of the last step.",
	iterations: "Iterations of Newton's method in the last step.",
	error:
		"Estimated error of positions over a second of motion, relative to the size of the body. If substeps are fixed: force imbalance over forces.",
};

export class Transport {
	readonly element: HTMLElement;
	isPlaying = false;
	private readonly play: HTMLButtonElement;
	private readonly values = new Map<FigureName, HTMLElement>();
	private costs: number[] = [];
	private opened: Opened | undefined;
	private readonly send: (request: Request) => void;

	constructor(send: (request: Request) => void) {
		this.send = send;
		this.play = element("button", {
			className: "main",
			onclick: () => this.toggle(),
		});
		const button = (
			textContent: string,
			title: string,
			kind: "step" | "reset" | "replay",
		) =>
			element("button", { textContent, title, onclick: () => send({ kind }) });
		const figures = element("dl", { className: "figures" });
		for (const name of Object.keys(figureNames) as FigureName[]) {
			const value = element("dd", { textContent: "–" });
			this.values.set(name, value);
			figures.append(
				element(
					"div",
					{
						title: explanations[name],
						className:
							name === "substeps" || name === "iterations" ? "wide" : "",
					},
					element("dt", { textContent: figureNames[name] }),
					value,
				),
			);
		}
		this.element = element(
			"div",
			{ className: "transport" },
			element(
				"div",
				{ className: "buttons" },
				this.play,
				button("Step", "One step (.)", "step"),
				button("Reset", "Back to the beginning (R)", "reset"),
				button(
					"Replay",
					"From the beginning, with all that your hand did, to the same bits",
					"replay",
				),
			),
			figures,
		);
		this.showPlaying(false);
	}

	toggle(): void {
		this.send({ kind: this.isPlaying ? "pause" : "play" });
		this.showPlaying(!this.isPlaying);
	}

	private showPlaying(isPlaying: boolean): void {
		this.isPlaying = isPlaying;
		this.play.textContent = isPlaying ? "Pause" : "Play";
		this.play.title = "Space";
	}

	takeOpened(opened: Opened): void {
		this.opened = opened;
		this.costs = [];
	}

	takeFrame({ time, figures, isPlaying, outcome }: Frame): void {
		this.showPlaying(isPlaying);
		this.set("time", outcome && !isPlaying ? outcome : `${time.toFixed(2)} s`);
		if (!figures) {
			for (const name of [
				"speed",
				"cost",
				"substeps",
				"iterations",
				"error",
			] as const)
				this.set(name, "–");
			return;
		}
		const { milliseconds, substeps, iterations, error, residual } = figures;
		this.costs.push(milliseconds);
		if (this.costs.length > remembered) this.costs.shift();
		const cost = this.costs.reduce((a, b) => a + b) / this.costs.length;
		const speed = (1000 * (this.opened?.timeStep ?? 0)) / cost;
		this.set(
			"speed",
			outcome
				? "–"
				: `${speed >= 10 ? speed.toFixed(0) : speed.toPrecision(2)}×`,
		);
		this.set(
			"cost",
			`${cost >= 100 ? cost.toFixed(0) : cost.toPrecision(2)} ms`,
		);
		this.set("substeps", String(substeps));
		this.set("iterations", String(iterations));
		this.set("error", short(error ?? residual ?? Number.NaN));
	}

	private set(name: FigureName, text: string): void {
		const value = this.values.get(name);
		if (value) value.textContent = text;
	}
}
