/** Bodies of people and animals: parts that run into each other, with a frame in each. */
import { requirePositive } from "../../checks.ts";
import type { Vector3 } from "../mesh.ts";
import type { FramedShape } from "./framedShape.ts";
import { type Distance, smoothUnion, surfaceOfAbout } from "./implicitShape.ts";

/** Lengths are in units of the figure's size. */
export interface FigurePart {
	readonly name: string;
	readonly frame: Vector3;
	readonly distance: Distance;
}

export interface Figure {
	readonly name: string;
	/** What is nowhere nearest belongs to the first. */
	readonly parts: readonly FigurePart[];
	/** Over how much parts run into each other. */
	readonly width: number;
	/** A box around it. */
	readonly low: Vector3;
	readonly high: Vector3;
}

/** Pieces that run into each other. */
export const joined =
	(width: number, ...pieces: readonly Distance[]): Distance =>
	(x, y, z) =>
		pieces.reduce(
			(d, piece) => smoothUnion(d, piece(x, y, z), width),
			Number.POSITIVE_INFINITY,
		);

/** A figure of a size [m], whose surface has about so many vertices. */
export function figureOf(
	{ name, parts, width, low, high }: Figure,
	[sizeName, size]: readonly [string, number],
	vertices: number,
): FramedShape {
	requirePositive(`${name}: ${sizeName}`, size);
	const whole = joined(width, ...parts.map(({ distance }) => distance));
	const scaled = (v: Vector3) => v.map((c) => c * size) as unknown as Vector3;
	const partAt = (x: number, y: number, z: number) => {
		const [u, v, w] = [x / size, y / size, z / size];
		let [nearest] = parts;
		for (const part of parts)
			if (part.distance(u, v, w) < nearest.distance(u, v, w)) nearest = part;
		return nearest.name;
	};
	return {
		surface: surfaceOfAbout(name, vertices, {
			distance: (x, y, z) => size * whole(x / size, y / size, z / size),
			partAt,
			low: scaled(low),
			high: scaled(high),
		}),
		frames: parts.map(({ name, frame }) => ({ name, position: scaled(frame) })),
		partAt,
	};
}
