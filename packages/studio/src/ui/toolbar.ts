/** The tools, one of which is chosen: buttons over the scene, and the keys 1 to 6. */
import { element } from "../dom.ts";
import { type ToolName, toolNames } from "../view/tool.ts";

interface Description {
	readonly label: string;
	readonly about: string;
	/** Strokes in a square of 24. */
	readonly icon: string;
}

export const toolWords: Readonly<Record<ToolName, Description>> = {
	hand: {
		label: "Drag",
		about:
			"Drag an object: a spring pulls the nearest point. Click it: the point is pinned, or freed.",
		icon: "M8 12V6a1.6 1.6 0 0 1 3.2 0v5M11.2 11V4.6a1.6 1.6 0 0 1 3.2 0V11M14.4 11V6a1.6 1.6 0 0 1 3.2 0v8a6 6 0 0 1-6 6c-3 0-4.300-1.200-5.600-3.600l-2-3.600a1.500 1.500 0 0 1 2.600-1.500L8 13",
	},
	ball: {
		label: "Push",
		about:
			"Press on an object: a ball pushes it. Drag, and the ball goes along.",
		icon: "M13 5a7 7 0 1 1 0 14a7 7 0 1 1 0-14M2 12h3M2.500 8h2M2.500 16h2M10.500 9.500a3 3 0 0 1 2-1.500",
	},
	probe: {
		label: "Probe",
		about:
			"Click up to four points: how far each has come, how high it is and how fast. Click a mark to let it go.",
		icon: "M12 3v5M12 16v5M3 12h5M16 12h5M12 10.500a1.500 1.500 0 1 1 0 3a1.500 1.500 0 1 1 0-3",
	},
	ruler: {
		label: "Ruler",
		about: "Click two points: their distance, as it changes.",
		icon: "M3 16L16 3l5 5L8 21zM7 12l2 2M10 9l3 3M13 6l2 2",
	},
	gizmo: {
		label: "Move frames",
		about:
			"Click a frame or a rigid body's mark, and drag its arrows; or move it by arrows and page keys, N chooses the next. Frames that were free are let go again.",
		icon: "M12 3v18M3 12h18M9 6l3-3l3 3M9 18l3 3l3-3M6 9l-3 3l3 3M18 9l3 3l-3 3",
	},
	insert: {
		label: "Insert frame",
		about: "Click a body of frames: it gets another frame there.",
		icon: "M4 20V9M4 20h11M4 20l6-6M17 4v8M13 8h8",
	},
};

export class Toolbar {
	readonly element: HTMLElement;
	private readonly buttons: Readonly<Record<ToolName, HTMLButtonElement>>;
	private readonly choose: (name: ToolName) => void;

	constructor(choose: (name: ToolName) => void) {
		this.choose = choose;
		const buttons = toolNames.map((name, i) => {
			const { label, about, icon } = toolWords[name];
			return element(
				"button",
				{
					title: `${label} (${i + 1}). ${about}`,
					onclick: () => this.take(name),
					aria: { label, pressed: String(i === 0) },
				},
				drawing(icon),
			);
		});
		this.buttons = Object.fromEntries(
			toolNames.map((name, i) => [name, buttons[i]]),
		) as Record<ToolName, HTMLButtonElement>;
		this.element = element(
			"div",
			{ className: "tools", role: "toolbar", aria: { label: "Tools" } },
			...buttons,
		);
	}

	take(name: ToolName): void {
		if (this.buttons[name].hidden) return;
		for (const each of toolNames)
			this.buttons[each].setAttribute("aria-pressed", String(each === name));
		this.choose(name);
	}

	/** Tools that have nothing to do are not shown. */
	offer(names: readonly ToolName[]): void {
		for (const name of toolNames) {
			const button = this.buttons[name];
			button.hidden = !names.includes(name);
			if (button.hidden && button.getAttribute("aria-pressed") === "true")
				this.take("hand");
		}
	}
}

function drawing(path: string): SVGElement {
	const name = "http://www.w3.org/2000/svg";
	const svg = document.createElementNS(name, "svg");
	const line = document.createElementNS(name, "path");
	svg.setAttribute("viewBox", "0 0 24 24");
	svg.setAttribute("aria-hidden", "true");
	line.setAttribute("d", path);
	svg.append(line);
	return svg;
}
