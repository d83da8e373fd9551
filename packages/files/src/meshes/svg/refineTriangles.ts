import {
	next,
	previous,
	type Triangulation,
	triangleOf,
} from "./triangulation.ts";

/** Radius of the circle through its corners over the shortest edge of a triangle, above which it is too thin: angles below 22.6°. */
const thinRatio = 1.3;

export interface RefineOptions {
	/** Edges of outlines that are shorter than twice this are not split [m]. */
	readonly shortest: number;
	readonly mostVertices: number;
}

/**
 * Adds points until triangles inside the outlines have no small angles (Ruppert 1995): the centre of the circle around a thin
 * triangle or, where that is too near to an edge of an outline or beyond it, the middle of that edge. Angles of the
 * outlines themselves stay. Returns the vertices in the middles of edges, by `edgeKey`.
 */
export function refineTriangles(
	mesh: Triangulation,
	{ shortest, mostVertices }: RefineOptions,
): Map<string, number> {
	const middles = new Map<string, number>();
	const split = (edge: number): boolean => {
		const { positions: p, corners } = mesh;
		const [a, b] = [corners[edge], corners[next(edge)]];
		const [ax, ay, bx, by] = [p[2 * a], p[2 * a + 1], p[2 * b], p[2 * b + 1]];
		const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
		const isLong = Math.hypot(bx - ax, by - ay) >= 2 * shortest;
		const beside = [edge, mesh.twins[edge]].flatMap((half) => [
			next(half),
			previous(half),
		]);
		// In a mesh so flat that rounding of the middle counts, the edge stays.
		if (!isLong || beside.some((side) => mesh.sideOfEdge(side, x, y) <= 0)) {
			return false;
		}
		middles.set(edgeKey(a, b), mesh.splitEdge(edge, x, y));
		return true;
	};
	const improve = (triangle: number): boolean => {
		const [x, y] = circumcentre(mesh, triangle);
		// So flat that rounding leaves no area.
		if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
		const { found, edge } = walk(mesh, triangle, x, y);
		if (edge !== undefined) return split(edge);
		if (found === undefined) return false;
		const near = encroached(mesh, found, x, y);
		if (near.length > 0) return near.some(split);
		return mesh.addPointIn(found, x, y) === mesh.vertexCount - 1;
	};
	for (let isChanged = true; isChanged; ) {
		isChanged = false;
		for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
			if (mesh.vertexCount >= mostVertices) return middles;
			if (isThin(mesh, triangle) && improve(triangle)) isChanged = true;
		}
	}
	return middles;
}

export const edgeKey = (a: number, b: number): string =>
	`${Math.min(a, b)} ${Math.max(a, b)}`;

/** Whether a triangle inside has a small angle that is not one of an outline. */
function isThin(mesh: Triangulation, triangle: number): boolean {
	if (!mesh.inside[triangle]) return false;
	const edges = [0, 1, 2].map((k) => 3 * triangle + k);
	const lengths = edges.map((edge) => lengthOf(mesh, edge));
	const shortest = Math.min(...lengths);
	const [x, y] = circumcentre(mesh, triangle);
	const { positions: p, corners } = mesh;
	const a = 2 * corners[3 * triangle];
	if (Math.hypot(x - p[a], y - p[a + 1]) <= thinRatio * shortest) return false;
	const across = edges[lengths.indexOf(shortest)];
	return !(mesh.outlines[next(across)] && mesh.outlines[previous(across)]);
}

function lengthOf({ positions: p, corners }: Triangulation, edge: number) {
	const [a, b] = [2 * corners[edge], 2 * corners[next(edge)]];
	return Math.hypot(p[b] - p[a], p[b + 1] - p[a + 1]);
}

function circumcentre(
	{ positions: p, corners }: Triangulation,
	triangle: number,
): [number, number] {
	const [a, b, c] = [0, 1, 2].map((k) => 2 * corners[3 * triangle + k]);
	const [bx, by] = [p[b] - p[a], p[b + 1] - p[a + 1]];
	const [cx, cy] = [p[c] - p[a], p[c + 1] - p[a + 1]];
	const [bb, cc] = [bx * bx + by * by, cx * cx + cy * cy];
	const twiceArea = 2 * (bx * cy - by * cx);
	return [
		p[a] + (cy * bb - by * cc) / twiceArea,
		p[a + 1] + (bx * cc - cx * bb) / twiceArea,
	];
}

/** The triangle in which a point is, or the edge of an outline that is before it. */
function walk(
	mesh: Triangulation,
	start: number,
	x: number,
	y: number,
): { found?: number; edge?: number } {
	let triangle = start;
	// With outlines a walk may go in circles; then there is nothing found.
	for (let steps = 0; steps < mesh.triangleCount; steps++) {
		const beyond = [0, 1, 2]
			.map((k) => 3 * triangle + k)
			.find((edge) => mesh.sideOfEdge(edge, x, y) < 0);
		if (beyond === undefined) return { found: triangle };
		if (mesh.outlines[beyond] > 0) return { edge: beyond };
		triangle = triangleOf(mesh.twins[beyond]);
	}
	return {};
}

/** The edges of outlines, among those around the triangles that a new point would replace, that are seen from it at more than 90°. */
function encroached(
	mesh: Triangulation,
	start: number,
	x: number,
	y: number,
): number[] {
	const { positions: p, corners, outlines, twins } = mesh;
	const found: number[] = [];
	const seen = new Set([start]);
	for (const triangle of seen) {
		for (const edge of [0, 1, 2].map((k) => 3 * triangle + k)) {
			const beyond = triangleOf(twins[edge]);
			if (outlines[edge] > 0) {
				const [a, b] = [2 * corners[edge], 2 * corners[next(edge)]];
				const cosine =
					(p[a] - x) * (p[b] - x) + (p[a + 1] - y) * (p[b + 1] - y);
				if (cosine < 0) found.push(edge);
			} else if (mesh.isInCircle(twins[edge], x, y)) seen.add(beyond);
		}
	}
	return found;
}
