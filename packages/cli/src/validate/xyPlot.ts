/** Plots of measured against expected values, as SVG. */
import { niceTicks, tickLabels } from "../plot.ts";
import type { XyPlot, XySeries } from "./experiment.ts";

const size = { width: 760, height: 420 };
const margin = { left: 78, right: 210, top: 46, bottom: 52 };
const ink = "#333";
const gridInk = "#e3e3e3";
const frame = {
	left: margin.left,
	right: size.width - margin.right,
	top: margin.top,
	bottom: size.height - margin.bottom,
};

export function xyPlotSvg(plot: XyPlot): string {
	const { title, xLabel, yLabel, series, logarithmic, xNames } = plot;
	const all = series.flatMap(({ points }) => points);
	const x = axis(
		all.map(([x]) => x),
		[frame.left, frame.right],
		logarithmic === "x" || logarithmic === "both",
		8,
	);
	const y = axis(
		all.map(([, y]) => y),
		[frame.bottom, frame.top],
		logarithmic === "y" || logarithmic === "both",
		6,
	);
	const xTicks =
		xNames?.map((name, i) => [round(x.to(i + 1)), escaped(name)] as const) ??
		x.ticks;
	const [middleX, middleY] = [
		(frame.left + frame.right) / 2,
		(frame.top + frame.bottom) / 2,
	];
	const parts = [
		...xTicks.map(
			([at, label]) =>
				`<path d="M${at} ${frame.top}V${frame.bottom}" stroke="${gridInk}"/><text x="${at}" y="${frame.bottom + 20}" text-anchor="middle">${label}</text>`,
		),
		...y.ticks.map(
			([at, label]) =>
				`<path d="M${frame.left} ${at}H${frame.right}" stroke="${gridInk}"/><text x="${frame.left - 8}" y="${round(at + 4.5)}" text-anchor="end">${label}</text>`,
		),
		`<path d="M${frame.left} ${frame.top}V${frame.bottom}H${frame.right}" fill="none" stroke="${ink}"/>`,
		...series.map((one) => drawSeries(one, x.to, y.to)),
		...series.map((one, i) => {
			const at = frame.top + 10 + 22 * i;
			const ends: Pixel[] = [
				[frame.right + 14, at],
				[frame.right + 40, at],
			];
			return `${drawLine(one, ends)}${drawMarks(one, [[frame.right + 27, at]])}<text x="${frame.right + 46}" y="${at + 4.5}">${escaped(one.name)}</text>`;
		}),
	];
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" font-family="system-ui, sans-serif" font-size="13" fill="${ink}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${middleX}" y="26" text-anchor="middle" font-size="15" font-weight="600">${escaped(title)}</text>
${parts.filter(Boolean).join("\n")}
<text x="${middleX}" y="${size.height - 12}" text-anchor="middle">${escaped(xLabel)}</text>
<text transform="translate(20 ${middleY}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>
</svg>
`;
}

type Pixel = readonly [number, number];

function drawSeries(
	one: XySeries,
	toX: (value: number) => number,
	toY: (value: number) => number,
): string {
	const pixels = one.points
		.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y))
		.map(([x, y]): Pixel => [round(toX(x)), round(toY(y))]);
	return drawLine(one, pixels) + drawMarks(one, pixels);
}

const drawLine = (
	{ style, color, dashes }: XySeries,
	pixels: readonly Pixel[],
): string =>
	style === "points"
		? ""
		: `<polyline points="${pixels.join(" ")}" fill="none" stroke="${color}" stroke-width="2"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`;

const drawMarks = (
	{ style, color }: XySeries,
	pixels: readonly Pixel[],
): string =>
	style === "line"
		? ""
		: pixels
				.map(
					([x, y]) =>
						`<circle cx="${x}" cy="${y}" r="4" fill="#fff" stroke="${color}" stroke-width="2"/>`,
				)
				.join("");

/** From values to pixels, and ticks [pixel, label]. */
function axis(
	values: readonly number[],
	[from, to]: Pixel,
	isLogarithmic: boolean,
	wanted: number,
) {
	const scaled = values
		.map((value) => (isLogarithmic ? Math.log10(value) : value))
		.filter(Number.isFinite);
	const [low, high] = [Math.min(...scaled), Math.max(...scaled)];
	const marks = isLogarithmic
		? decades(low, high)
		: niceTicks(low, high, wanted);
	const [first, last] = [marks[0], marks[marks.length - 1]];
	const place = (s: number) =>
		from + ((s - first) / (last - first)) * (to - from);
	const labels = isLogarithmic
		? marks.map((s) => String(Number((10 ** s).toPrecision(3))))
		: tickLabels(marks);
	return {
		to: (value: number) => place(isLogarithmic ? Math.log10(value) : value),
		ticks: marks.map((s, i) => [round(place(s)), labels[i]] as const),
	};
}

/** Logarithms of ticks: powers of ten, or of two where there are few of those. */
function decades(low: number, high: number): number[] {
	const step = high - low < 2 ? Math.log10(2) : 1;
	const first = Math.floor(low / step + 1e-9);
	const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
	return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** To a hundredth of a pixel. */
const round = (value: number): number => Math.round(100 * value) / 100;

export const escaped = (text: string): string =>
	text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
