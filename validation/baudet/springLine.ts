import { line, type Point, type Shape } from "../sketch.ts";

const turns = 8;

/** A spring as a zigzag between two points. */
export function springLine(from: Point, to: Point): Shape {
	const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
	const length = Math.hypot(dx, dy);
	const points = Array.from({ length: turns + 1 }, (_, i): Point => {
		const along = 0.25 + (0.5 * i) / turns;
		const off = i === 0 || i === turns ? 0 : 0.035 * (i % 2 === 0 ? 1 : -1);
		return [
			from[0] + along * dx - (off * dy) / length,
			from[1] + along * dy + (off * dx) / length,
		];
	});
	return line([from, ...points, to]);
}
