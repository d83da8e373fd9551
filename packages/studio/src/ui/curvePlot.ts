/** One quantity over another, which may go back and forth: curves that grow, and a straight reference. */
import { element, short } from "../dom.ts";

const most = 800;
const [width, height] = [300, 200];
/** Room for the axes. */
const [left, right, top, bottom] = [48, 10, 10, 26];

export class CurvePlot {
	readonly element = element("figure", { className: "curves" });
	private readonly caption = element("figcaption");
	private readonly drawing = vector("svg", {
		viewBox: `0 0 ${width} ${height}`,
		role: "img",
	});
	private curves: { colour: string; points: [x: number, y: number][] }[] = [];
	/** y over x of the reference. */
	private slope: number | undefined;
	private isDue = false;

	constructor(caption: string) {
		this.caption.textContent = caption;
		this.drawing.setAttribute("aria-label", caption);
		this.element.append(this.drawing, this.caption);
	}

	clear(): void {
		this.curves = [];
		this.drawSoon();
	}

	/** Adds a point to each curve; other colours begin anew. */
	add(
		colours: readonly string[],
		points: readonly (readonly [number, number])[],
		slope: number | undefined,
	): void {
		this.slope = slope;
		if (this.curves.map(({ colour }) => colour).join() !== colours.join())
			this.curves = colours.map((colour) => ({ colour, points: [] }));
		for (const [i, [x, y]] of points.entries()) {
			const curve = this.curves[i];
			curve.points.push([x, y]);
			if (curve.points.length > most)
				curve.points = curve.points.filter((_, j) => j % 2 === 0);
		}
		this.drawSoon();
	}

	private drawSoon(): void {
		if (this.isDue || this.element.clientWidth === 0) return;
		this.isDue = true;
		setTimeout(() => {
			this.isDue = false;
			this.draw();
		}, 200);
	}

	private draw(): void {
		const all = this.curves.flatMap(({ points }) => points);
		const highX = Math.max(...all.map(([x]) => x), 1e-12);
		const highY = Math.max(...all.map(([, y]) => y), 1e-12);
		const place = (x: number, y: number) =>
			`${(left + ((width - left - right) * x) / highX).toFixed(1)},${(height - bottom - ((height - top - bottom) * y) / highY).toFixed(1)}`;
		const line = (
			points: readonly (readonly [number, number])[],
			look: Readonly<Record<string, string>>,
		) =>
			vector("polyline", {
				points: points.map(([x, y]) => place(x, y)).join(" "),
				fill: "none",
				"stroke-width": "1.6",
				...look,
			});
		const words = (text: string, x: number, y: number, anchor: string) => {
			const made = vector("text", {
				x: String(x),
				y: String(y),
				"text-anchor": anchor,
				fill: "currentColor",
				"font-size": "11",
			});
			made.textContent = text;
			return made;
		};
		const { slope } = this;
		// The reference ends where it leaves the picture.
		const end = slope ? Math.min(highX, highY / slope) : 0;
		this.drawing.replaceChildren(
			line(
				[
					[0, highY],
					[0, 0],
					[highX, 0],
				],
				{ stroke: "currentColor", opacity: "0.4" },
			),
			...(slope
				? [
						line(
							[
								[0, 0],
								[end, end * slope],
							],
							{ stroke: "currentColor", "stroke-dasharray": "5 4" },
						),
					]
				: []),
			...this.curves.map(({ colour, points }) =>
				line(points, { stroke: colour }),
			),
			words("0", left - 5, height - bottom + 4, "end"),
			words(short(highY), left - 5, top + 8, "end"),
			words(short(highX), width - right, height - 8, "end"),
		);
	}
}

function vector(
	tag: "svg" | "polyline" | "text",
	attributes: Readonly<Record<string, string>>,
): SVGElement {
	const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(attributes))
		made.setAttribute(name, value);
	return made;
}
