/** Plots with two logarithmic axes, as SVG: panels in a grid, with one legend for all. */

const panelSize = { width: 360, height: 220 };
const margin = { left: 66, right: 24, top: 34, bottom: 52 };
const titleHeight = 42;
const legendLine = 20;
const ink = "#333";
const grid = { major: "#dcdcdc", minor: "#f0f0f0" };
const characterWidth = 6.3;

/** What marks a point at (x, y). */
const markers = {
	circle: (x, y) => `<circle cx="${x}" cy="${y}" r="4"/>`,
	square: (x, y) =>
		`<rect x="${x - 3.5}" y="${y - 3.5}" width="7" height="7"/>`,
	triangle: (x, y) => `<path d="M${x} ${y - 4.5}l4.5 8h-9z"/>`,
	diamond: (x, y) => `<path d="M${x} ${y - 5}l5 5l-5 5l-5 -5z"/>`,
};

/**
 * A panel has a title, axis labels and series; a series has a name, colour, marker, perhaps dashes, and points [x, y].
 * With `labelled` panels names stand beside the points and there is no legend.
 */
export function logPlot({ title, panels, columns = 2, width, height }) {
	const inner = {
		width: width ?? panelSize.width,
		height: height ?? panelSize.height,
	};
	const cell = {
		width: inner.width + margin.left + margin.right,
		height: inner.height + margin.top + margin.bottom,
	};
	const across = Math.min(columns, panels.length);
	const isLabelled = panels.every(({ labelled }) => labelled);
	const legend = isLabelled ? [] : legendLines(panels, across * cell.width);
	const head = titleHeight + legendLine * legend.length;
	const size = {
		width: across * cell.width,
		height: head + Math.ceil(panels.length / across) * cell.height,
	};
	const drawn = panels.map((panel, i) => {
		const left = (i % across) * cell.width + margin.left;
		const top = head + Math.floor(i / across) * cell.height + margin.top;
		return drawPanel(panel, { left, top, ...inner });
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" font-family="system-ui, sans-serif" font-size="12" fill="${ink}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${size.width / 2}" y="28" text-anchor="middle" font-size="16" font-weight="600">${escaped(title)}</text>
${drawLegend(legend, size.width)}
${drawn.join("\n")}
</svg>
`;
}

/** Entries beside each other, in as many lines as they need. */
function legendLines(panels, width) {
	const named = new Map(
		panels.flatMap(({ series }) => series).map((s) => [s.name, s]),
	);
	const lines = [[]];
	let used = 0;
	for (const series of named.values()) {
		const entry = { series, width: 58 + series.name.length * characterWidth };
		if (used + entry.width > width) {
			lines.push([]);
			used = 0;
		}
		lines.at(-1).push(entry);
		used += entry.width;
	}
	return lines;
}

function drawLegend(lines, width) {
	return lines
		.flatMap((entries, i) => {
			const y = titleHeight + legendLine * (i + 0.5);
			let x = (width - entries.reduce((sum, e) => sum + e.width, 0)) / 2;
			return entries.map(({ series, width }) => {
				const at = round(x);
				x += width;
				return `${line([`${at},${y}`, `${round(at + 30)},${y}`], series)}${mark(series, round(at + 15), y)}<text x="${round(at + 36)}" y="${y + 4}">${escaped(series.name)}</text>`;
			});
		})
		.join("\n");
}

function drawPanel({ title, xLabel, yLabel, series, labelled }, frame) {
	const { left, top, width, height } = frame;
	const [right, bottom] = [left + width, top + height];
	const points = series.flatMap((s) => s.points);
	const x = logAxis(
		points.map(([value]) => value),
		left,
		right,
	);
	const y = logAxis(
		points.map(([, value]) => value),
		bottom,
		top,
	);
	const gridLine = (ticks, color, path) =>
		ticks.map((at) => `<path d="${path(at)}" stroke="${color}"/>`);
	const vertical = (value) => `M${x.at(value)} ${top}V${bottom}`;
	const horizontal = (value) => `M${left} ${y.at(value)}H${right}`;
	const parts = [
		...gridLine(x.minor, grid.minor, vertical),
		...gridLine(y.minor, grid.minor, horizontal),
		...gridLine(x.ticks, grid.major, vertical),
		...gridLine(y.ticks, grid.major, horizontal),
		...x.ticks.map(
			(tick) =>
				`<text x="${x.at(tick)}" y="${bottom + 18}" text-anchor="middle">${tickLabel(tick)}</text>`,
		),
		...y.ticks.map(
			(tick) =>
				`<text x="${left - 7}" y="${round(y.at(tick) + 4)}" text-anchor="end">${tickLabel(tick)}</text>`,
		),
		`<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="${ink}"/>`,
		`<text x="${left}" y="${top - 10}" font-size="13" font-weight="600">${escaped(title)}</text>`,
		`<text x="${(left + right) / 2}" y="${bottom + 38}" text-anchor="middle">${escaped(xLabel)}</text>`,
		`<text transform="translate(${left - 48} ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>`,
	];
	const placed = [];
	for (const s of series) {
		const at = s.points.map(([px, py]) => [x.at(px), y.at(py)]);
		parts.push(line(at.map(String), s), ...at.map((p) => mark(s, ...p)));
		for (const [px, py] of at) placed.push(box(px, py, 5, 5));
	}
	if (labelled)
		for (const s of series)
			parts.push(
				placeLabel(s.name, x.at(s.points[0][0]), y.at(s.points[0][1]), {
					placed,
					right,
					color: s.color,
				}),
			);
	return parts.join("\n");
}

const box = (x, y, halfWidth, halfHeight) => ({ x, y, halfWidth, halfHeight });
const overlap = (a, b) =>
	Math.abs(a.x - b.x) < a.halfWidth + b.halfWidth &&
	Math.abs(a.y - b.y) < a.halfHeight + b.halfHeight;

/** Beside, above or below a point, at the first place that is free. */
function placeLabel(text, x, y, { placed, right, color }) {
	const half = (text.length * characterWidth) / 2;
	const inside = Math.min(x, right - half);
	const places = [
		{ anchor: "start", textX: x + 9, ...box(x + half + 9, y, half, 7) },
		{ anchor: "end", textX: x - 9, ...box(x - half - 9, y, half, 7) },
		...[-16, 16, -32, 32, -48, 48].map((down) => ({
			anchor: "middle",
			textX: inside,
			...box(inside, y + down, half, 7),
		})),
	];
	const isFree = (place) =>
		place.x + half <= right && !placed.some((other) => overlap(place, other));
	const place = places.find(isFree) ?? places[0];
	placed.push(place);
	return `<text x="${round(place.textX)}" y="${round(place.y + 4)}" text-anchor="${place.anchor}" fill="${color}">${escaped(text)}</text>`;
}

const line = (points, { color, dashes }) =>
	points.length < 2
		? ""
		: `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`;

const mark = ({ color, marker = "circle" }, x, y) =>
	`<g fill="${color}">${markers[marker](x, y)}</g>`;

/** From a tick below the values to one above; ticks at 1, 2 and 5 where decades alone would be few. */
function logAxis(values, from, to) {
	const least = Math.min(...values);
	const most = Math.max(...values);
	const isNarrow = most < 2e3 * least;
	const ticks = ticksAround(least, most, isNarrow ? [1, 2, 5] : [1]);
	const low = Math.log10(ticks[0]);
	const high = Math.log10(ticks.at(-1));
	return {
		at: (value) =>
			round(from + ((Math.log10(value) - low) / (high - low)) * (to - from)),
		ticks,
		minor: isNarrow
			? ticksAround(ticks[0], ticks.at(-1), [1, 2, 3, 4, 5, 6, 7, 8, 9])
			: [],
	};
}

function ticksAround(least, most, factors) {
	const all = [];
	const last = Math.ceil(Math.log10(most));
	for (let power = Math.floor(Math.log10(least)); power <= last; power++)
		for (const factor of factors) all.push(Number(`${factor}e${power}`));
	const first = all.findLastIndex((tick) => tick <= least * (1 + 1e-9));
	const end = all.findIndex((tick) => tick >= most * (1 - 1e-9));
	return all.slice(first, Math.max(end, first + 1) + 1);
}

function tickLabel(value) {
	if (value >= 1e6) return `${value / 1e6}M`;
	if (value >= 1e3) return `${value / 1e3}k`;
	if (value < 1e-2)
		return `1e${Math.round(Math.log10(value))}`.replace("-", "−");
	return `${value}`;
}

/** To a hundredth of a pixel. */
const round = (value) => Math.round(100 * value) / 100;

const escaped = (text) =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
