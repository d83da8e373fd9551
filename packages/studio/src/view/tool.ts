/** What the pointer does to a scene: one tool at a time. */
import type { Frame, Opened } from "../protocol.ts";
import type { Stage } from "./stage.ts";

export const toolNames = [
	"hand",
	"ball",
	"probe",
	"ruler",
	"gizmo",
	"insert",
] as const;

export type ToolName = (typeof toolNames)[number];

export interface Tool {
	/** Whether it takes what begins with this press; the camera has the rest. */
	down(event: PointerEvent): boolean;
	move(event: PointerEvent): void;
	up(event: PointerEvent): void;
	/** A scene was opened. */
	open?(opened: Opened): void;
	/** Points have moved: what it draws goes along. */
	show(frame?: Frame): void;
	/** Another tool was chosen, or this one. */
	choose?(isChosen: boolean): void;
}

/** Gives what pointers do to the tool that is chosen. */
export class Tools {
	private readonly tools: Readonly<Record<ToolName, Tool>>;
	private chosen: ToolName = toolNames[0];
	/** The tool that a press began with. */
	private active: Tool | undefined;

	constructor(
		stage: Stage,
		tools: Readonly<Record<ToolName, Tool>>,
		touched: () => void,
	) {
		this.tools = tools;
		const { domElement } = stage.renderer;
		// Before the camera's controls hear of it.
		domElement.addEventListener(
			"pointerdown",
			(event) => {
				if (event.button !== 0 || event.shiftKey || this.active) return;
				const tool = this.tools[this.chosen];
				if (!tool.down(event)) return;
				touched();
				this.active = tool;
				event.stopImmediatePropagation();
				domElement.setPointerCapture(event.pointerId);
			},
			{ capture: true },
		);
		domElement.addEventListener("pointermove", (event) =>
			this.active?.move(event),
		);
		for (const kind of ["pointerup", "pointercancel"] as const)
			domElement.addEventListener(kind, (event) => {
				const { active } = this;
				if (!active) return;
				event.stopImmediatePropagation();
				this.active = undefined;
				active.up(event);
				stage.draw();
			});
	}

	choose(name: ToolName): void {
		if (name === this.chosen) return;
		this.tools[this.chosen].choose?.(false);
		this.chosen = name;
		this.tools[name].choose?.(true);
	}

	open(opened: Opened): void {
		for (const tool of this.all) tool.open?.(opened);
	}

	show(frame: Frame): void {
		for (const tool of this.all) tool.show(frame);
	}

	private get all(): Tool[] {
		return Object.values(this.tools);
	}
}
