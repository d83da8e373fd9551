import type { XmlElement } from "../parts/xmlTree.ts";

const inch = 0.0254;
const unitsInMetres: Readonly<Record<string, number>> = {
	mm: 1e-3,
	cm: 1e-2,
	in: inch,
	pt: inch / 72,
	pc: inch / 6,
	px: inch / 96,
	"": inch / 96,
};

/** What one unit of a drawing's coordinates is [m]: by its width and viewBox, or else a pixel of CSS. */
export function svgUnit({ attributes }: XmlElement): {
	metres: number;
	note: string;
} {
	const width = /^\s*([\d.]{1,20})(mm|cm|in|pt|pc|px|)\s*$/.exec(
		attributes.width ?? "",
	);
	const viewWidth = Number(
		(attributes.viewBox ?? "").trim().split(/[\s,]+/)[2] ?? Number.NaN,
	);
	const physical = width
		? (Number(width[1]) * unitsInMetres[width[2]]) / viewWidth
		: Number.NaN;
	const isKnown = physical > 0 && Number.isFinite(physical);
	const metres = isKnown ? physical : unitsInMetres.px;
	const reason = isKnown ? "by its width and viewBox" : "a pixel of CSS";
	return {
		metres,
		note: `one unit of the drawing was read as ${metres} m, ${reason}`,
	};
}
