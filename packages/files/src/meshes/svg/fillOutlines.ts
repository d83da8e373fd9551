import Delaunator from "delaunator";
import { FileError } from "../../fileError.ts";
import { equalVertices } from "../parts/equalVertices.ts";
import type { Cubic, Outline } from "./svgOutlines.ts";

const wantedTriangles = 1000;
const mostOutlinePoints = 3000;
const mostPieces = 5000;
/** How far inner points stay from those of the outline, in edge lengths: closer ones make slivers. */
const clearance = 0.7;
const mostRounds = 12;

export interface FilledOutlines {
	/** xy per vertex [m]. */
	readonly positions: Float64Array;
	/** Counter-clockwise. */
	readonly triangles: readonly number[];
	/** The vertices along each outline. */
	readonly outlineVertices: readonly (readonly number[])[];
}

/**
 * Fills outlines, of which an inner one is a hole, with triangles of about the same size: points along the outlines and, in
 * equal distances, inside; then Delaunay's triangulation. Where an edge of the outline is not part of it, a point is added in
 * its middle and all is done again, which ends soon unless outlines cross.
 */
export function fillOutlines(
	file: string,
	outlines: readonly Outline[],
): FilledOutlines {
	const edgeLength = chooseEdgeLength(file, outlines);
	let loops = outlines.map((outline) => sample(outline, edgeLength));
	const inner = innerPoints(loops, edgeLength);
	for (let round = 0; round < mostRounds; round++) {
		const points = joinPoints(loops, inner);
		const { triangles } = new Delaunator(points.positions);
		const edges = new Set<number>();
		const key = (a: number, b: number) =>
			Math.min(a, b) * points.positions.length + Math.max(a, b);
		triangles.forEach((vertex, i) => {
			const next = triangles[i % 3 === 2 ? i - 2 : i + 1];
			edges.add(key(vertex, next));
		});
		let missing = 0;
		loops = loops.map((loop, i) => {
			const numbers = points.outlineVertices[i];
			return loop.flatMap((point, j) => {
				const next = (j + 1) % loop.length;
				const [from, to] = [numbers[j], numbers[next]];
				if (from === to || edges.has(key(from, to))) return [point];
				missing++;
				return [point, middle(point, loop[next])];
			});
		});
		if (missing === 0) {
			return {
				...points,
				triangles: insideTriangles(points, triangles),
			};
		}
		if (loops.reduce((sum, loop) => sum + loop.length, 0) > 2 * mostPieces) {
			break;
		}
	}
	throw new FileError(
		`${file}: its outlines cannot be filled; they cross each other or themselves, or come too close`,
	);
}

type Point = readonly [number, number];

const middle = ([a, b]: Point, [c, d]: Point): Point => [
	(a + c) / 2,
	(b + d) / 2,
];

/** So that there are about `wantedTriangles`, unless the outlines are very long for their area. */
function chooseEdgeLength(file: string, outlines: readonly Outline[]): number {
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
			length += cubicLength(cubic);
			farthest = Math.max(farthest, ...cubic.map(Math.abs));
		}
		area += Math.abs(twiceArea) / 2;
		pieceCount += pieces.length;
	}
	const edgeLength = Math.max(
		Math.sqrt((4 * area) / (Math.sqrt(3) * wantedTriangles)),
		length / mostOutlinePoints,
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

/** Between the chord and the polygon of the controls. */
function cubicLength([x, y, x1, y1, x2, y2, toX, toY]: Cubic): number {
	const controls =
		Math.hypot(x1 - x, y1 - y) +
		Math.hypot(x2 - x1, y2 - y1) +
		Math.hypot(toX - x2, toY - y2);
	return (controls + Math.hypot(toX - x, toY - y)) / 2;
}

/** Points along an outline, its corners among them. */
function sample({ pieces }: Outline, edgeLength: number): Point[] {
	return pieces.flatMap(({ cubic, isStraight }) => {
		const least = isStraight ? 1 : 2;
		const count = Math.max(least, Math.ceil(cubicLength(cubic) / edgeLength));
		return Array.from({ length: count }, (_, i) =>
			isStraight ? onLine(cubic, i / count) : onCubic(cubic, i / count),
		);
	});
}

function onLine([x, y, , , , , toX, toY]: Cubic, t: number): Point {
	return [x + t * (toX - x), y + t * (toY - y)];
}

function onCubic(cubic: Cubic, t: number): Point {
	const s = 1 - t;
	const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
	const at = (axis: number) =>
		weights.reduce((sum, weight, i) => sum + weight * cubic[2 * i + axis], 0);
	return [at(0), at(1)];
}

/** Corners of equilateral triangles inside the outlines, row by row, not too close to the outlines. */
function innerPoints(
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

/** All points as one array, in which equal ones are the same vertex. */
function joinPoints(
	loops: readonly (readonly Point[])[],
	inner: readonly Point[],
): Omit<FilledOutlines, "triangles"> {
	const all = [...loops.flat(), ...inner];
	const numbers = equalVertices(
		Float64Array.from(all.flatMap(([x, y]) => [x, y, 0])),
	);
	const count = numbers.reduce((most, number) => Math.max(most, number + 1), 0);
	const positions = new Float64Array(2 * count);
	all.forEach((point, i) => {
		positions.set(point, 2 * numbers[i]);
	});
	let start = 0;
	const outlineVertices = loops.map((loop) => {
		const vertices = [...numbers.subarray(start, start + loop.length)];
		start += loop.length;
		return vertices;
	});
	return { positions, outlineVertices };
}

/** Those whose middle is inside an odd number of outlines. */
function insideTriangles(
	{ positions: x, outlineVertices }: Omit<FilledOutlines, "triangles">,
	triangles: Uint32Array,
): number[] {
	const kept: number[] = [];
	for (let start = 0; start < triangles.length; start += 3) {
		const [a, b, c] = triangles.subarray(start, start + 3);
		const middleX = (x[2 * a] + x[2 * b] + x[2 * c]) / 3;
		const middleY = (x[2 * a + 1] + x[2 * b + 1] + x[2 * c + 1]) / 3;
		let isInside = false;
		for (const vertices of outlineVertices) {
			for (let i = 0; i < vertices.length; i++) {
				const p = 2 * vertices[i];
				const q = 2 * vertices[(i + 1) % vertices.length];
				if (x[p + 1] > middleY === x[q + 1] > middleY) continue;
				const t = (middleY - x[p + 1]) / (x[q + 1] - x[p + 1]);
				if (x[p] + t * (x[q] - x[p]) > middleX) isInside = !isInside;
			}
		}
		if (!isInside) continue;
		const turn =
			(x[2 * b] - x[2 * a]) * (x[2 * c + 1] - x[2 * a + 1]) -
			(x[2 * b + 1] - x[2 * a + 1]) * (x[2 * c] - x[2 * a]);
		kept.push(...(turn > 0 ? [a, b, c] : [a, c, b]));
	}
	return kept;
}
