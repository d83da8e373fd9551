/** Sketches of set-ups, as SVG: lines, arrows and letters. */
import { round } from "./drawing.ts";

/** Pixels, y down. */
export type Place = readonly [number, number];

interface Stroke {
	readonly color?: string;
	readonly width?: number;
	readonly dashes?: string;
}

export class Sketch {
	private readonly size: Place;
	private readonly parts: string[] = [];

	constructor(width: number, height: number) {
		this.size = [width, height];
	}

	lines(
		points: readonly Place[],
		{ color = "#345", width = 1.5, dashes }: Stroke = {},
	): this {
		const path = points.map((p) => p.map(round).join(" ")).join("L");
		this.parts.push(
			`<path d="M${path}" fill="none" stroke="${color}" stroke-width="${width}"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`,
		);
		return this;
	}

	/** A line with a head at its second end, or at both. */
	arrow(
		from: Place,
		to: Place,
		stroke: Stroke & { both?: boolean } = {},
	): this {
		const { both = false, ...line } = stroke;
		this.lines([from, to], line);
		this.head(from, to, line.color);
		if (both) this.head(to, from, line.color);
		return this;
	}

	private head(from: Place, to: Place, color = "#345"): void {
		const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
		const [u, v] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
		const corner = (side: number) =>
			`${round(to[0] - 9 * u + 4 * side * v)} ${round(to[1] - 9 * v - 4 * side * u)}`;
		this.parts.push(
			`<path d="M${to.map(round).join(" ")}L${corner(1)}L${corner(-1)}Z" fill="${color}"/>`,
		);
	}

	/** A spring as a zigzag between two points. */
	spring(from: Place, to: Place, stroke: Stroke = {}): this {
		const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
		const length = Math.hypot(dx, dy);
		const turns = 8;
		const points = Array.from({ length: turns + 1 }, (_, i): Place => {
			const t = 0.25 + (0.5 * i) / turns;
			const off = i === 0 || i === turns ? 0 : 5 * (i % 2 === 0 ? 1 : -1);
			return [
				from[0] + t * dx - (off * dy) / length,
				from[1] + t * dy + (off * dx) / length,
			];
		});
		return this.lines([from, ...points, to], stroke);
	}

	dots(points: readonly Place[], color = "#1f4e79", radius = 4): this {
		for (const [x, y] of points)
			this.parts.push(
				`<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="${color}"/>`,
			);
		return this;
	}

	text([x, y]: Place, words: string, color = "#333"): this {
		this.parts.push(
			`<text x="${round(x)}" y="${round(y)}" text-anchor="middle" fill="${color}">${words}</text>`,
		);
		return this;
	}

	svg(): string {
		const [width, height] = this.size;
		return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="14">
<rect width="100%" height="100%" fill="#fff"/>
${this.parts.join("\n")}
</svg>
`;
	}
}
