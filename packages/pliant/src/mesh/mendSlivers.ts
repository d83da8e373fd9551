/**
 * Triangles that are slivers or have no area, mended with their neighbours: where two corners nearly meet these become one; where a
 * corner nearly lies on the opposite edge, that edge is flipped to end there, or the triangle is left out at a boundary. The surface
 * stays whole, which it would not if such triangles were just left out. What would fold or pinch it is not done.
 *
 * Edges of triangles that are thin, but no slivers, are flipped, too, where the new triangles are better: a bumpy ball of 17,000 vertices with 30 % of triangles
 * of 1 : 300 takes a tenth of the time then. Thin layers that are meant so have right angles, and no better ones.
 */
import { edgeLength, triangleAreaVector } from "./measure.ts";
import type { Mesh } from "./mesh.ts";
import { flatness, sliverFlatness, thinFlatness } from "./slivers.ts";

export interface MendedSlivers {
	readonly triangles: Uint32Array;
	/** The vertex that each has become: itself, but for those of collapsed edges. */
	readonly representatives: Uint32Array;
	readonly collapsed: number;
	readonly flipped: number;
	/** Edges of thin triangles. */
	readonly flippedThin: number;
	/** Triangles that were left out at a boundary. */
	readonly removed: number;
}

type Triangle = readonly [number, number, number];

/** Mending one may bring another within reach. */
const mostPasses = 10;

/** What edges of thin triangles are flipped for: new triangles at least so high for their length. (Three times as high changed graded grids of crossed cells.) */
const wellShaped = 0.1;

export function mendSlivers(mesh: Mesh): MendedSlivers {
	if (!hasThin(mesh)) return unchanged(mesh);
	const surface = new ChangingSurface(mesh);
	let [collapsed, flipped, removed] = [0, 0, 0];
	for (let pass = 0, before = -1; pass < mostPasses; pass++) {
		if (collapsed + flipped + removed === before) break;
		before = collapsed + flipped + removed;
		for (const t of surface.flatterThan(sliverFlatness)) {
			if (!surface.isFlatter(t, sliverFlatness)) continue;
			const [a, b, c] = surface.longestEdgeFirst(t);
			const [near, far] = surface.isNearer(c, a, b) ? [a, b] : [b, a];
			if (surface.isShort(c, near, far)) {
				if (surface.collapse(near, c)) collapsed++;
			} else if (surface.flip(t, [a, b, c])) flipped++;
			else if (surface.removeAtBoundary(t, [a, b, c])) removed++;
		}
	}
	let flippedThin = 0;
	for (let pass = 0, before = -1; pass < mostPasses; pass++) {
		if (flippedThin === before) break;
		before = flippedThin;
		for (const t of surface.flatterThan(thinFlatness))
			if (
				surface.isFlatter(t, thinFlatness) &&
				surface.flip(t, surface.longestEdgeFirst(t), wellShaped)
			)
				flippedThin++;
	}
	const { representatives } = surface;
	return {
		triangles: surface.triangles(),
		representatives,
		...{ collapsed, flipped, flippedThin, removed },
	};
}

function hasThin({ positions, triangles }: Mesh): boolean {
	for (let i = 0; i < triangles.length; i += 3) {
		const corners = [triangles[i], triangles[i + 1], triangles[i + 2]];
		if (flatness(positions, corners) < thinFlatness) return true;
	}
	return false;
}

const unchanged = ({ positions, triangles }: Mesh): MendedSlivers => ({
	triangles,
	representatives: Uint32Array.from(
		{ length: positions.length / 3 },
		(_, vertex) => vertex,
	),
	...{ collapsed: 0, flipped: 0, flippedThin: 0, removed: 0 },
});

class ChangingSurface {
	readonly representatives: Uint32Array;
	private readonly positions: Float64Array;
	private readonly all: (Triangle | undefined)[] = [];
	/** The triangles at each vertex. */
	private readonly around: Set<number>[];

	constructor({ positions, triangles }: Mesh) {
		this.positions = positions;
		this.representatives = Uint32Array.from(
			{ length: positions.length / 3 },
			(_, vertex) => vertex,
		);
		for (let i = 0; i < triangles.length; i += 3)
			this.all.push([triangles[i], triangles[i + 1], triangles[i + 2]]);
		this.around = Array.from(this.representatives, () => new Set());
		for (const [t, corners] of this.all.entries())
			for (const vertex of corners ?? []) this.around[vertex].add(t);
	}

	triangles(): Uint32Array {
		return Uint32Array.from(this.all.flatMap((corners) => corners ?? []));
	}

	/** Those that are, the flattest first. */
	flatterThan(limit: number): number[] {
		return [...this.all.keys()]
			.filter((t) => this.isFlatter(t, limit))
			.map((t) => ({ t, flat: this.flatness(this.all[t] as Triangle) }))
			.sort((one, other) => one.flat - other.flat)
			.map(({ t }) => t);
	}

	/** Whether it is one that is still there; what names a vertex twice is for others to remove. */
	isFlatter(t: number, limit: number): boolean {
		const corners = this.all[t];
		return (
			corners !== undefined &&
			new Set(corners).size === 3 &&
			this.flatness(corners) < limit
		);
	}

	/** The corners in the triangle's own sense of rotation. */
	longestEdgeFirst(t: number): Triangle {
		const [a, b, c] = this.all[t] as Triangle;
		const turns: Triangle[] = [
			[a, b, c],
			[b, c, a],
			[c, a, b],
		];
		return turns.reduce((best, turn) =>
			this.length(turn[0], turn[1]) > this.length(best[0], best[1])
				? turn
				: best,
		);
	}

	isNearer(c: number, a: number, b: number): boolean {
		return this.length(c, a) < this.length(c, b);
	}

	/** Whether two corners nearly meet, as seen from the third. */
	isShort(a: number, b: number, far: number): boolean {
		return this.length(a, b) < 10 * sliverFlatness * this.length(b, far);
	}

	/** Makes one vertex of two. */
	collapse(a: number, b: number): boolean {
		const [kept, gone] = this.isAtBoundary(b) ? [b, a] : [a, b];
		const shared = this.atEdge(kept, gone);
		const isInner = shared.length === 2;
		if (shared.length === 0 || shared.length > 2) return false;
		if (isInner && this.isAtBoundary(kept) && this.isAtBoundary(gone))
			return false;
		const neighbours = this.neighbours(gone);
		const common = [...this.neighbours(kept)].filter((v) => neighbours.has(v));
		if (common.length !== shared.length) return false;
		const moved = [...this.around[gone]].filter((t) => !shared.includes(t));
		const replaced = moved.map((t) => {
			const corners = this.all[t] as Triangle;
			const after = corners.map((v) => (v === gone ? kept : v));
			return { t, before: corners, after: after as unknown as Triangle };
		});
		if (!replaced.every(({ before, after }) => this.keepsSide(before, after)))
			return false;
		for (const t of shared) this.remove(t);
		for (const { t, after } of replaced) this.replace(t, after);
		const { representatives } = this;
		for (let v = 0; v < representatives.length; v++)
			if (representatives[v] === gone) representatives[v] = kept;
		return true;
	}

	/**
	 * Lets the edge from a to b go from c, which nearly lies on it, to the corner on the other side.
	 * @param needed how high for their length the new ones must be; by default no slivers, or no flatter than the better one
	 */
	flip(t: number, [a, b, c]: Triangle, needed?: number): boolean {
		const others = this.atEdge(a, b).filter((other) => other !== t);
		if (others.length !== 1) return false;
		const [other] = others;
		const corners = this.all[other] as Triangle;
		const d = corners.find((v) => v !== a && v !== b);
		const isOpposite = corners[(corners.indexOf(b) + 1) % 3] === a;
		if (d === undefined || d === c || !isOpposite) return false;
		if (this.atEdge(c, d).length > 0) return false;
		const after: Triangle[] = [
			[a, d, c],
			[d, b, c],
		];
		const better = Math.max(this.flatness([a, b, c]), this.flatness(corners));
		const least = needed ?? Math.min(better, sliverFlatness);
		const isBetter = after.every(
			(triangle) =>
				this.flatness(triangle) >= least && this.isAlike(corners, triangle),
		);
		if (!isBetter) return false;
		this.replace(t, after[0]);
		this.replace(other, after[1]);
		return true;
	}

	/** Where the long edge is the surface's own: c takes its place. */
	removeAtBoundary(t: number, [a, b, c]: Triangle): boolean {
		if (this.atEdge(a, b).length > 1) return false;
		if (this.isAtBoundary(c)) return false;
		this.remove(t);
		return true;
	}

	private length(a: number, b: number): number {
		return edgeLength(this.positions, a, b);
	}

	private flatness(corners: Triangle): number {
		return flatness(this.positions, corners);
	}

	private atEdge(a: number, b: number): number[] {
		return [...this.around[a]].filter((t) => this.around[b].has(t));
	}

	private neighbours(vertex: number): Set<number> {
		const found = new Set<number>();
		for (const t of this.around[vertex])
			for (const v of this.all[t] ?? []) if (v !== vertex) found.add(v);
		return found;
	}

	private isAtBoundary(vertex: number): boolean {
		return [...this.neighbours(vertex)].some(
			(other) => this.atEdge(vertex, other).length !== 2,
		);
	}

	/** Whether a triangle that was none keeps its side and its shape. */
	private keepsSide(before: Triangle, after: Triangle): boolean {
		const flat = this.flatness(before);
		if (flat < sliverFlatness) return true;
		return this.flatness(after) > 0.5 * flat && this.isAlike(before, after);
	}

	private isAlike(one: Triangle, other: Triangle): boolean {
		const [x, y, z] = triangleAreaVector(this.positions, ...one);
		const [u, v, w] = triangleAreaVector(this.positions, ...other);
		return x * u + y * v + z * w > 0;
	}

	private remove(t: number): void {
		for (const vertex of this.all[t] ?? []) this.around[vertex].delete(t);
		this.all[t] = undefined;
	}

	private replace(t: number, corners: Triangle): void {
		this.remove(t);
		this.all[t] = corners;
		for (const vertex of corners) this.around[vertex].add(t);
	}
}
