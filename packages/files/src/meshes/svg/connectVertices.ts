import { next, previous, type Triangulation } from "./triangulation.ts";

export interface ConnectOptions {
	/** Vertices nearer to the line than this are on it [m]. */
	readonly tolerance: number;
	/** Called with the place where another outline crosses. */
	readonly refuse: (x: number, y: number) => never;
}

/** Makes the line between two vertices part of an outline. Returns the vertices on it after the first. */
export function connectVertices(
	mesh: Triangulation,
	from: number,
	to: number,
	options: ConnectOptions,
): number[] {
	const isThere = mesh.edgeBetween(from, to) !== undefined;
	const found = isThere ? { edges: [] } : crossedEdges(mesh, from, to, options);
	if ("vertex" in found) {
		return [
			...connectVertices(mesh, from, found.vertex, options),
			...connectVertices(mesh, found.vertex, to, options),
		];
	}
	const flipped = flipAway(mesh, found.edges, from, to);
	const edge = mesh.edgeBetween(from, to) as number;
	mesh.outlines[edge]++;
	mesh.outlines[mesh.twins[edge]]++;
	for (const pair of flipped) {
		const inside = mesh.edgeBetween(...pair);
		if (inside !== undefined) mesh.makeDelaunay([inside]);
	}
	return [to];
}

type Pair = readonly [number, number];

/** The edges between two vertices, each by its vertices, or a vertex that is in the way. */
function crossedEdges(
	mesh: Triangulation,
	from: number,
	to: number,
	{ tolerance, refuse }: ConnectOptions,
): { readonly edges: Pair[] } | { readonly vertex: number } {
	const { positions: p, corners } = mesh;
	const [x, y] = [p[2 * from], p[2 * from + 1]];
	const [dx, dy] = [p[2 * to] - x, p[2 * to + 1] - y];
	const length = Math.hypot(dx, dy);
	const isInTheWay = (vertex: number) => {
		const [px, py] = [p[2 * vertex] - x, p[2 * vertex + 1] - y];
		const along = (px * dx + py * dy) / length;
		const beside = Math.abs(px * dy - py * dx) / length;
		return beside <= tolerance && along > 0 && along < length;
	};
	const side = sideOf(mesh, from, to);
	let edge = -1;
	for (const spoke of mesh.spokes(from)) {
		const [right, left] = [corners[next(spoke)], corners[previous(spoke)]];
		if (isInTheWay(right)) return { vertex: right };
		if (side(right) < 0 && side(left) > 0) edge = next(spoke);
	}
	const edges: Pair[] = [];
	for (;;) {
		const [right, left] = [corners[edge], corners[next(edge)]];
		if (mesh.outlines[edge] > 0) {
			const t = side(right) / (side(right) - side(left));
			const at = (axis: number) =>
				(1 - t) * p[2 * right + axis] + t * p[2 * left + axis];
			refuse(at(0), at(1));
		}
		edges.push([right, left]);
		const twin = mesh.twins[edge];
		const apex = corners[previous(twin)];
		if (apex === to) return { edges };
		if (isInTheWay(apex)) return { vertex: apex };
		edge = side(apex) > 0 ? next(twin) : previous(twin);
	}
}

/** Positive for vertices on the left of a line. */
const sideOf =
	(mesh: Triangulation, from: number, to: number) => (vertex: number) => {
		const { positions } = mesh;
		return mesh.side(
			from,
			to,
			positions[2 * vertex],
			positions[2 * vertex + 1],
		);
	};

/** Flips edges until none is between two vertices (Sloan 1993). Returns those that came of it. */
function flipAway(
	mesh: Triangulation,
	crossed: Pair[],
	from: number,
	to: number,
): Pair[] {
	const side = sideOf(mesh, from, to);
	const flipped: Pair[] = [];
	for (let pair = crossed.shift(); pair; pair = crossed.shift()) {
		const edge = mesh.edgeBetween(...pair) as number;
		const a = mesh.corners[previous(edge)];
		const b = mesh.corners[previous(mesh.twins[edge])];
		const [first, second] = pair.map(sideOf(mesh, a, b));
		if (first * second >= 0) {
			crossed.push(pair);
			continue;
		}
		mesh.flip(edge);
		const isEnd = [a, b].some((vertex) => vertex === from || vertex === to);
		const isBetween = !isEnd && side(a) * side(b) < 0;
		(isBetween ? crossed : flipped).push([a, b]);
	}
	return flipped;
}
