/** The studio: a scene that runs, with what changes it at its side. */

import { download, element, short } from "../dom.ts";
import type { Card } from "../gallery/card.ts";
import { Lane } from "../lane.ts";
import { sharedText } from "../links.ts";
import type { Frame, Opened, SceneSource } from "../protocol.ts";
import { switchTheme } from "../theme.ts";
import { type ToolName, toolNames } from "../view/tool.ts";
import { editScene } from "./editScene.ts";
import { ExportPanel } from "./exportPanel.ts";
import { LookPanel } from "./lookPanel.ts";
import { MaterialPanel } from "./materialPanel.ts";
import { ScenePanel } from "./scenePanel.ts";
import { tabs } from "./tabs.ts";
import { Toolbar } from "./toolbar.ts";
import { TouchPanel } from "./touchPanel.ts";
import { Transport } from "./transport.ts";

/** Simulations side by side. */
const mostLanes = 4;

export class StudioPage {
	readonly element: HTMLElement;
	private readonly lanes: Lane[] = [];
	/** The one that panels are about. */
	private chosen: Lane;
	private readonly heading = element("h1");
	private readonly stage = element("div", { className: "stage" });
	private readonly hint = element("p", { className: "hint" });
	private readonly problem = element("div", {
		className: "problem",
		hidden: true,
		role: "alert",
	});
	private readonly compare = element("button", {
		className: "wide",
		textContent: "Compare",
		title: "The same scene beside itself, to be given another material",
		onclick: () => this.addCompared(),
	});
	private readonly transport: Transport;
	private readonly material: MaterialPanel;
	private readonly scene: ScenePanel;
	private readonly look: LookPanel;
	private readonly touch: TouchPanel;
	private readonly toolbar: Toolbar;
	private tool: ToolName = "hand";
	private areCamerasMoving = false;

	constructor() {
		this.transport = new Transport((request) => {
			for (const lane of this.lanes) lane.send(request);
		});
		const change = (source: SceneSource, keepState: boolean) =>
			this.change(source, keepState);
		this.material = new MaterialPanel({
			change,
			changeValues: (source, values) => {
				this.scene.show(source);
				this.chosen.setValues(source, values);
			},
		});
		this.scene = new ScenePanel({
			change,
			complete: (text, offset) =>
				this.chosen.send({ kind: "complete", text, offset }),
		});
		this.look = new LookPanel({
			lanes: () => this.lanes,
			chosen: () => this.chosen,
			reframe: () => {
				for (const { view } of this.lanes) view.reframe();
			},
		});
		this.touch = new TouchPanel({
			lanes: () => this.lanes,
			chosen: () => this.chosen,
		});
		this.toolbar = new Toolbar((name) => {
			this.tool = name;
			for (const { tools } of this.lanes) tools.choose(name);
			this.touch.showTool(name);
			this.element.dataset.handle = this.chosen.gizmo.seenAt.join(" ");
		});
		const exports = new ExportPanel({
			lane: () => this.chosen,
			share: () => this.share(),
		});
		this.chosen = this.addLane();
		this.stage.append(this.hint, this.toolbar.element, this.problem);
		this.element = element(
			"div",
			{ className: "studio" },
			element(
				"header",
				{},
				element("a", {
					className: "button",
					href: "#",
					textContent: "← Gallery",
				}),
				this.heading,
				this.compare,
				element("button", {
					textContent: "Share",
					onclick: () => this.share(),
				}),
				element("button", {
					textContent: "◐",
					title: "Light or dark",
					onclick: switchTheme,
					aria: { label: "Light or dark" },
				}),
			),
			this.stage,
			this.transport.element,
			element(
				"aside",
				{ className: "side", aria: { label: "Settings" } },
				...tabs({
					Material: this.material.element,
					Touch: this.touch.element,
					Look: this.look.element,
					Scene: this.scene.element,
					Save: exports.element,
				}),
			),
		);
		addEventListener("keydown", this.onKey);
		addEventListener("keyup", this.onKeyUp);
	}

	private readonly onKeyUp = ({ key }: KeyboardEvent) =>
		this.chosen.gizmo.lift(key);

	private readonly onKey = (event: KeyboardEvent) => {
		const isIn = (selector: string) =>
			(event.target as HTMLElement).closest(selector) !== null;
		if (isIn("input, textarea, select, dialog")) return;
		const tool = toolNames[Number(event.key) - 1];
		if (tool) this.toolbar.take(tool);
		else if (this.chosen.gizmo.press(event.key)) event.preventDefault();
		// Buttons have these keys for themselves.
		else if (isIn("button")) return;
		else if (event.key === " ") this.transport.toggle();
		else if (event.key === ".")
			for (const lane of this.lanes) lane.send({ kind: "step" });
		else if (event.key === "r")
			for (const lane of this.lanes) lane.send({ kind: "reset" });
		else return;
		event.preventDefault();
	};

	private addLane(): Lane {
		const lane = new Lane({
			opened: (from, opened) => this.opened(from, opened),
			frame: (from, frame) => this.frame(from, frame),
			applied: (_, milliseconds) => this.applied(milliseconds),
			failed: (from, message, lines) => this.failed(from, message, lines),
			file: (name, bytes) => download(name, new Blob([bytes])),
			completions: (found) => this.scene.offer(found),
		});
		this.lanes.push(lane);
		lane.tools.choose(this.tool);
		this.stage.append(lane.element);
		lane.stage.controls.addEventListener("change", () =>
			this.moveCameras(lane),
		);
		lane.element.addEventListener("pointerdown", () => this.choose(lane), {
			capture: true,
		});
		return lane;
	}

	/** All cameras go with one. */
	private moveCameras({ stage: { camera, controls } }: Lane): void {
		// Each move is heard of again.
		if (this.areCamerasMoving) return;
		this.areCamerasMoving = true;
		for (const { stage } of this.lanes) {
			if (stage.camera === camera) continue;
			stage.camera.position.copy(camera.position);
			stage.controls.target.copy(controls.target);
			stage.controls.update();
			stage.draw();
		}
		this.areCamerasMoving = false;
	}

	/** @param card of the gallery, whose sentence is shown, and whose lanes are put side by side */
	open(source: SceneSource, card?: Card): void {
		this.hint.textContent = card
			? [card.figure, card.lookFor].filter(Boolean).join(" · ")
			: "";
		for (const lane of this.lanes) lane.name = undefined;
		if (!card?.lanes) {
			this.scene.show(source);
			for (const lane of this.lanes) lane.open(source, { plays: true });
			return;
		}
		for (const [i, { name, edits }] of card.lanes.entries()) {
			const lane = this.lanes[i] ?? this.addComparedLane();
			const text = editScene(source.text, edits);
			lane.name = name;
			lane.open({ ...source, text }, { plays: true });
		}
		this.scene.show(this.chosen.source ?? source);
		this.showLanes();
	}

	private change(source: SceneSource, keepState: boolean): void {
		this.scene.show(source);
		// It is no longer what the gallery called it.
		this.chosen.name = undefined;
		this.chosen.open(source, { keepState });
	}

	private opened(lane: Lane, opened: Opened): void {
		this.problem.hidden = true;
		if (lane === this.chosen) {
			this.heading.textContent = opened.title;
			document.title = `${opened.title} · Pliant Studio`;
			this.showPanels();
		}
		this.transport.takeOpened(opened);
		this.touch.takeOpened(opened);
		this.look.takeOpened(opened);
		this.toolbar.offer(toolsFor(opened));
		if (!opened.keptState) this.element.dataset.step = "0";
		this.nameLanes();
		this.element.dataset.opened = String(
			Number(this.element.dataset.opened ?? 0) + 1,
		);
	}

	private applied(milliseconds: number): void {
		this.problem.hidden = true;
		this.material.takeApplied(milliseconds);
		this.element.dataset.applied = String(
			Number(this.element.dataset.applied ?? 0) + 1,
		);
	}

	private showPanels(): void {
		const { current, source } = this.chosen;
		if (!current || !source) return;
		this.material.show(current, source);
		this.scene.show(source, current);
	}

	private frame(lane: Lane, frame: Frame): void {
		// What tests and the makers of pictures wait for.
		Object.assign(this.element.dataset, {
			step: frame.step,
			time: frame.time,
			outcome: frame.outcome ?? "",
			end: lane.current?.end ?? "",
			held: frame.held.reduce((sum, { length }) => sum + length, 0),
			lowest: lane.view.lowest,
			load: frame.energies.load,
			frames: frame.frames.reduce((sum, { length }) => sum + length / 7, 0),
		});
		const [first] = this.lanes;
		if (lane !== first) {
			lane.compareWith(first);
			this.nameLanes();
		}
		this.look.takeFrame(lane, frame);
		this.touch.takeFrame(lane, frame);
		this.keepTogether(lane, frame);
		if (lane === this.chosen) this.transport.takeFrame(frame);
	}

	/** Lanes wait for the slowest. */
	private keepTogether(lane: Lane, { time }: Frame): void {
		lane.time = time;
		if (this.lanes.length === 1) return;
		const slowest = Math.min(...this.lanes.map((one) => one.time));
		for (const one of this.lanes) one.send({ kind: "limit", time: slowest });
	}

	private failed(_lane: Lane, message: string, lines: readonly number[]): void {
		this.showProblem(message);
		this.scene.mark(lines);
	}

	showProblem(message: string): void {
		this.problem.replaceChildren(
			element("strong", { textContent: "That did not work. " }),
			message,
		);
		this.problem.hidden = false;
	}

	private nameLanes(): void {
		for (const [i, { label, current }] of this.lanes.entries()) {
			const [substance] = current?.substances ?? [];
			const made = substance?.material ?? substance?.models[0]?.model ?? "";
			const what = this.lanes[i].name ?? made.replaceAll("-", " ");
			const isChosen = this.lanes[i] === this.chosen;
			label.textContent =
				this.lanes.length > 1
					? `${"ABCD"[i]} · ${what}${isChosen ? " (panels)" : ""}${distanceOf(this.lanes[i])}`
					: "";
		}
	}

	private choose(lane: Lane): void {
		if (lane === this.chosen) return;
		this.chosen = lane;
		this.nameLanes();
		this.showPanels();
	}

	/** The same scene beside itself, up to four times; cameras go together. */
	private addCompared(): void {
		const [first] = this.lanes;
		const { source } = this.chosen;
		if (!first.source || !source || this.lanes.length === mostLanes) return;
		const sources = this.lanes.map((lane) => lane.source ?? source);
		const lane = this.addComparedLane();
		lane.name = this.chosen.name;
		for (const [i, each] of this.lanes.entries())
			each.open(sources[i] ?? source, { plays: true });
		this.choose(lane);
		this.showLanes();
	}

	/** One that can be closed. */
	private addComparedLane(): Lane {
		const lane = this.addLane();
		lane.look({ ...this.lanes[0].looks, probes: [] });
		lane.element.append(
			element("button", {
				className: "close-view",
				textContent: "×",
				title: "Away with this one",
				onclick: () => this.removeLane(lane),
				aria: { label: "Away with this one" },
			}),
		);
		return lane;
	}

	private removeLane(lane: Lane): void {
		this.lanes.splice(this.lanes.indexOf(lane), 1);
		lane.close();
		lane.element.remove();
		const [first] = this.lanes;
		if (this.lanes.length === 1)
			first.send({ kind: "limit", time: Number.POSITIVE_INFINITY });
		if (this.chosen === lane) this.choose(first);
		this.showLanes();
	}

	private showLanes(): void {
		const { length } = this.lanes;
		if (length > 1) this.stage.dataset.lanes = String(length);
		else delete this.stage.dataset.lanes;
		this.compare.textContent = length > 1 ? "Compare more" : "Compare";
		this.compare.disabled = length === mostLanes;
		this.nameLanes();
	}

	private async share(): Promise<void> {
		const { source } = this.chosen;
		if (!source) return;
		const url = new URL(location.href);
		url.hash = `scene=${await sharedText(source.text)}`;
		history.replaceState(undefined, "", url);
		const missing = Object.keys(source.files);
		const told =
			missing.length > 0
				? ` Files do not go along: ${missing.join(", ")}.`
				: "";
		try {
			await navigator.clipboard.writeText(url.href);
			this.hint.textContent = `The link is copied: it holds the whole scene.${told}`;
		} catch {
			this.hint.textContent = `The address of this page now holds the whole scene: copy it.${told}`;
		}
	}

	close(): void {
		removeEventListener("keydown", this.onKey);
		removeEventListener("keyup", this.onKeyUp);
		for (const lane of this.lanes) lane.close();
	}
}

/** Tools that have something to do. */
const toolsFor = ({ canTouch, framed }: Opened): ToolName[] => [
	...(canTouch ? (["hand", "ball"] as const) : []),
	"probe",
	"ruler",
	...(framed.some(({ canLead }) => canLead) ? (["gizmo"] as const) : []),
	...(framed.some(({ canInsert }) => canInsert) ? (["insert"] as const) : []),
];

/** How far a simulation is from the first, for people. */
function distanceOf({ apart }: Lane): string {
	if (!apart) return "";
	let [sum, count, largest] = [0, 0, 0];
	for (const distances of apart)
		for (const distance of distances) {
			sum += distance * distance;
			largest = Math.max(largest, distance);
			count++;
		}
	const mm = (metres: number) => `${short(1000 * metres)} mm`;
	return ` · ${mm(Math.sqrt(sum / (count || 1)))} from A, ${mm(largest)} at most`;
}
