/** A slider with a number: in powers of ten where a value has no end, even between two ends. */

import { element, short } from "../dom.ts";
import type { ModelValue } from "../protocol.ts";

const steps = 400;
/** A slider without an end reaches so many powers of ten about what is usual. */
const decades = 2;

interface Scale {
	readonly toSlider: (value: number) => number;
	readonly fromSlider: (place: number) => number;
}

function scaleOf({ bounds, typical, value }: ModelValue): Scale {
	const { above = -Infinity, least = -Infinity, below = Infinity } = bounds;
	const low = Math.max(above, least);
	if (low > -Infinity && below < Infinity)
		return even(low + 1e-3 * (below - low), below - 1e-3 * (below - low));
	const known = [Math.abs(typical), Math.abs(value)].filter((size) => size > 0);
	const size = known.length > 0 ? Math.max(...known) : 1;
	if (above === 0) {
		const from = Math.log10(Math.min(...known)) - decades;
		const to = Math.log10(size) + decades;
		return {
			toSlider: (v) => (steps * (Math.log10(v) - from)) / (to - from),
			fromSlider: (place) => 10 ** (from + (place / steps) * (to - from)),
		};
	}
	return even(
		low === -Infinity ? -4 * size : low,
		below === Infinity ? 4 * size : below,
	);
}

const even = (from: number, to: number): Scale => ({
	toSlider: (v) => (steps * (v - from)) / (to - from),
	fromSlider: (place) => from + (place / steps) * (to - from),
});

export function valueField(
	parameter: ModelValue,
	change: (value: number) => void,
): HTMLElement {
	const { name, unit, meaning, range, value, bounds } = parameter;
	const { toSlider, fromSlider } = scaleOf(parameter);
	const id = `value-${Math.random().toString(36).slice(2)}`;
	const number = element("input", {
		type: "number",
		step: "any",
		id,
		value: short(value),
	});
	const slider = element("input", {
		...{ type: "range", min: "0", max: String(steps), step: "1" },
		value: String(toSlider(value)),
		aria: { label: `${meaning}, slider` },
	});
	slider.oninput = () => {
		const next = Number(fromSlider(Number(slider.value)).toPrecision(3));
		number.value = short(next);
		change(next);
	};
	number.onchange = () => {
		const next = Number(number.value);
		const { above = -Infinity, least = -Infinity, below = Infinity } = bounds;
		const isAllowed =
			number.value !== "" && next > above && next >= least && next < below;
		number.setCustomValidity(isAllowed ? "" : `It must be ${range}.`);
		number.reportValidity();
		if (!isAllowed) return;
		slider.value = String(toSlider(next));
		change(next);
	};
	return element(
		"div",
		{ className: "value", title: `${name}: ${range}` },
		element(
			"label",
			{ htmlFor: id },
			element("span", { textContent: meaning }),
			element("span", {
				className: "quiet",
				textContent: unit === "1" ? "" : unit,
			}),
		),
		slider,
		number,
	);
}
