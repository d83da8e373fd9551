/** Sketches of geometry, as SVG: panels beside each other, in coordinates of their own with y up. */
import { round } from "./drawing.ts";

export type Point = readonly [number, number];

export type Shape =
	| {
			readonly kind: "line";
			readonly points: readonly Point[];
			readonly closed?: boolean;
			readonly fill?: string;
			readonly color?: string;
			readonly dashed?: boolean;
			readonly width?: number;
	  }
	| {
			readonly kind: "arrow";
			readonly from: Point;
			readonly to: Point;
			readonly color?: string;
	  }
	| {
			readonly kind: "circle";
			readonly center: Point;
			readonly radius: number;
			readonly color?: string;
	  }
	| {
			readonly kind: "dot";
			readonly at: Point;
			readonly color?: string;
			/** Pixels. */
			readonly radius?: number;
	  }
	| {
			readonly kind: "label";
			readonly at: Point;
			readonly text: string;
			/** Pixels that it is moved by, right and down. */
			readonly shift?: Point;
			readonly color?: string;
	  };

export interface Panel {
	readonly title: string;
	readonly shapes: readonly Shape[];
}

/** Pixels of a panel. */
const usual = { width: 300, height: 220 };
const margin = 30;
const head = 26;

export function sketch(
	panels: readonly Panel[],
	columns = 3,
	size = usual,
): string {
	const across = Math.min(columns, panels.length);
	const width = across * size.width;
	const height = Math.ceil(panels.length / across) * (size.height + head);
	const drawn = panels.map((panel, i) => {
		const x = (i % across) * size.width;
		const y = Math.floor(i / across) * (size.height + head);
		return `<g transform="translate(${x} ${y})"><text x="${size.width / 2}" y="17" text-anchor="middle" font-weight="600">${escapeXml(panel.title)}</text>${drawPanel(panel.shapes, size)}</g>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#333">
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join("\n")}
</svg>
`;
}

/** To one scale that lets everything fit. */
function drawPanel(shapes: readonly Shape[], size: typeof usual): string {
	const points = shapes.flatMap(extent);
	const [left, right] = bounds(points.map(([x]) => x));
	const [bottom, top] = bounds(points.map(([, y]) => y));
	const scale = Math.min(
		(size.width - 2 * margin) / Math.max(right - left, 1e-9),
		(size.height - 2 * margin) / Math.max(top - bottom, 1e-9),
	);
	const [middleX, middleY] = [(left + right) / 2, (bottom + top) / 2];
	const at = ([x, y]: Point): Point => [
		round(size.width / 2 + scale * (x - middleX)),
		round(head + size.height / 2 - scale * (y - middleY)),
	];
	return shapes.map((shape) => drawShape(shape, at, scale)).join("");
}

const bounds = (values: readonly number[]): [number, number] => [
	Math.min(...values),
	Math.max(...values),
];

function extent(shape: Shape): readonly Point[] {
	switch (shape.kind) {
		case "line":
			return shape.points;
		case "arrow":
			return [shape.from, shape.to];
		case "circle": {
			const [x, y] = shape.center;
			const r = shape.radius;
			return [
				[x - r, y - r],
				[x + r, y + r],
			];
		}
		default:
			return [shape.at];
	}
}

function drawShape(
	shape: Shape,
	at: (point: Point) => Point,
	scale: number,
): string {
	switch (shape.kind) {
		case "line": {
			const { points, closed, fill, color, dashed, width = 1.5 } = shape;
			return `<path d="M${points.map((p) => at(p).join(" ")).join("L")}${closed ? "Z" : ""}" fill="${fill ?? "none"}" stroke="${color ?? "#345"}" stroke-width="${width}" stroke-linejoin="round"${dashed ? ' stroke-dasharray="5 4"' : ""}/>`;
		}
		case "arrow":
			return drawArrow(at(shape.from), at(shape.to), shape.color ?? "#b3261e");
		case "circle": {
			const [x, y] = at(shape.center);
			return `<circle cx="${x}" cy="${y}" r="${round(scale * shape.radius)}" fill="none" stroke="${shape.color ?? "#777"}"/>`;
		}
		case "dot": {
			const [x, y] = at(shape.at);
			return `<circle cx="${x}" cy="${y}" r="${shape.radius ?? 3.5}" fill="${shape.color ?? "#1f4e79"}"/>`;
		}
		case "label": {
			const [x, y] = at(shape.at);
			const [right, down] = shape.shift ?? [0, -7];
			return `<text x="${round(x + right)}" y="${round(y + down)}" text-anchor="middle"${shape.color ? ` fill="${shape.color}"` : ""}>${escapeXml(shape.text)}</text>`;
		}
	}
}

function drawArrow(from: Point, to: Point, color: string): string {
	const [x, y] = [to[0] - from[0], to[1] - from[1]];
	const length = Math.hypot(x, y) || 1;
	const [u, v] = [x / length, y / length];
	const wing = (side: number) =>
		`${round(to[0] - 8 * u - side * 3.5 * v)} ${round(to[1] - 8 * v + side * 3.5 * u)}`;
	return `<path d="M${from.join(" ")}L${to.join(" ")}" stroke="${color}" stroke-width="1.8"/><path d="M${wing(1)}L${to.join(" ")}L${wing(-1)}Z" fill="${color}"/>`;
}

/** Triangles and other closed outlines. */
export const outline = (
	points: readonly Point[],
	{ fill = "#eef3f8", ...rest }: Partial<Extract<Shape, { kind: "line" }>> = {},
): Shape => ({ kind: "line", points, closed: true, fill, ...rest });

export const line = (
	points: readonly Point[],
	rest: Partial<Extract<Shape, { kind: "line" }>> = {},
): Shape => ({ kind: "line", points, ...rest });

export const arrow = (from: Point, to: Point, color?: string): Shape => ({
	kind: "arrow",
	from,
	to,
	...(color && { color }),
});

export const dot = (at: Point, color?: string, radius?: number): Shape => ({
	kind: "dot",
	at,
	...(color && { color }),
	...(radius && { radius }),
});

export const label = (at: Point, text: string, shift?: Point): Shape => ({
	kind: "label",
	at,
	text,
	...(shift && { shift }),
});

const escapeXml = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
