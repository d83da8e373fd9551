/** What objects are made of: materials with sources, and the values of their models. Each change applies at once. */

import { element, short } from "../dom.ts";
import type { Lane } from "../lane.ts";
import type {
	ModelNumbers,
	ModelValue,
	Opened,
	SceneSource,
	Substance,
} from "../protocol.ts";
import { editScene } from "./editScene.ts";
import { valueField } from "./valueField.ts";

const densityNames = {
	linearDensity: ["kg/m", "mass per length"],
	arealDensity: ["kg/m²", "mass per area"],
	density: ["kg/m³", "mass per volume"],
} as const;

export class MaterialPanel {
	readonly element = element("div");
	private readonly change: (source: SceneSource, keepState: boolean) => void;
	private readonly changeValues: Lane["setValues"];
	private readonly told = element("small");
	private source: SceneSource | undefined;
	private shown = "";

	constructor(options: {
		/** Opens a scene with something else in it. */
		readonly change: (source: SceneSource, keepState: boolean) => void;
		/** Goes on with other values of the same models. */
		readonly changeValues: Lane["setValues"];
	}) {
		({ change: this.change, changeValues: this.changeValues } = options);
	}

	/** Says how long other values took. */
	takeApplied(milliseconds: number): void {
		this.told.textContent = `Taken over in ${short(milliseconds)} ms.`;
	}

	show({ substances, size, milliseconds }: Opened, source: SceneSource): void {
		this.source = source;
		this.told.textContent =
			substances.length === 0
				? "These objects are rigid or moved by frames; change them in the scene."
				: `${size}; built in ${short(milliseconds)} ms.`;
		// Sliders under a finger stay what they are.
		const key = JSON.stringify(
			substances.map(({ object, material, models }) => [
				object,
				material,
				models.map(({ model }) => model),
			]),
		);
		if (key === this.shown) return;
		this.shown = key;
		this.element.replaceChildren(
			...substances.map((substance) => this.section(substance)),
			this.told,
		);
	}

	private section(substance: Substance): HTMLElement {
		const { object, material, presets, models, density, densityKey } =
			substance;
		const about = element("small");
		const describe = (name: string) => {
			const preset = presets.find((one) => one.name === name);
			about.textContent = preset
				? [preset.about, `Source: ${preset.source}`, preset.note]
						.map((sentence) => sentence.replace(/\.?$/, "."))
						.join(" ")
				: "Values of your own.";
		};
		const select = element(
			"select",
			{
				aria: { label: `Material of ${object}` },
				onchange: () => {
					describe(select.value);
					if (select.value !== "") this.setMaterial(object, select.value);
				},
			},
			element("option", { value: "", textContent: "own values" }),
			...presets.map(({ name }) =>
				element("option", {
					value: name,
					textContent: name.replaceAll("-", " "),
				}),
			),
		);
		select.value = material ?? "";
		describe(material ?? "");
		const values = models.map(({ values }) =>
			Object.fromEntries(values.map(({ name, value }) => [name, value])),
		);
		let mass = density;
		const apply = (isOfMass: boolean) => {
			select.value = "";
			describe("");
			const numbers = models.map(({ model }, i) => ({ model, ...values[i] }));
			const source = this.write(substance, numbers, mass);
			if (!source) return;
			// Masses are built in; values are not.
			if (isOfMass) this.change(source, true);
			else this.changeValues(source, { object, models: numbers });
		};
		const [unit, meaning] = densityNames[densityKey];
		const densityValue: ModelValue = {
			...{ name: densityKey, value: density, unit, meaning, typical: density },
			...{ range: "positive", bounds: { above: 0 } },
		};
		return element(
			"section",
			{},
			element("h2", { textContent: object }),
			select,
			about,
			...models.flatMap(({ model, about: what, values: parameters }, i) => [
				element("h3", { textContent: model.replaceAll("-", " "), title: what }),
				...parameters.map((parameter) =>
					valueField(parameter, (value) => {
						values[i][parameter.name] = value;
						apply(false);
					}),
				),
			]),
			element("h3", { textContent: "mass" }),
			valueField(densityValue, (value) => {
				mass = value;
				apply(true);
			}),
		);
	}

	private setMaterial(object: string, name: string): void {
		this.shown = "";
		this.edit([
			[["objects", object, "models"], undefined],
			...Object.keys(densityNames).map(
				(key) => [["objects", object, key], undefined] as const,
			),
			[["objects", object, "material"], name],
		]);
	}

	/** Writes values into the scene. */
	private write(
		{ object, densityKey }: Substance,
		models: readonly ModelNumbers[],
		density: number,
	): SceneSource | undefined {
		this.shown = JSON.stringify([[object]]);
		return this.edited([
			[["objects", object, "material"], undefined],
			[["objects", object, "models"], models],
			[["objects", object, densityKey], density],
		]);
	}

	private edit(edits: Parameters<typeof editScene>[1]): void {
		const source = this.edited(edits);
		if (source) this.change(source, true);
	}

	private edited(
		edits: Parameters<typeof editScene>[1],
	): SceneSource | undefined {
		if (!this.source) return undefined;
		const text = editScene(this.source.text, edits);
		this.source = { ...this.source, text };
		return this.source;
	}
}
