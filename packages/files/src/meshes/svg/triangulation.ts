import { incircle, orient2d } from "robust-predicates";

/** Three half-edges per triangle, one after the other. */
export const next = (edge: number): number =>
	edge % 3 === 2 ? edge - 2 : edge + 1;
export const previous = (edge: number): number =>
	edge % 3 === 0 ? edge + 2 : edge - 1;
export const triangleOf = (edge: number): number => Math.floor(edge / 3);

/**
 * A Delaunay triangulation that takes points one by one and keeps the edges of outlines. Its predicates are exact: three points
 * of a slanted line are hardly ever on it to the last bit, and a guess there leaves slits and slivers.
 */
export class Triangulation {
	/** xy per vertex. The first four are the corners of a box around the others. */
	readonly positions: number[];
	/** The vertex that each half-edge starts from; triangles are counter-clockwise. */
	readonly corners: number[] = [];
	/** The half-edge on the other side, -1 on the box. */
	readonly twins: number[] = [];
	/** How many outlines run along each half-edge. */
	readonly outlines: number[] = [];
	/** Whether each triangle is inside an odd number of outlines, after `markInside`. */
	readonly inside: boolean[] = [];
	/** A half-edge that starts from each vertex. */
	private readonly starts: number[] = [];
	/** Where the search for a point begins. */
	private recent = 0;

	/** A box that has all points to come well inside. */
	constructor(minX: number, minY: number, maxX: number, maxY: number) {
		this.positions = [minX, minY, maxX, minY, maxX, maxY, minX, maxY];
		this.addTriangle();
		this.addTriangle();
		[0, 1, 2, 0, 2, 3].forEach((corner, edge) => {
			this.setEdge(edge, corner, -1);
		});
		this.setEdge(2, 2, 3);
	}

	get triangleCount(): number {
		return this.corners.length / 3;
	}

	get vertexCount(): number {
		return this.positions.length / 2;
	}

	/** Positive where a point is on the left of the line between two vertices. */
	side(from: number, to: number, x: number, y: number): number {
		const { positions: p } = this;
		const [a, b] = [2 * from, 2 * to];
		return -orient2d(p[a], p[a + 1], p[b], p[b + 1], x, y);
	}

	/** Positive where a point is on the left of a half-edge. */
	sideOfEdge(edge: number, x: number, y: number): number {
		return this.side(this.corners[edge], this.corners[next(edge)], x, y);
	}

	/** Whether a point is in the circle through the corners of a half-edge's triangle. */
	isInCircle(edge: number, x: number, y: number): boolean {
		const { positions: p, corners } = this;
		const a = 2 * corners[edge];
		const b = 2 * corners[next(edge)];
		const c = 2 * corners[previous(edge)];
		return incircle(p[a], p[a + 1], p[b], p[b + 1], p[c], p[c + 1], x, y) > 0;
	}

	/** The half-edges that start from a vertex. */
	spokes(vertex: number): number[] {
		const start = this.starts[vertex];
		const spokes: number[] = [];
		let edge = start;
		do {
			spokes.push(edge);
			edge = this.twins[previous(edge)];
		} while (edge >= 0 && edge !== start);
		if (edge === start) return spokes;
		// At a corner of the box, those on the other side of the first.
		for (
			let twin = this.twins[start];
			twin >= 0;
			twin = this.twins[next(twin)]
		) {
			spokes.push(next(twin));
		}
		return spokes;
	}

	/** The half-edge from a vertex to another, if there is one. */
	edgeBetween(from: number, to: number): number | undefined {
		return this.spokes(from).find((edge) => this.corners[next(edge)] === to);
	}

	/** The vertex at a point, a new one unless it is there already. For use before there are outlines. */
	addPoint(x: number, y: number): number {
		for (;;) {
			const edges = [0, 1, 2].map((k) => 3 * this.recent + k);
			const beyond = edges.find((edge) => this.sideOfEdge(edge, x, y) < 0);
			if (beyond === undefined) return this.addPointIn(this.recent, x, y);
			this.recent = triangleOf(this.twins[beyond]);
		}
	}

	/** The same for a triangle in which the point is known to be. */
	addPointIn(triangle: number, x: number, y: number): number {
		const on = [0, 1, 2]
			.map((k) => 3 * triangle + k)
			.filter((edge) => this.sideOfEdge(edge, x, y) === 0);
		if (on.length === 0) return this.splitTriangle(triangle, x, y);
		if (on.length === 1) return this.splitEdge(on[0], x, y);
		return this.corners[next(on[0]) === on[1] ? on[1] : on[0]];
	}

	private splitTriangle(triangle: number, x: number, y: number): number {
		const vertex = this.addVertex(x, y);
		const sides = [0, 1, 2].map((k) => this.edgeData(3 * triangle + k));
		const parts = [
			triangle,
			this.addTriangle(triangle),
			this.addTriangle(triangle),
		];
		sides.forEach(({ corner, twin, outlines }, k) => {
			const after = (k + 1) % 3;
			const edge = 3 * parts[k];
			this.setEdge(edge, corner, twin, outlines);
			this.setEdge(edge + 1, sides[after].corner, 3 * parts[after] + 2);
			this.corners[edge + 2] = vertex;
		});
		this.starts[vertex] = 3 * triangle + 2;
		this.makeDelaunay(parts.map((part) => 3 * part));
		return vertex;
	}

	/** A new vertex on an edge, or as near to it as numbers are; an edge of an outline becomes two. */
	splitEdge(edge: number, x: number, y: number): number {
		const vertex = this.addVertex(x, y);
		const twin = this.twins[edge];
		const { outlines } = this.edgeData(edge);
		const halves = [edge, twin].map((half) => {
			const opposite = this.edgeData(next(half));
			const added = 3 * this.addTriangle(triangleOf(half));
			this.setEdge(
				added + 1,
				opposite.corner,
				opposite.twin,
				opposite.outlines,
			);
			this.setEdge(added + 2, this.corners[previous(half)], -1);
			this.setEdge(next(half), vertex, added + 2);
			return added;
		});
		this.setEdge(halves[0], vertex, twin, outlines);
		this.setEdge(halves[1], vertex, edge, outlines);
		this.makeDelaunay(
			[previous(edge), previous(twin)].concat(halves.map((half) => half + 1)),
		);
		return vertex;
	}

	/** Replaces an edge by the other diagonal of the two triangles beside it. */
	flip(edge: number): void {
		const twin = this.twins[edge];
		const [before, beyond] = [previous(edge), previous(twin)];
		const [a, b] = [this.corners[before], this.corners[beyond]];
		const [left, right] = [this.edgeData(before), this.edgeData(beyond)];
		this.starts[this.corners[edge]] = next(twin);
		this.starts[this.corners[twin]] = next(edge);
		this.setEdge(edge, b, right.twin, right.outlines);
		this.setEdge(twin, a, left.twin, left.outlines);
		this.setEdge(before, a, beyond);
		this.setEdge(beyond, b, before);
	}

	/** Flips edges, starting with these, until each circle through three corners is empty, as far as outlines let it be (Lawson). */
	makeDelaunay(edges: number[]): void {
		for (let edge = edges.pop(); edge !== undefined; edge = edges.pop()) {
			const twin = this.twins[edge];
			if (twin < 0 || this.outlines[edge] > 0) continue;
			const apex = 2 * this.corners[previous(twin)];
			const [x, y] = this.positions.slice(apex, apex + 2);
			if (!this.isInCircle(edge, x, y)) continue;
			this.flip(edge);
			edges.push(edge, next(edge), twin, next(twin));
		}
	}

	/** Finds what is inside; later triangles are where those were that they are made from. */
	markInside(): void {
		const isKnown = new Uint8Array(this.triangleCount);
		const waiting = [triangleOf(this.starts[0])];
		isKnown[waiting[0]] = 1;
		for (
			let triangle = waiting.pop();
			triangle !== undefined;
			triangle = waiting.pop()
		) {
			for (const edge of [0, 1, 2].map((k) => 3 * (triangle as number) + k)) {
				const twin = this.twins[edge];
				if (twin < 0 || isKnown[triangleOf(twin)]) continue;
				const crosses = this.outlines[edge] % 2 === 1;
				this.inside[triangleOf(twin)] = this.inside[triangle] !== crosses;
				isKnown[triangleOf(twin)] = 1;
				waiting.push(triangleOf(twin));
			}
		}
	}

	private addVertex(x: number, y: number): number {
		return this.positions.push(x, y) / 2 - 1;
	}

	/** Its edges are to be set. */
	private addTriangle(whereWas?: number): number {
		this.corners.push(-1, -1, -1);
		this.twins.push(-1, -1, -1);
		this.outlines.push(0, 0, 0);
		return (
			this.inside.push(whereWas !== undefined && this.inside[whereWas]) - 1
		);
	}

	private edgeData(edge: number) {
		return {
			corner: this.corners[edge],
			twin: this.twins[edge],
			outlines: this.outlines[edge],
		};
	}

	/** Sets a half-edge, and what the one on its other side shares with it. */
	private setEdge(
		edge: number,
		corner: number,
		twin: number,
		outlines = 0,
	): void {
		this.corners[edge] = corner;
		this.starts[corner] = edge;
		this.twins[edge] = twin;
		this.outlines[edge] = outlines;
		if (twin < 0) return;
		this.twins[twin] = edge;
		this.outlines[twin] = outlines;
	}
}
