import { FileError } from "../../fileError.ts";
import type { Cubic, Outline } from "./svgOutlines.ts";

export type Point = readonly [number, number];

const wantedTriangles = 1000;
const mostOutlinePoints = 3000;
const mostPieces = 5000;
const mostTriangles = 200_000;
/** How far inner points stay from those of the outline, in edge lengths: closer ones make slivers. */
const clearance = 0.7;

/** The length that is wanted, or one so that there are about `wantedTriangles`, unless the outlines are very long for their area. */
export function chooseEdgeLength(
	file: string,
	outlines: readonly Outline[],
	wanted?: number,
): number {
	let area = 0;
	let length = 0;
	let pieceCount = 0;
	let farthest = 0;
	for (const { pieces } of outlines) {
		let twiceArea = 0;
		for (const { cubic } of pieces) {
			for (let i = 0; i < 8; i++) {
				const [x, y] = onCubic(cubic, i / 8);
				const [toX, toY] = onCubic(cubic, (i + 1) / 8);
				twiceArea += x * toY - y * toX;
			}
			length += lengthsAlong(cubic, 8)[8];
			farthest = Math.max(farthest, ...cubic.map(Math.abs));
		}
		area += Math.abs(twiceArea) / 2;
		pieceCount += pieces.length;
	}
	const forTriangles = (count: number) =>
		Math.sqrt((4 * area) / (Math.sqrt(3) * count));
	const edgeLength =
		wanted ??
		Math.max(forTriangles(wantedTriangles), length / mostOutlinePoints);
	const shortest = Math.max(
		forTriangles(mostTriangles),
		length / mostOutlinePoints,
	);
	if (edgeLength < shortest)
		throw new FileError(
			`${file}: edges of ${edgeLength} m would be too many; ${shortest.toPrecision(2)} m is the shortest for its outlines`,
		);
	if (pieceCount > mostPieces) {
		throw new FileError(
			`${file}: its outlines have ${pieceCount} pieces; up to ${mostPieces} are read, so simplify them`,
		);
	}
	// Not if anything is infinite or NaN, either.
	const isUsable = edgeLength > 0 && edgeLength < Number.MAX_VALUE;
	if (isUsable && farthest < 1e9 * edgeLength) return edgeLength;
	throw new FileError(
		`${file}: its outlines are ${length} m long and enclose about ${area} m², ${farthest} m from the origin; they must enclose an area near it`,
	);
}

/** Points along the pieces of an outline at about equal distances, the first one of each at a corner. */
export function sampleOutline(
	{ pieces }: Outline,
	edgeLength: number,
): Point[][] {
	return pieces.map(({ cubic, isStraight }) => {
		const [x, y, , , , , toX, toY] = cubic;
		const length = isStraight
			? Math.hypot(toX - x, toY - y)
			: lengthsAlong(cubic, 8)[8];
		const least = isStraight ? 1 : 2;
		const count = Math.max(least, Math.ceil(length / edgeLength));
		const places = isStraight ? undefined : evenPlaces(cubic, count);
		return Array.from({ length: count }, (_, i): Point => {
			if (places) return onCubic(cubic, places[i]);
			return [x + (i / count) * (toX - x), y + (i / count) * (toY - y)];
		});
	});
}

/** Parameters of a curve at which it has equal lengths behind it, one after the other. */
function evenPlaces(cubic: Cubic, count: number): number[] {
	const steps = 8 * count;
	const lengths = lengthsAlong(cubic, steps);
	let step = 0;
	return Array.from({ length: count }, (_, i) => {
		const wanted = (i / count) * lengths[steps];
		while (lengths[step + 1] < wanted) step++;
		const passed = lengths[step + 1] - lengths[step];
		const part = passed > 0 ? (wanted - lengths[step]) / passed : 0;
		return (step + part) / steps;
	});
}

/** The length of a curve from its start to each of so many steps [m]. */
function lengthsAlong(cubic: Cubic, steps: number): number[] {
	const lengths = [0];
	let [x, y] = onCubic(cubic, 0);
	for (let i = 1; i <= steps; i++) {
		const [toX, toY] = onCubic(cubic, i / steps);
		lengths.push(lengths[i - 1] + Math.hypot(toX - x, toY - y));
		[x, y] = [toX, toY];
	}
	return lengths;
}

function onCubic(cubic: Cubic, t: number): Point {
	const s = 1 - t;
	const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
	const at = (axis: number) =>
		weights.reduce((sum, weight, i) => sum + weight * cubic[2 * i + axis], 0);
	return [at(0), at(1)];
}

/** Corners of equilateral triangles inside the outlines, row by row, not too close to the outlines. */
export function innerPoints(
	loops: readonly (readonly Point[])[],
	edgeLength: number,
): Point[] {
	const height = (edgeLength * Math.sqrt(3)) / 2;
	const crossingsOfRow = new Map<number, number[]>();
	const outlineCells = new Map<string, Point[]>();
	const cellOf = (x: number, y: number) =>
		[Math.floor(x / edgeLength), Math.floor(y / edgeLength)] as const;
	for (const loop of loops) {
		loop.forEach((point, i) => {
			const [x, y] = point;
			const [toX, toY] = loop[(i + 1) % loop.length];
			const cell = cellOf(x, y).join();
			outlineCells.set(cell, [...(outlineCells.get(cell) ?? []), point]);
			// Rows at whole heights that the segment crosses, its lower end included.
			const first = Math.ceil(Math.min(y, toY) / height);
			const end = Math.ceil(Math.max(y, toY) / height);
			for (let row = first; row < end; row++) {
				const t = (row * height - y) / (toY - y);
				const crossings = crossingsOfRow.get(row) ?? [];
				crossings.push(x + t * (toX - x));
				crossingsOfRow.set(row, crossings);
			}
		});
	}
	const isClear = (x: number, y: number) => {
		const [column, row] = cellOf(x, y);
		for (let i = column - 1; i <= column + 1; i++) {
			for (let j = row - 1; j <= row + 1; j++) {
				for (const [a, b] of outlineCells.get(`${i},${j}`) ?? []) {
					if (Math.hypot(x - a, y - b) < clearance * edgeLength) return false;
				}
			}
		}
		return true;
	};
	const points: Point[] = [];
	for (const [row, crossings] of crossingsOfRow) {
		crossings.sort((a, b) => a - b);
		const shift = row % 2 === 0 ? 0 : 0.5;
		for (let i = 0; i + 1 < crossings.length; i += 2) {
			const first = Math.ceil(crossings[i] / edgeLength - shift);
			const last = Math.floor(crossings[i + 1] / edgeLength - shift);
			for (let column = first; column <= last; column++) {
				const [x, y] = [(column + shift) * edgeLength, row * height];
				if (isClear(x, y)) points.push([x, y]);
			}
		}
	}
	return points;
}
