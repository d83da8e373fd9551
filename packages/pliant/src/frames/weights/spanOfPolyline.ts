import type { Vector3 } from "../../mesh/mesh.ts";

/** Where a point lies along the frames of a chain. */
export interface Span {
	/** Between frame `index` and the next one. */
	index: number;
	/** From 0 at frame `index` to 1 at the next one; points beyond the ends of the chain are at its ends. */
	t: number;
	/** Gradient of t [1/m], xyz; zero beyond the ends. */
	readonly gradient: [number, number, number];
}

/** Finds the span of a chain of frames that a point belongs to: that of the nearest point of the polyline through their origins. */
export class SpanOfPolyline {
	readonly #points: readonly Vector3[];
	/** Squared length of each span [m²]. */
	readonly #lengthsSquared: readonly number[];
	/** Length of each span [m]. */
	readonly lengths: readonly number[];

	constructor(name: string, points: readonly Vector3[]) {
		if (points.length < 2) {
			throw new Error(
				`${name}: ${points.length} origins; a chain needs at least 2 frames`,
			);
		}
		this.#points = points;
		this.#lengthsSquared = points.slice(1).map((end, i) => {
			const squared =
				(end[0] - points[i][0]) ** 2 +
				(end[1] - points[i][1]) ** 2 +
				(end[2] - points[i][2]) ** 2;
			if (!(squared > 0 && Number.isFinite(squared))) {
				throw new Error(
					`${name}: origins[${i}] is [${points[i].join(", ")}] and origins[${i + 1}] is [${end.join(", ")}]; neighbours along a chain must be apart`,
				);
			}
			return squared;
		});
		this.lengths = this.#lengthsSquared.map(Math.sqrt);
	}

	find(p: ArrayLike<number>, span: Span): void {
		const points = this.#points;
		const last = points.length - 2;
		let nearest = Number.POSITIVE_INFINITY;
		for (let i = 0; i <= last; i++) {
			const [a, b] = [points[i], points[i + 1]];
			const lengthSquared = this.#lengthsSquared[i];
			const [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
			const along =
				((p[0] - a[0]) * x + (p[1] - a[1]) * y + (p[2] - a[2]) * z) /
				lengthSquared;
			const t = Math.min(Math.max(along, 0), 1);
			const distanceSquared =
				(p[0] - a[0] - t * x) ** 2 +
				(p[1] - a[1] - t * y) ** 2 +
				(p[2] - a[2] - t * z) ** 2;
			// On the plane of a frame both spans are as near; the later one is taken.
			if (distanceSquared > nearest) continue;
			nearest = distanceSquared;
			span.index = i;
			span.t = t;
			const slope = along < 0 || along > 1 ? 0 : 1 / lengthSquared;
			span.gradient[0] = slope * x;
			span.gradient[1] = slope * y;
			span.gradient[2] = slope * z;
		}
	}
}
