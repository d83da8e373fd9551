/** What is seen: colours of values with a legend, wireframe, directions, samples, and energies, their losses and momentum over time. */

import { element, short } from "../dom.ts";
import type { Lane } from "../lane.ts";
import type { ColourField, Frame, Opened } from "../protocol.ts";
import { scaleGradient } from "../view/colourScale.ts";
import { probeColours } from "../view/palette.ts";
import { LivePlot } from "./livePlot.ts";

const fields: Readonly<Record<ShownField, string>> = {
	none: "fabric",
	strain: "largest strain [1]",
	stress: "von Mises stress [Pa, N/m in cloth]",
	energy: "strain energy [J/m³, J/m² in cloth]",
	speed: "speed [m/s]",
	contact: "force of contact [N per vertex]",
	error: "estimated error of stress [Pa]",
	weight: "weight of a frame [1]",
	difference: "distance from A [m]",
};

/** Differences are between simulations, so no worker knows of them. */
type ShownField = ColourField | "difference";

const plotOf = (...labels: readonly string[]): LivePlot =>
	new LivePlot(labels.map((label, i) => ({ label, colour: probeColours[i] })));

export class LookPanel {
	readonly element: HTMLElement;
	private readonly field: HTMLSelectElement;
	private readonly energies = plotOf("kinetic", "elastic", "load");
	private readonly losses = plotOf("friction", "damping", "time step");
	private readonly momentum = plotOf("x", "y", "z");
	private readonly frame: HTMLSelectElement;
	private readonly ofFrame: HTMLElement;
	private readonly ofFrames: HTMLElement;
	private readonly chosen: () => Lane;
	private readonly legends = new Map<Lane, HTMLElement>();

	constructor(options: {
		readonly lanes: () => readonly Lane[];
		/** The one whose energies and momentum are plotted. */
		readonly chosen: () => Lane;
		readonly reframe: () => void;
	}) {
		const { lanes, chosen, reframe } = options;
		this.chosen = chosen;
		this.field = element(
			"select",
			{
				id: "colour-field",
				onchange: () => {
					this.ofFrame.hidden = this.shown !== "weight";
					for (const lane of lanes()) lane.look({ field: this.workersField });
				},
			},
			...Object.entries(fields).map(([value, textContent]) =>
				element("option", { value, textContent }),
			),
		);
		const directions = check("Principal directions of strain", (isShown) => {
			for (const lane of lanes()) lane.look({ directions: isShown });
		});
		this.frame = element("select", {
			id: "weight-frame",
			onchange: () => {
				for (const lane of lanes())
					lane.look({ frame: Number(this.frame.value) });
			},
		});
		this.ofFrame = element(
			"section",
			{ hidden: true },
			element("label", { htmlFor: "weight-frame", textContent: "Of frame" }),
			this.frame,
		);
		this.ofFrames = check("Samples of frames", (isShown) => {
			for (const lane of lanes()) lane.look({ samples: isShown });
		});
		this.element = element(
			"div",
			{},
			element(
				"section",
				{},
				element("label", { htmlFor: "colour-field", textContent: "Colour" }),
				this.field,
			),
			this.ofFrame,
			check("Wireframe", (isShown) => {
				for (const { view } of lanes()) view.setWireframe(isShown);
			}),
			directions,
			this.ofFrames,
			element("button", {
				textContent: "Bring all into view",
				onclick: reframe,
			}),
			element(
				"section",
				{},
				element("h2", { textContent: "Energies [J]" }),
				this.energies.element,
				element("h2", {
					textContent: "Energy lost [J]",
					title:
						"Since the beginning: to friction of contact, to damping in materials, and to the time step, which damps what it does not resolve.",
				}),
				this.losses.element,
				element("h2", { textContent: "Momentum [kg m/s]" }),
				this.momentum.element,
			),
		);
	}

	private nameFrames(count: number): void {
		for (let i = this.frame.options.length; i < count; i++)
			this.frame.append(
				element("option", { value: String(i), textContent: String(i) }),
			);
	}

	private get shown(): ShownField {
		return this.field.value as ShownField;
	}

	private get workersField(): ColourField {
		return this.shown === "difference" ? "none" : this.shown;
	}

	takeOpened({ framed }: Opened): void {
		this.ofFrames.hidden = !framed.some(({ canInsert }) => canInsert);
	}

	takeFrame(lane: Lane, frame: Frame): void {
		if (lane === this.chosen()) {
			const { kinetic, elastic, load } = frame.energies;
			this.energies.add(frame.time, [kinetic, elastic, load]);
			const { friction, damping, numericalLoss } = frame.losses;
			this.losses.add(frame.time, [friction, damping, numericalLoss]);
			this.momentum.add(frame.time, frame.momentum);
			this.nameFrames(Math.max(...frame.frames.map((x) => x.length / 7), 0));
		}
		if (this.shown === "difference" && lane.apart)
			lane.view.colourBy(lane.apart);
		const { range = lane.view.overlays.range } = lane.view;
		const known = this.legends.get(lane);
		if (!range) {
			known?.remove();
			this.legends.delete(lane);
			return;
		}
		const legend = known ?? element("div", { className: "legend" });
		if (!known) {
			this.legends.set(lane, legend);
			lane.element.append(legend);
		}
		const scale = element("div", { className: "scale" });
		scale.style.background = scaleGradient;
		legend.replaceChildren(
			lane.view.range ? fields[this.shown] : "largest principal strain [1]",
			scale,
			element(
				"div",
				{ className: "ends" },
				element("span", { textContent: short(range[0]) }),
				element("span", { textContent: short(range[1]) }),
			),
		);
	}
}

function check(
	text: string,
	change: (isChecked: boolean) => void,
): HTMLElement {
	const input = element("input", {
		type: "checkbox",
		onchange: () => change(input.checked),
	});
	return element("label", { className: "check" }, input, text);
}
