import { FileError } from "../../fileError.ts";
import { connectVertices } from "./connectVertices.ts";
import {
	chooseEdgeLength,
	innerPoints,
	type Point,
	sampleOutline,
} from "./outlinePoints.ts";
import { edgeKey, refineTriangles } from "./refineTriangles.ts";
import type { Outline } from "./svgOutlines.ts";
import { Triangulation } from "./triangulation.ts";

/** Points of outlines that are nearer to each other than this are one, in edge lengths. */
const weldDistance = 1e-9;
/** Edges of outlines are not split into shorter ones, in edge lengths. */
const shortestEdge = 1 / 32;
/** Times the vertices that there are before thin triangles are mended. */
const mostGrowth = 4;

export interface FilledOutlines {
	/** xy per vertex [m]. */
	readonly positions: Float64Array;
	/** Counter-clockwise. */
	readonly triangles: readonly number[];
	/** The vertices along each outline. */
	readonly outlineVertices: readonly (readonly number[])[];
	/** Those of them at the points of its path. */
	readonly cornerVertices: readonly (readonly number[])[];
}

/**
 * Fills outlines, of which an inner one is a hole, with triangles of about the same size: points along the outlines and, in
 * equal distances, inside; Delaunay's triangulation of them that has all edges of the outlines; and more points where
 * triangles would be thin.
 */
export function fillOutlines(
	file: string,
	outlines: readonly Outline[],
	edgeLength = chooseEdgeLength(file, outlines),
): FilledOutlines {
	const pieces = outlines.map((outline) => sampleOutline(outline, edgeLength));
	const samples = pieces.map((points) => points.flat());
	const mesh = new Triangulation(...boxAround(samples.flat()));
	const vertexAt = welded(mesh, weldDistance * edgeLength);
	const corners = samples.map((points) => points.map(vertexAt));
	for (const point of innerPoints(samples, edgeLength)) mesh.addPoint(...point);
	const connecting = {
		tolerance: (weldDistance * edgeLength) / 4,
		refuse: (x: number, y: number) => {
			throw new FileError(
				`${file}: its outlines cross each other or themselves near (${x}, ${y}) m, y upwards; separate them there`,
			);
		},
	};
	const loops = corners.map((vertices) =>
		alongLoop(vertices, (from, to) =>
			connectVertices(mesh, from, to, connecting),
		),
	);
	mesh.markInside();
	const middles = refineTriangles(mesh, {
		shortest: shortestEdge * edgeLength,
		mostVertices: mostGrowth * mesh.vertexCount,
	});
	const halves = (from: number, to: number): number[] => {
		const middle = middles.get(edgeKey(from, to));
		if (middle === undefined) return [to];
		return [...halves(from, middle), ...halves(middle, to)];
	};
	return insideOf(
		file,
		mesh,
		loops.map((loop) => alongLoop(loop, halves)),
		pieces.map((points) => points.map(([corner]) => vertexAt(corner))),
	);
}

/** Far enough away that its corners hardly matter for where points are. */
function boxAround(points: readonly Point[]): [number, number, number, number] {
	const [x, y] = [0, 1].map((axis) => points.map((point) => point[axis]));
	const least = [x, y].map((values) => values.reduce((a, b) => Math.min(a, b)));
	const most = [x, y].map((values) => values.reduce((a, b) => Math.max(a, b)));
	const margin = 10 * Math.max(most[0] - least[0], most[1] - least[1]);
	return [
		least[0] - margin,
		least[1] - margin,
		most[0] + margin,
		most[1] + margin,
	];
}

/** Finds or makes the vertex at a point or nearer to it than `distance`. */
function welded(
	mesh: Triangulation,
	distance: number,
): (point: Point) => number {
	const cells = new Map<string, number>();
	return ([x, y]) => {
		const [column, row] = [Math.floor(x / distance), Math.floor(y / distance)];
		for (const i of [-1, 0, 1]) {
			for (const j of [-1, 0, 1]) {
				const vertex = cells.get(`${column + i} ${row + j}`);
				if (vertex === undefined) continue;
				const [toX, toY] = mesh.positions.slice(2 * vertex, 2 * vertex + 2);
				if (Math.hypot(toX - x, toY - y) < distance) return vertex;
			}
		}
		const vertex = mesh.addPoint(x, y);
		cells.set(`${column} ${row}`, vertex);
		return vertex;
	};
}

/** A closed line, each part of it from a vertex to the next replaced by the vertices to which `part` leads. */
function alongLoop(
	vertices: readonly number[],
	part: (from: number, to: number) => number[],
): number[] {
	return vertices.flatMap((from, i) => {
		const to = vertices[(i + 1) % vertices.length];
		return from === to ? [] : part(from, to);
	});
}

/** The triangles inside, and the vertices that they have. */
function insideOf(
	file: string,
	mesh: Triangulation,
	loops: readonly (readonly number[])[],
	corners: readonly (readonly number[])[],
): FilledOutlines {
	const numbers = new Map<number, number>();
	const positions: number[] = [];
	const triangles: number[] = [];
	mesh.corners.forEach((vertex, edge) => {
		if (!mesh.inside[Math.floor(edge / 3)]) return;
		let number = numbers.get(vertex);
		if (number === undefined) {
			number = numbers.size;
			numbers.set(vertex, number);
			positions.push(...mesh.positions.slice(2 * vertex, 2 * vertex + 2));
		}
		triangles.push(number);
	});
	if (triangles.length === 0) {
		throw new FileError(
			`${file}: its outlines enclose nothing; draw one that encloses an area`,
		);
	}
	const numbered = (rows: readonly (readonly number[])[]) =>
		rows.map((row) => row.flatMap((vertex) => numbers.get(vertex) ?? []));
	return {
		positions: Float64Array.from(positions),
		triangles,
		outlineVertices: numbered(loops),
		cornerVertices: numbered(corners),
	};
}
