/** Line plots as SVG: panels above each other with a common horizontal axis. */

export interface Series {
	readonly name: string;
	/** A colour of style sheets. */
	readonly color: string;
	readonly values: readonly number[];
	/** Lengths of strokes and gaps, such as "6 4"; a full line without. */
	readonly dashes?: string;
}

export interface Panel {
	/** What is plotted, with its unit. */
	readonly label: string;
	readonly series: readonly Series[];
	/** Larger values further down. */
	readonly downwards?: boolean;
}

export interface Plot {
	readonly title: string;
	readonly xLabel: string;
	readonly x: readonly number[];
	readonly panels: readonly Panel[];
}

const size = { width: 900, height: 600 };
const margin = { left: 82, right: 150, top: 56, bottom: 56 };
const gap = 34;
const ink = "#333";
const gridInk = "#e3e3e3";

/** Round numbers from at or below the least to at or above the greatest value, about as many as wanted. */
export function niceTicks(
	least: number,
	greatest: number,
	wanted: number,
): number[] {
	let [low, high] = [least, greatest];
	if (!(high > low)) {
		const around = Math.abs(low) || 1;
		[low, high] = [low - around / 2, high + around / 2];
	}
	const rough = (high - low) / wanted;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = power * ([1, 2, 5].find((m) => m * power >= rough) ?? 10);
	// Noise of rounding must not add a tick.
	const first = Math.floor(low / step + 1e-9);
	const last = Math.ceil(high / step - 1e-9);
	// The product of whole numbers and a rounded step is noisy: 3 · 0.1.
	return Array.from({ length: last - first + 1 }, (_, i) =>
		Number(((first + i) * step).toPrecision(12)),
	);
}

/** All with the same number of decimals, unless they need exponents. */
export function tickLabels(ticks: readonly number[]): string[] {
	const plain = ticks.map(String);
	const withExponents = plain.some((text) => text.includes("e"));
	const decimals = Math.max(
		...plain.map((text) => (text.split(".")[1] ?? "").length),
	);
	return ticks.map((tick, i) =>
		(withExponents ? plain[i] : tick.toFixed(decimals)).replaceAll("-", "−"),
	);
}

export function plotSvg({ title, xLabel, x, panels }: Plot): string {
	const innerHeight =
		(size.height - margin.top - margin.bottom - gap * (panels.length - 1)) /
		panels.length;
	const [left, right] = [margin.left, size.width - margin.right];
	const xTicks = niceTicks(x[0], x[x.length - 1], 8).filter(
		(tick) => tick <= x[x.length - 1] * (1 + 1e-9),
	);
	const toX = scale([x[0], x[x.length - 1]], [left, right]);
	const parts = panels.map((panel, i) => {
		const top = margin.top + i * (innerHeight + gap);
		const isLast = i === panels.length - 1;
		return drawPanel(panel, x, {
			left,
			right,
			top,
			bottom: top + innerHeight,
			toX,
			xTicks,
			showXLabels: isLast,
		});
	});
	const middle = (left + right) / 2;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" font-family="system-ui, sans-serif" font-size="13" fill="${ink}">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${middle}" y="30" text-anchor="middle" font-size="16" font-weight="600">${escaped(title)}</text>
${parts.join("\n")}
<text x="${middle}" y="${size.height - 16}" text-anchor="middle">${escaped(xLabel)}</text>
</svg>
`;
}

interface Frame {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
	readonly toX: (value: number) => number;
	readonly xTicks: readonly number[];
	readonly showXLabels: boolean;
}

function drawPanel(
	{ label, series, downwards = false }: Panel,
	x: readonly number[],
	{ left, right, top, bottom, toX, xTicks, showXLabels }: Frame,
): string {
	const values = series.flatMap((s) => s.values).filter(Number.isFinite);
	const ticks = niceTicks(
		values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
		values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
		5,
	);
	const ends = [ticks[0], ticks[ticks.length - 1]] as const;
	const toY = scale(ends, downwards ? [top, bottom] : [bottom, top]);
	const parts: string[] = [];
	for (const [i, text] of tickLabels(ticks).entries()) {
		const y = round(toY(ticks[i]));
		parts.push(
			`<path d="M${left} ${y}H${right}" stroke="${gridInk}"/>`,
			`<text x="${left - 8}" y="${round(y + 4.5)}" text-anchor="end">${text}</text>`,
		);
	}
	for (const [i, text] of tickLabels(xTicks).entries()) {
		const at = round(toX(xTicks[i]));
		parts.push(`<path d="M${at} ${bottom}v5" stroke="${ink}"/>`);
		if (showXLabels)
			parts.push(
				`<text x="${at}" y="${bottom + 20}" text-anchor="middle">${text}</text>`,
			);
	}
	for (const { color, values, dashes } of series) {
		const points = values.flatMap((value, i) =>
			Number.isFinite(value) ? `${round(toX(x[i]))},${round(toY(value))}` : [],
		);
		parts.push(
			`<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2" stroke-linejoin="round"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`,
		);
	}
	parts.push(
		`<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="${ink}"/>`,
	);
	for (const [i, { name, color, dashes }] of series.entries()) {
		const y = top + 10 + 22 * i;
		parts.push(
			`<path d="M${right + 16} ${y}h24" stroke="${color}" stroke-width="2"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`,
			`<text x="${right + 46}" y="${y + 4.5}">${escaped(name)}</text>`,
		);
	}
	const middle = (top + bottom) / 2;
	parts.push(
		`<text transform="translate(24 ${middle}) rotate(-90)" text-anchor="middle">${escaped(label)}</text>`,
	);
	return parts.join("\n");
}

const scale =
	([a, b]: readonly [number, number], [from, to]: readonly [number, number]) =>
	(value: number): number =>
		b > a ? from + ((value - a) / (b - a)) * (to - from) : (from + to) / 2;

/** To a hundredth of a pixel. */
const round = (value: number): number => Math.round(100 * value) / 100;

const escaped = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
