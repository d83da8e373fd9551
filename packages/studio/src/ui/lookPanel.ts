/** What is seen: colours of values with a legend, wireframe, the hand's strength, and energies over time. */

import { element, short } from "../dom.ts";
import type { Lane } from "../lane.ts";
import type { ColourField, Frame } from "../protocol.ts";
import { scaleGradient } from "../view/colourScale.ts";
import { EnergyPlot } from "./energyPlot.ts";

const fields: Readonly<Record<ShownField, string>> = {
	none: "fabric",
	strain: "largest strain [1]",
	stress: "von Mises stress [Pa, N/m in cloth]",
	energy: "strain energy [J/m³, J/m² in cloth]",
	speed: "speed [m/s]",
	difference: "distance from A [m]",
};

/** Differences are between simulations, so no worker knows of them. */
type ShownField = ColourField | "difference";

export class LookPanel {
	readonly element: HTMLElement;
	private readonly field: HTMLSelectElement;
	private readonly plot = new EnergyPlot();
	private readonly chosen: () => Lane;
	private readonly legends = new Map<Lane, HTMLElement>();

	constructor(options: {
		readonly lanes: () => readonly Lane[];
		/** The one whose energies are plotted. */
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
					for (const lane of lanes())
						lane.send({ kind: "colour", field: this.workersField });
				},
			},
			...Object.entries(fields).map(([value, textContent]) =>
				element("option", { value, textContent }),
			),
		);
		const wireframe = element("input", {
			type: "checkbox",
			onchange: () => {
				for (const { view } of lanes()) view.setWireframe(wireframe.checked);
			},
		});
		const strength = element("input", {
			...{
				type: "range",
				min: "-1",
				max: "3",
				step: "0.05",
				value: "1",
				id: "hand-strength",
			},
			oninput: () => {
				for (const { hand } of lanes())
					hand.strength = 10 ** Number(strength.value);
			},
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
			element("label", { className: "check" }, wireframe, "Wireframe"),
			element("button", {
				textContent: "Bring all into view",
				onclick: reframe,
			}),
			element(
				"section",
				{},
				element("h2", { textContent: "Your hand" }),
				element("small", {
					textContent:
						"Drag an object to pull it by a spring, click it to pin or free a point. Drag beside it, or with Shift, to turn the view.",
				}),
				element("label", {
					htmlFor: "hand-strength",
					textContent: "Stiffness of the spring",
				}),
				strength,
			),
			element(
				"section",
				{},
				element("h2", { textContent: "Energies [J]" }),
				this.plot.element,
			),
		);
	}

	private get shown(): ShownField {
		return this.field.value as ShownField;
	}

	private get workersField(): ColourField {
		return this.shown === "difference" ? "none" : this.shown;
	}

	takeFrame(lane: Lane, frame: Frame): void {
		if (lane === this.chosen()) this.plot.add(frame);
		if (this.shown === "difference" && lane.apart)
			lane.view.colourBy(lane.apart);
		const { range } = lane.view;
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
			fields[this.shown],
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
